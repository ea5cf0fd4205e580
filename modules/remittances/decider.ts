import type { Decider } from '../kernel/decider.ts'
import { missing, refused } from '../kernel/errors.ts'
import type { BillId } from '../kernel/ids.ts'
import { type Allocation, type RemittanceEvent, type RemittanceState, remittanceFold } from './events.ts'

type Start = Extract<RemittanceEvent, { type: 'RemittanceStarted' }>['data']

export type RemittanceCommand =
  | ({ type: 'StartRemittance' } & Start)
  | { type: 'RecordRemittance'; allocations: readonly Allocation[] }
  | { type: 'RefuseRemittance'; billId: BillId }
  | { type: 'ReverseRemittance'; reversalId: string; billIds: readonly BillId[]; reason: string }

/** A repeated command records nothing, so every command may be retried (R113). */
const decide = (command: RemittanceCommand, remittance: RemittanceState): RemittanceEvent[] => {
  if (command.type === 'StartRemittance') {
    const { type: _, ...data } = command
    return remittance ? [] : [{ type: 'RemittanceStarted', data }]
  }
  if (!remittance) throw missing('Remittance')
  const { remittanceId, networkId, amount, method, reference, receivedOn, payerId } = remittance.terms
  const of = { remittanceId, networkId }
  switch (command.type) {
    // The first of the two decides, if two processes settle the remittance at once.
    case 'RecordRemittance':
      if (remittance.stage !== 'started') return []
      return [{ type: 'RemittanceRecorded', data: { ...of, amount, method, reference, receivedOn, payerId, allocations: command.allocations } }]

    case 'RefuseRemittance':
      return remittance.stage === 'started' ? [{ type: 'RemittanceRefused', data: { ...of, billId: command.billId } }] : []

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
