import type { Decider } from '../kernel/decider.ts'
import { missing, refused } from '../kernel/errors.ts'
import type { BillId } from '../kernel/ids.ts'
import { type Allocation, type RemittanceEvent, type RemittanceState, remittanceFold } from './events.ts'

type DataOf<Type extends RemittanceEvent['type']> = Extract<RemittanceEvent, { type: Type }>['data']

export type RemittanceCommand =
  | ({ type: 'OpenRemittance' } & DataOf<'RemittanceOpened'>)
  | { type: 'NoteIntent'; intentId: string }
  | { type: 'CloseRemittance' }
  | ({ type: 'StartRemittance' } & DataOf<'RemittanceStarted'>)
  | { type: 'RecordRemittance'; allocations: readonly Allocation[] }
  | { type: 'RefuseRemittance'; billId: BillId | null }
  | { type: 'ReverseRemittance'; reversalId: string; billIds: readonly BillId[]; reason: string }

/** A repeated command records nothing, so every command may be retried (R113). */
const decide = (command: RemittanceCommand, remittance: RemittanceState): RemittanceEvent[] => {
  if (command.type === 'OpenRemittance') {
    const { type: _, ...data } = command
    return remittance ? [] : [{ type: 'RemittanceOpened', data }]
  }
  if (command.type === 'StartRemittance') {
    const { type: _, ...data } = command
    // Money that Stripe has taken is recorded even if its intent was given up before.
    return !remittance || remittance.stage === 'open' || remittance.stage === 'closed' ? [{ type: 'RemittanceStarted', data }] : []
  }
  if (!remittance) throw missing('Remittance')
  const { remittanceId, networkId } = remittance.terms
  const of = { remittanceId, networkId }
  switch (command.type) {
    case 'NoteIntent':
      return remittance.joint?.intentId === null ? [{ type: 'RemittanceIntentCreated', data: { ...of, intentId: command.intentId } }] : []

    case 'CloseRemittance':
      return remittance.stage === 'open' ? [{ type: 'RemittanceClosed', data: of }] : []

    // If two processes settle the remittance at once, the first of these two decides.
    case 'RecordRemittance': {
      if (remittance.stage !== 'started' || !remittance.received) return []
      const { owner: _, parts: __, ...received } = remittance.received
      return [{ type: 'RemittanceRecorded', data: { ...received, allocations: command.allocations } }]
    }

    case 'RefuseRemittance':
      return remittance.stage === 'started' ? [{ type: 'RemittanceRefused', data: { ...of, ...(command.billId && { billId: command.billId }) } }] : []

    case 'ReverseRemittance': {
      const { reversalId, billIds, reason } = command
      if (remittance.reversals.has(reversalId)) return []
      if (remittance.stage !== 'recorded') throw missing('Remittance')
      const own = new Set<string>(remittance.allocations.map(({ billId }) => billId))
      if (!billIds.every((id) => own.has(id))) throw refused('not-allowed', 'This remittance paid none of that bill.')
      return [{ type: 'RemittanceReversed', data: { ...of, reversalId, billIds, reason } }]
    }
  }
}

export const remittanceDecider: Decider<RemittanceState, RemittanceCommand, RemittanceEvent> = { initial: null, decide, ...remittanceFold }
