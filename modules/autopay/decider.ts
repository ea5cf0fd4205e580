import { addDays, type LocalDate } from '../kernel/dates.ts'
import type { Decider } from '../kernel/decider.ts'
import { missing, refused } from '../kernel/errors.ts'
import type { BillId, MandateId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { type EndReason, type FailureKind, LAPSE_DAYS, NOTICE_DAYS } from './contract.ts'
import { chargeKey, type MandateEvent, type MandateState, mandateFold } from './events.ts'

type OnCharge = { billId: BillId; dueDate: LocalDate }
type Given = Extract<MandateEvent, { type: 'MandateGiven' }>['data']

export type MandateCommand = { mandateId: MandateId } & (
  | { type: 'Give'; given: Given }
  | { type: 'End'; because: EndReason }
  | (OnCharge & { type: 'Notice'; amount: Cents; today: LocalDate })
  | (OnCharge & { type: 'Skip' })
  /** `through`: the last day on which charges may run by now. */
  | (OnCharge & { type: 'Start'; amount: Cents; intentId: string; through: LocalDate })
  | (OnCharge & { type: 'NoteSuccess' })
  | (OnCharge & { type: 'NoteFailure'; kind: FailureKind; code: string | null; today: LocalDate })
  | (OnCharge & { type: 'Drop'; because: string })
)

/** Days from a soft failure to the next try: the charge is tried again 3 and 7 days after the first failure (R136). */
const RETRY_AFTER = [3, 4]

const later = (day: LocalDate, other: LocalDate): LocalDate => (day > other ? day : other)

const decide = (command: MandateCommand, mandate: MandateState): MandateEvent[] => {
  const { mandateId } = command
  if (command.type === 'Give') return mandate ? [] : [{ type: 'MandateGiven', data: command.given }]
  if (!mandate) throw missing('Autopay')
  if (command.type === 'End') return mandate.isEnded ? [] : [{ type: 'MandateEnded', data: { mandateId, because: command.because } }]
  const { billId, dueDate } = command
  const on = { mandateId, billId, dueDate }
  const charge = mandate.charges.get(chargeKey(command))
  switch (command.type) {
    case 'Notice': {
      const { amount, today } = command
      if (mandate.isEnded || charge || amount <= 0) return []
      return [{ type: 'ChargeNoticed', data: { ...on, amount, on: later(dueDate, addDays(today, NOTICE_DAYS)) } }]
    }

    case 'Skip':
      if (charge?.stage === 'skipped') return []
      if (mandate.isEnded) throw refused('not-allowed', 'Autopay has ended, so there is no payment to skip.')
      if (charge && charge.stage !== 'noticed') throw refused('not-allowed', 'This payment cannot be skipped any more.')
      return [{ type: 'ChargeSkipped', data: on }]

    case 'Start': {
      const { amount, intentId, through } = command
      if (charge?.stage === 'started' && charge.intentId === intentId) return []
      if (mandate.isEnded || charge?.stage !== 'noticed' || charge.on > through || addDays(charge.on, LAPSE_DAYS) < through || amount > charge.amount)
        throw refused('not-allowed', 'This payment was stopped or skipped, or is not due yet.')
      return [{ type: 'ChargeStarted', data: { ...on, amount, intentId } }]
    }

    case 'NoteSuccess':
      return charge?.stage === 'started' ? [{ type: 'ChargeSucceeded', data: on }] : []

    case 'NoteFailure': {
      if (charge?.stage !== 'started') return []
      const { kind, code, today } = command
      const days = kind === 'interrupted' ? 0 : kind === 'soft' ? RETRY_AFTER[charge.failures] : undefined
      const retryOn = days === undefined || mandate.isEnded ? null : addDays(today, days)
      const failed: MandateEvent = { type: 'ChargeFailed', data: { ...on, kind, code, retryOn } }
      if (kind !== 'hard' || mandate.isEnded) return [failed]
      return [failed, { type: 'MandateEnded', data: { mandateId, because: 'declined' } }]
    }

    case 'Drop':
      return charge?.stage === 'noticed' ? [{ type: 'ChargeDropped', data: { ...on, because: command.because } }] : []
  }
}

/** The decider of a mandate, and of the charges under it. */
export const mandateDecider: Decider<MandateState, MandateCommand, MandateEvent> = { initial: null, decide, ...mandateFold }
