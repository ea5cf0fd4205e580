import type { LocalDate } from '../kernel/dates.ts'
import { refused } from '../kernel/errors.ts'
import type { BillId } from '../kernel/ids.ts'
import type { ProgramStatus } from '../programs/contract.ts'
import { LEAST_PART, partsOf } from '../shared/monthly-parts.ts'
import { balanceOf } from './effect.ts'
import type { BillEvent } from './events.ts'
import { type BillState, isDebitUnderWay } from './state.ts'
import { debitUnderWay, refuseUnpayable, refuseWhilePaying } from './stripe-decider.ts'
import type { PlanChooser } from './values.ts'

type On = { billId: BillId }

export type PlanCommand =
  /** `offered`: the numbers of parts that the program offers. */
  | (On & {
      type: 'ChoosePlan'
      planId: string
      count: number
      chosenBy: PlanChooser
      offered: readonly number[]
      programStatus: ProgramStatus
      today: LocalDate
    })
  | (On & { type: 'CancelPlan' })

/** Decides on payment plans (R138). */
export const decidePlan = (command: PlanCommand, bill: NonNullable<BillState>): BillEvent[] => {
  const { billId } = command
  if (command.type === 'CancelPlan') {
    if (!bill.plan) return []
    refuseWhilePaying(bill)
    return [{ type: 'PlanCancelled', data: { billId } }]
  }
  const { planId, count, chosenBy, offered, programStatus, today } = command
  if (bill.plan?.planId === planId) return []
  refuseUnpayable(bill, programStatus)
  if (isDebitUnderWay(bill)) throw debitUnderWay()
  if (bill.plan && chosenBy === 'payor') {
    if (bill.plan.parts.length === count) return []
    throw refused('not-allowed', 'This bill has a payment plan already. Only an Admin can change it.')
  }
  if (!offered.includes(count)) throw refused('plan-not-offered', `This program does not offer a plan with ${count} parts.`)
  const balance = balanceOf(bill)
  if (Math.floor(balance / count) < LEAST_PART)
    throw refused('part-too-small', 'Each part of a plan must be at least $10.00. Please choose fewer parts.')
  refuseWhilePaying(bill)
  const { dueDate } = bill.terms
  const parts = partsOf(balance, count, dueDate < today ? today : dueDate)
  return [{ type: 'PlanChosen', data: { billId, planId, count, parts, chosenBy } }]
}
