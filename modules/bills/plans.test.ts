import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scenario } from '../../scripts/testing/scenario.ts'
import type { LocalDate } from '../kernel/dates.ts'
import { replay } from '../kernel/decider.ts'
import type { BillId, NetworkId, PaymentId, PayorId, ProfileId, ProgramId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { planCounts } from '../programs/values.ts'
import { type BillCommand, billDecider } from './decider.ts'
import { balanceOf } from './effect.ts'
import type { BillEvent } from './events.ts'
import { owedParts, type Plan, planAfter, planOf } from './plan.ts'
import { nextOf } from './state.ts'

const given = scenario(billDecider)
const billId = 'AAAAAAAAAAAAAAAAAAAAAA' as BillId
const day = (text: string) => text as LocalDate
const terms = {
  billId,
  networkId: 'network' as NetworkId,
  programId: 'program' as ProgramId,
  payorId: 'ruth' as PayorId,
  payorKind: 'individual',
  amount: 10_000,
  dueDate: day('2026-01-31'),
  period: day('2026-01-31'),
  n: 0,
} as const
const issued: BillEvent = { type: 'BillIssued', data: terms }
const archived: BillEvent = { type: 'BillArchived', data: { billId, reason: null, waived: 10_000 } }
const opened: BillEvent = {
  type: 'PaymentAttemptOpened',
  data: { billId, attempt: 1, amount: 10_000, profileId: 'profile' as ProfileId, accountId: 'acct_1' },
}
const debit: BillEvent = { type: 'DebitStarted', data: { billId, attempt: 1, amount: 10_000 } }
const choose = (count: number, more: Partial<Extract<BillCommand, { type: 'ChoosePlan' }>> = {}): BillCommand => ({
  type: 'ChoosePlan',
  billId,
  planId: 'plan-1',
  count,
  chosenBy: 'payor',
  offered: planCounts,
  programStatus: 'Active',
  today: day('2026-01-10'),
  ...more,
})
const chosen = (parts: readonly (readonly [Cents, string])[], planId = 'plan-1'): BillEvent => ({
  type: 'PlanChosen',
  data: { billId, planId, count: parts.length, parts: parts.map(([amount, dueDate]) => ({ amount, dueDate: day(dueDate) })), chosenBy: 'payor' },
})
const thirds = chosen([
  [3_334, '2026-01-31'],
  [3_333, '2026-02-28'],
  [3_333, '2026-03-31'],
])
const paid = (amount: Cents, paymentId = 'pay-1'): BillEvent => ({
  type: 'PaymentRecorded',
  data: { billId, paymentId: paymentId as PaymentId, amount, applied: amount, method: 'check', reference: null, receivedOn: null },
})
const adjusted = (amount: Cents, adjustmentId = 'a'): BillEvent => ({
  type: 'BillAdjusted',
  data: { billId, adjustmentId, amount, reason: 'Agreed', released: [] },
})
const stateAfter = (...events: BillEvent[]) => replay(billDecider, events) ?? expect.fail('no bill')
const openAfter = (...events: BillEvent[]) => {
  const bill = stateAfter(...events)
  return owedParts({ balance: balanceOf(bill), dueDate: bill.terms.dueDate, plan: bill.plan }).map(({ amount, dueDate }) => [amount, dueDate])
}

describe('[d] choosing a payment plan', () => {
  test('makes equal monthly parts from the due date on, the leftover cent in the first (R138)', () => {
    given(issued).when(choose(3)).then(thirds)
  })
  test('makes the first part due today if the due date has passed, and the others on the same day of the month', () => {
    given(issued)
      .when(choose(3, { today: day('2026-08-30') }))
      .then(
        chosen([
          [3_334, '2026-08-30'],
          [3_333, '2026-09-30'],
          [3_333, '2026-10-30'],
        ]),
      )
  })
  test('divides the balance of a partly paid bill', () => {
    given(issued, paid(4_000))
      .when(choose(2))
      .then(
        chosen([
          [3_000, '2026-01-31'],
          [3_000, '2026-02-28'],
        ]),
      )
  })
  test.each<[string, BillEvent[], Parameters<typeof choose>, string]>([
    ['a number of parts that the program does not offer', [issued], [4, { offered: [2, 3] }], 'plan-not-offered'],
    ['parts below $10', [issued], [12], 'part-too-small'],
    ['an archived bill', [issued, archived], [2], 'not-payable'],
    ['a paid bill', [issued, paid(10_000)], [2], 'not-payable'],
    ['a program that takes no payments', [issued], [2, { programStatus: 'Completed' }], 'not-payable'],
    ['a bill with a bank debit in progress', [issued, opened, debit], [2], 'not-payable'],
    ['a bill that is being paid by card', [issued, opened], [2], 'payment-under-way'],
    ['another plan in place of a plan, by a payor', [issued, thirds], [2, { planId: 'plan-2' }], 'not-allowed'],
  ])('refuses %s', (_, events, command, code) => {
    given(...events)
      .when(choose(...command))
      .refused(code)
  })
  test('keeps the plan of a payor who chooses the same one again', () => {
    given(issued, thirds)
      .when(choose(3, { planId: 'plan-2' }))
      .then()
  })
  test('replaces the plan for an Admin, over the parts that are still open', () => {
    const { data } = chosen(
      [
        [3_333, '2026-02-15'],
        [3_333, '2026-03-15'],
      ],
      'plan-2',
    ) as Extract<BillEvent, { type: 'PlanChosen' }>
    given(issued, thirds, paid(3_334))
      .when(choose(2, { planId: 'plan-2', chosenBy: 'admin', today: day('2026-02-15') }))
      .then({ type: 'PlanChosen', data: { ...data, chosenBy: 'admin' } })
  })
})

describe('[d] a bill with a payment plan', () => {
  test('is due part by part, and a larger payment covers the next parts', () => {
    expect(nextOf(stateAfter(issued, thirds))).toEqual({ amount: 3_334, dueDate: '2026-01-31' })
    expect(openAfter(issued, thirds, paid(5_000))).toEqual([
      [1_667, '2026-02-28'],
      [3_333, '2026-03-31'],
    ])
    expect(nextOf(stateAfter(issued, thirds, paid(10_000)))).toBeNull()
  })
  test('shares an adjustment among its open parts', () => {
    expect(openAfter(issued, thirds, paid(3_334), adjusted(101))).toEqual([
      [3_384, '2026-02-28'],
      [3_383, '2026-03-31'],
    ])
    // The first open part has only $10.00 left to lower.
    expect(openAfter(issued, thirds, paid(5_667), adjusted(-3_000))).toEqual([[1_333, '2026-03-31']])
  })
  test('shares money among its parts that came back from before the plan', () => {
    const back: BillEvent = {
      type: 'PaymentReversed',
      data: { billId, paymentId: 'pay-1' as PaymentId, applied: 4_000, unapplied: 0, reason: 'Bounced' },
    }
    const halves = chosen([
      [3_000, '2026-01-31'],
      [3_000, '2026-02-28'],
    ])
    expect(openAfter(issued, paid(4_000), halves, back)).toEqual([
      [5_000, '2026-01-31'],
      [5_000, '2026-02-28'],
    ])
  })
  test('is due on its own date again once the plan is cancelled', () => {
    given(issued, thirds).when({ type: 'CancelPlan', billId }).then({ type: 'PlanCancelled', data: { billId } })
    given(issued).when({ type: 'CancelPlan', billId }).then()
    expect(openAfter(issued, thirds, paid(3_334), { type: 'PlanCancelled', data: { billId } })).toEqual([[6_666, '2026-01-31']])
  })
  test('takes a claim of the next part, which an Admin confirms for that amount', () => {
    const claim = { claimId: 'claim-1', method: 'zelle', withdrawHash: 'hash' } as const
    const claimed: BillEvent = { type: 'PaymentClaimed', data: { billId, ...claim, amount: 3_334 } }
    const asked = { type: 'ClaimPayment', billId, ...claim, programStatus: 'Active', enabled: true } as const
    given(issued, thirds).when(asked).then(claimed)
    given(issued, thirds)
      .when({ ...asked, whole: true })
      .then({ type: 'PaymentClaimed', data: { billId, ...claim } })
    const confirmed: BillEvent = {
      type: 'PaymentRecorded',
      data: { ...(paid(3_334).data as Extract<BillEvent, { type: 'PaymentRecorded' }>['data']), method: 'zelle', claimId: 'claim-1' },
    }
    const paymentId = 'pay-1' as PaymentId
    given(issued, thirds, claimed).when({ type: 'ConfirmClaim', billId, paymentId }).then(confirmed)
    given(issued, thirds, claimed).when({ type: 'MarkPaid', billId, paymentId, method: null, reference: null }).then(confirmed)
    expect(stateAfter(issued, thirds, claimed, confirmed).claim).toBeNull()
  })
})

test('[d] the parts of a plan always add up to the balance, and money covers them in order', () => {
  const plan = fc.array(fc.record({ amount: fc.integer({ min: 0, max: 100_000 }), dueDate: fc.constant(day('2026-01-31')) }), {
    minLength: 2,
    maxLength: 12,
  })
  fc.assert(
    fc.property(plan, fc.nat({ max: 2_000_000 }), fc.nat({ max: 2_000_000 }), (parts, before, later) => {
      const first: Plan = { planId: 'plan', chosenBy: 'payor', parts }
      for (const [one, balance] of [
        [first, before],
        [planAfter(first, before, later), later],
      ] as const) {
        const shown = planOf(one, balance, day('2026-02-01'))
        const open = shown.map(({ amount, paid: settled }) => amount - settled)
        expect(open.reduce((sum, amount) => sum + amount, 0)).toBe(balance)
        for (const [i, { amount, paid: settled, status }] of shown.entries()) {
          expect(settled).toBeGreaterThanOrEqual(0)
          expect(amount).toBeGreaterThanOrEqual(settled)
          expect(status).toBe(amount === settled ? 'paid' : 'overdue')
          // A later part is paid only if the earlier ones are.
          if (settled > 0) expect(open.slice(0, i).every((left) => left === 0)).toBe(true)
        }
      }
    }),
  )
})
