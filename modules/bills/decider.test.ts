import { describe, expect, test } from 'vitest'
import { scenario } from '../../scripts/testing/scenario.ts'
import type { LocalDate } from '../kernel/dates.ts'
import { replay } from '../kernel/decider.ts'
import type { BillId, NetworkId, PaymentId, PayorId, ProfileId, ProgramId } from '../kernel/ids.ts'
import type { ObservedIntent } from './contract.ts'
import { type BillCommand, billDecider } from './decider.ts'
import { balanceOf } from './effect.ts'
import type { BillEvent } from './events.ts'

const given = scenario(billDecider)
const billId = 'AAAAAAAAAAAAAAAAAAAAAA' as BillId
const paymentId = 'pay-1' as PaymentId
const day = (text: string) => text as LocalDate

const terms = {
  billId,
  networkId: 'network' as NetworkId,
  programId: 'program' as ProgramId,
  payorId: 'ruth' as PayorId,
  payorKind: 'individual',
  amount: 10_000,
  dueDate: day('2026-06-30'),
  period: day('2026-06-30'),
  n: 0,
} as const
const issued: BillEvent = { type: 'BillIssued', data: terms }
const claimed: BillEvent = { type: 'PaymentClaimed', data: { billId, claimId: 'claim-1', method: 'zelle', withdrawHash: 'hash' } }
const archived: BillEvent = { type: 'BillArchived', data: { billId, reason: null, waived: 10_000 } }
const debitCameBack: BillEvent[] = [
  { type: 'PaymentAttemptOpened', data: { billId, attempt: 1, amount: 10_000, profileId: 'profile' as ProfileId, accountId: 'acct_1' } },
  { type: 'DebitStarted', data: { billId, attempt: 1, amount: 10_000 } },
  { type: 'DebitFailed', data: { billId, attempt: 1, code: null } },
]
const newBillId = 'BBBBBBBBBBBBBBBBBBBBBB' as BillId
const replaced: BillEvent = { type: 'BillReplaced', data: { billId, newBillId } }
const replace = { type: 'ReplaceBill', billId, newBillId } as const
const unarchived: BillEvent = { type: 'BillUnarchived', data: { billId } }
type Recorded = Extract<BillEvent, { type: 'PaymentRecorded' }>['data']
const paid = (amount: number, more: Partial<Recorded> = {}): BillEvent => ({
  type: 'PaymentRecorded',
  data: { billId, paymentId, amount, applied: amount, method: 'check', reference: null, receivedOn: null, ...more },
})

const claim = {
  type: 'ClaimPayment',
  billId,
  claimId: 'claim-1',
  method: 'zelle',
  withdrawHash: 'hash',
  programStatus: 'Active',
  enabled: true,
} as const
const markPaid = { type: 'MarkPaid', billId, paymentId, method: null, reference: null } as const
const receipt = (amount: number, more: Partial<Extract<BillCommand, { type: 'RecordReceipt' }>> = {}): BillCommand => ({
  type: 'RecordReceipt',
  billId,
  paymentId,
  amount,
  method: 'check',
  reference: null,
  receivedOn: null,
  today: day('2026-06-15'),
  ...more,
})
const archive = { type: 'ArchiveBill', billId, reason: 'Moved away' } as const
const changeTo = (amount: number, more: object = {}): BillCommand => ({
  type: 'ChangeAmount',
  billId,
  amount,
  programType: 'Custom',
  overdue: false,
  ...more,
})
const stateAfter = (...events: BillEvent[]) => replay(billDecider, events) ?? expect.fail('no bill')

describe('[d] a re-price of the program', () => {
  const reprice = { type: 'Reprice', billId, from: 10_000, amount: 12_000, overdue: false } as const
  const changed: BillEvent = { type: 'BillAmountChanged', data: { billId, amount: 12_000 } }
  test('changes an Unpaid bill, once', () => {
    given(issued)
      .when(reprice)
      .then({ type: 'BillAmountChanged', data: { billId, amount: 12_000, byReprice: true } })
    given(issued, changed).when(reprice).then()
  })
  test('does not overwrite an adjustment made meanwhile', () => {
    const adjusted: BillEvent = { type: 'BillAdjusted', data: { billId, adjustmentId: 'a', amount: -2_000, reason: 'Agreed', released: [] } }
    given(issued, adjusted).when(reprice).then()
  })
})

describe('a bill', () => {
  test('is issued only once', () => {
    given()
      .when({ type: 'IssueBill', ...terms })
      .then(issued)
    given(issued)
      .when({ type: 'IssueBill', ...terms, amount: 1 })
      .then()
  })

  test.each<BillCommand>([
    claim,
    markPaid,
    receipt(1),
    archive,
    changeTo(1),
    { type: 'RefuseClaim', billId, reason: 'no' },
    { type: 'WithdrawClaim', billId, proof: 'hash', owner: true },
  ])('rejects $type before it is issued', (command) => {
    given().when(command).refused('not-found')
  })
})

describe('[d] the amount of a bill', () => {
  test('can be changed while the bill is Unpaid in a Custom program', () => {
    given(issued)
      .when(changeTo(2_500))
      .then({ type: 'BillAmountChanged', data: { billId, amount: 2_500 } })
  })
  test('is not recorded if it is unchanged, in any state', () => given(issued, paid(10_000)).when(changeTo(10_000)).then())
  test('cannot be changed in a Uniform program', () =>
    given(issued)
      .when(changeTo(1, { programType: 'Uniform' }))
      .refused('not-editable'))
  test('cannot be changed once the bill is overdue', () =>
    given(issued)
      .when(changeTo(1, { overdue: true }))
      .refused('not-editable'))
  test.each<[string, BillEvent[]]>([
    ['partly paid', [paid(1)]],
    ['paid', [paid(10_000)]],
    ['claimed', [claimed]],
    ['archived', [archived]],
    ['failed', debitCameBack],
  ])('cannot be changed once the bill is %s', (_, events) =>
    given(issued, ...events)
      .when(changeTo(1))
      .refused('not-editable'),
  )
  test('can be changed again after a claim was withdrawn', () => {
    given(issued, claimed, { type: 'PaymentClaimWithdrawn', data: { billId, claimId: 'claim-1' } })
      .when(changeTo(1))
      .then({ type: 'BillAmountChanged', data: { billId, amount: 1 } })
  })
})

describe('a claim', () => {
  test('is recorded with the hash of its withdrawal token', () => given(issued).when(claim).then(claimed))
  test('is recorded on a partly paid bill', () => given(issued, paid(1)).when(claim).then(claimed))
  test("is rejected while another payor's claim waits", () =>
    given(issued, claimed)
      .when({ ...claim, claimId: 'claim-2' })
      .refused('not-payable'))
  test.each<[string, BillEvent[]]>([
    ['paid', [paid(10_000)]],
    ['archived', [archived]],
  ])('is rejected on a bill that is %s', (_, events) =>
    given(issued, ...events)
      .when(claim)
      .refused('not-payable'),
  )
  test.each(['Draft', 'Completed', 'Archived'] as const)('is refused while the program is %s', (programStatus) =>
    given(issued)
      .when({ ...claim, programStatus })
      .refused('not-payable'),
  )
  test('is rejected for a disabled method', () =>
    given(issued)
      .when({ ...claim, enabled: false })
      .refused('method-not-enabled'))
  test('on an unpayable bill is rejected for that reason, not for its method', () =>
    given(issued, paid(10_000))
      .when({ ...claim, enabled: false })
      .refused('not-payable'))

  const withdrawn: BillEvent = { type: 'PaymentClaimWithdrawn', data: { billId, claimId: 'claim-1' } }
  test('can be withdrawn with its token', () =>
    given(issued, claimed).when({ type: 'WithdrawClaim', billId, proof: 'hash', owner: false }).then(withdrawn))
  test('can be withdrawn by the owner without a token', () =>
    given(issued, claimed).when({ type: 'WithdrawClaim', billId, proof: null, owner: true }).then(withdrawn))
  test('cannot be withdrawn by anyone else', () => {
    given(issued, claimed).when({ type: 'WithdrawClaim', billId, proof: 'other', owner: false }).refused('not-found')
    given(issued, claimed).when({ type: 'WithdrawClaim', billId, proof: null, owner: false }).refused('not-found')
  })
  test('can be made again after it was withdrawn', () => {
    const again = { ...claim, claimId: 'claim-2' }
    given(issued, claimed, withdrawn)
      .when(again)
      .then({ type: 'PaymentClaimed', data: { ...claimed.data, claimId: 'claim-2' } as never })
  })
  test('leaves the bill unchanged when rejected', () => {
    const refused: BillEvent = { type: 'PaymentNotReceived', data: { billId, claimId: 'claim-1', reason: 'No transfer' } }
    expect(billDecider.decide({ type: 'RefuseClaim', billId, reason: 'No transfer' }, stateAfter(issued, paid(1), claimed))).toEqual([refused])
    expect(stateAfter(issued, paid(1), claimed, refused)).toEqual({ ...stateAfter(issued, paid(1)), refused: true })
  })
  const confirm = { type: 'ConfirmClaim', billId, paymentId } as const
  test('is confirmed with its method, only once', () => {
    given(issued, paid(4_000, { paymentId: 'earlier' as PaymentId }), claimed)
      .when(confirm)
      .then(paid(6_000, { method: 'zelle' }))
    given(issued, claimed, paid(10_000, { method: 'zelle' }))
      .when(confirm)
      .then()
  })
  test('cannot be confirmed after it was withdrawn, nor on an archived bill', () => {
    given(issued, claimed, withdrawn).when(confirm).refused('not-allowed')
    given(issued, claimed, archived).when(confirm).refused('not-allowed')
  })
  test('cannot be rejected if none was made', () => given(issued).when({ type: 'RefuseClaim', billId, reason: 'No transfer' }).refused('not-allowed'))
  test('can be rejected again, which records nothing', () =>
    given(issued, claimed)
      .when({ type: 'RefuseClaim', billId, reason: 'No transfer' })
      .then({ type: 'PaymentNotReceived', data: { billId, claimId: 'claim-1', reason: 'No transfer' } }))
})

describe('[d] marking a bill as paid', () => {
  const settled = (applied: number, more: Partial<Recorded> = {}) => paid(applied, { method: null, ...more })
  test('pays the balance, without a method', () => given(issued).when(markPaid).then(settled(10_000)))
  test('pays the balance of a partly paid bill', () => {
    given(issued, paid(4_000, { paymentId: 'earlier' as PaymentId }))
      .when(markPaid)
      .then(settled(6_000))
  })
  test('confirms a waiting claim with its method', () =>
    given(issued, claimed)
      .when(markPaid)
      .then(settled(10_000, { method: 'zelle' })))
  test("can use another method than the claim's", () =>
    given(issued, claimed)
      .when({ ...markPaid, method: 'cash', reference: 'in person' })
      .then(settled(10_000, { method: 'cash', reference: 'in person' })))
  test('records nothing the second time', () => given(issued, paid(10_000)).when(markPaid).then())
  test('unarchives and pays an archived bill', () => given(issued, archived).when(markPaid).then(unarchived, settled(10_000)))
  test('unarchives a partly paid bill and pays its balance', () => {
    given(issued, paid(4_000, { paymentId: 'earlier' as PaymentId }), archived)
      .when(markPaid)
      .then(unarchived, settled(6_000))
  })
  test('is refused if a newer bill has replaced the bill', () => given(issued, archived, replaced).when(markPaid).refused('not-allowed'))
  test('ends a claim', () => expect(stateAfter(issued, claimed, settled(10_000)).claim).toBeNull())
})

describe('[d] recording a receipt', () => {
  test('below the balance applies all of it', () => {
    given(issued).when(receipt(4_000)).then(paid(4_000))
    expect(balanceOf(stateAfter(issued, paid(4_000)))).toBe(6_000)
  })
  test('above the balance settles the bill and keeps the rest as unapplied credit', () => {
    given(issued)
      .when(receipt(15_000))
      .then(paid(15_000, { applied: 10_000 }))
    expect(balanceOf(stateAfter(issued, paid(15_000, { applied: 10_000 })))).toBe(0)
  })
  test('on a Paid bill keeps all of it as unapplied credit', () => {
    given(issued, paid(10_000, { paymentId: 'earlier' as PaymentId }))
      .when(receipt(500))
      .then(paid(500, { applied: 0 }))
  })
  test('allows dates up to today', () => {
    const received = day('2026-06-15')
    given(issued)
      .when(receipt(1, { receivedOn: received }))
      .then(paid(1, { receivedOn: received }))
    given(issued)
      .when(receipt(1, { receivedOn: day('2026-06-16') }))
      .refused('invalid')
  })
  test('is refused for an archived bill', () => given(issued, archived).when(receipt(1)).refused('not-allowed'))
  test('keeps a claim if it pays a part, and ends the claim if it pays the whole balance', () => {
    expect(stateAfter(issued, claimed, paid(1)).claim).not.toBeNull()
    expect(stateAfter(issued, claimed, paid(10_000)).claim).toBeNull()
  })
})

describe('archiving', () => {
  test('waives the balance and records its amount', () => {
    given(issued)
      .when(archive)
      .then({ type: 'BillArchived', data: { billId, reason: 'Moved away', waived: 10_000 } })
    given(issued, paid(4_000))
      .when(archive)
      .then({ type: 'BillArchived', data: { billId, reason: 'Moved away', waived: 6_000 } })
    expect(balanceOf(stateAfter(issued, paid(4_000), archived))).toBe(0)
  })
  test('ends a claim', () => expect(stateAfter(issued, claimed, archived).claim).toBeNull())
  test('is refused for a Paid bill', () => given(issued, paid(10_000)).when(archive).refused('not-allowed'))
  test("keeps the bill's amount", () => expect(stateAfter(issued, archived).amount).toBe(10_000))
})

describe('[d] replacing a bill with a new one', () => {
  test('works for an archived bill', () => given(issued, archived).when(replace).then(replaced))
  test('happens only once', () => given(issued, archived, replaced).when(replace).then())
  test('does nothing for an active bill', () => {
    given(issued).when(replace).then()
    given(issued, archived, unarchived, paid(10_000)).when(replace).then()
  })
})

describe("[d] Stripe's reports", () => {
  const accountId = 'acct_1'
  const opened: BillEvent = {
    type: 'PaymentAttemptOpened',
    data: { billId, attempt: 1, amount: 10_000, profileId: 'profile' as ProfileId, accountId },
  }
  const created: BillEvent = { type: 'PaymentIntentCreated', data: { billId, attempt: 1, intentId: 'pi_1' } }
  const started: BillEvent = { type: 'DebitStarted', data: { billId, attempt: 1, amount: 10_000 } }
  const seen = (more: Partial<ObservedIntent>): BillCommand => ({
    type: 'Observe',
    billId,
    observed: {
      ...{ intentId: 'pi_1', accountId, attempt: 1, paymentId, amount: 10_000, received: 0, currency: 'usd', method: 'credit', reference: null },
      ...{ status: 'open', wasProcessing: false, failure: null, fee: null, refunds: [], disputes: [] },
      ...more,
    },
  })
  test('that are older than a bank debit do not count as its return', () => {
    given(issued, opened, created, started).when(seen({})).then()
    given(issued, opened, created, started)
      .when(seen({ wasProcessing: true }))
      .then({ type: 'DebitFailed', data: { billId, attempt: 1, code: null } })
  })
  test('return the money of a dispute that was first lost and later won', () => {
    const dispute = { billId, disputeId: 'du_1', paymentId }
    const taken: BillEvent = { type: 'PaymentDisputed', data: { ...dispute, amount: 10_000, applied: 10_000, unapplied: 0 } }
    const money = paid(10_000, { method: 'credit', stripe: { intentId: 'pi_1', accountId, attempt: 1 } })
    given(issued, opened, created, money, taken, { type: 'DisputeLost', data: dispute })
      .when(seen({ status: 'succeeded', received: 10_000, disputes: [{ disputeId: 'du_1', amount: 10_000, outcome: 'won' }] }))
      .then({ type: 'DisputeWon', data: { ...dispute, applied: 10_000, unapplied: 0 } })
  })
  test("an attempt above Stripe's maximum is refused", () =>
    given({ type: 'BillIssued', data: { ...terms, amount: 100_000_000 } })
      .when({ type: 'OpenAttempt', billId, profileId: 'profile' as ProfileId, accountId, programStatus: 'Active', enabled: true })
      .refused('method-not-enabled'))
})
