import { expect, test } from 'vitest'
import { failedLives } from '../../scripts/testing/lives.ts'
import { plainPersonalData } from '../../scripts/testing/plain-personal-data.ts'
import { type Intent, stripeInMemory } from '../../scripts/testing/stripe-in-memory.ts'
import { seeded } from '../app/demo/seeded.ts'
import type { Instant, LocalDate } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import { BillId, NetworkId, type PaymentId, PayorId, ProfileId, ProgramId } from '../kernel/ids.ts'
import { memoryEventStore } from '../platform/event-store/memory.ts'
import { commandHandler } from '../platform/handle.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { billAttempts, unlessUnavailable } from './attempts.ts'
import { type BillCommand, billDecider } from './decider.ts'
import { liveAttempt, unappliedOf } from './state.ts'

/** SCHEDULES=100000 runs that many lives. A seed always gives the same life. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 10_000)
const FIRST = Number(process.env.FIRST_SCHEDULE ?? 1)
const STEPS = 14
/** Number of lives that run at the same time: some wait a third of a second for a request whose process has crashed. */
const AT_ONCE = 20

const billId = BillId.parse('A'.repeat(22))
const stream = `bill-${billId}` as const
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const ACCOUNT = 'acct_1'
const at = '2026-01-01T00:00:00.000Z' as Instant
const today = '2026-01-01' as LocalDate
const payable = {
  profileId: ProfileId.parse(id(4)),
  accountId: ACCOUNT,
  programStatus: 'Active',
  enabled: true,
  description: 'Dues',
  payor: null,
  beforeNew: async () => {},
} as const
const terms = {
  networkId: NetworkId.parse(id(1)),
  programId: ProgramId.parse(id(2)),
  payorId: PayorId.parse(id(3)),
  payorKind: 'individual',
  amount: 10_000,
  period: '2026-06-30' as LocalDate,
  dueDate: '2026-06-30' as LocalDate,
  n: 0,
} as const

const tolerated = (error: unknown): void => {
  if (!(error instanceof DomainError)) throw error
}

/** Runs one random life of a bill until nothing more happens, and returns the errors in its books. */
const live = async (seed: number): Promise<string[]> => {
  const random = seeded(seed)
  let calm = false
  const stripe = stripeInMemory(random, () => calm)
  const store = memoryEventStore()
  const jobs = new Set<string>()
  const attempts = billAttempts({
    store,
    settleRemittance: async () => {},
    observeRemittance: async () => null,
    personal: plainPersonalData,
    intents: stripe.port,
    addJob: async ({ key }) => void jobs.add(key ?? ''),
  })
  const { load, handle } = commandHandler(store, billDecider)
  let calls = 0
  const because = () => {
    calls += 1
    return { actor: 'test', at, cause: `${seed}/${calls}` }
  }
  let byHand = false
  await handle(stream, { type: 'IssueBill', billId, ...terms }, because())

  /** An Admin's command. It first cancels an attempt that could still be paid. */
  const command = async (one: BillCommand): Promise<void> => {
    const { state } = await load(stream)
    if (state && liveAttempt(state)) await attempts.releaseIfPossible(billId, state, because())
    const made = await handle(stream, one, because())
    if (made.state) await attempts.closeLater(made.state)
  }
  const anIntent = (): Intent | undefined => [...stripe.intents.values()][Math.floor(random() * stripe.intents.size)]
  const receive = (intentId: string) => attempts.observeUnknown(ACCOUNT, intentId, because()).then(() => {})

  /** The intents that payors' browsers have received. Nobody can pay by any other. */
  const handed = new Set<string>()
  const openTab = async (method: 'credit' | 'ach', owner: string) => {
    const { intentId } = await attempts.open(billId, { ...payable, method, owner }, because())
    handed.add(intentId)
    // An intent is only ever handed to its owner (R85).
    expect(stripe.intents.get(intentId)?.owner).toBe(owner)
  }

  const steps: (() => Promise<unknown> | undefined)[] = [
    () => openTab(random() < 0.3 ? 'ach' : 'credit', 'guests'),
    () => openTab('credit', random() < 0.5 ? 'guests' : 'ruth'),
    async () => {
      const most = 3_000 + Math.floor(random() * 9_000)
      const { intentId, amount } = await attempts.open(billId, { ...payable, method: 'credit', owner: 'autopay', most }, because())
      expect(amount).toBeLessThanOrEqual(most)
      await attempts.charge(billId, ACCOUNT, intentId, 'pm_1', because())
    },
    async () => {
      const intent = anIntent()
      if (intent?.status !== 'open' || !handed.has(intent.intentId)) return
      intent.status = random() < 0.7 ? 'succeeded' : 'processing'
      stripe.changed(intent)
    },
    async () => {
      const intent = anIntent()
      if (intent?.status !== 'processing') return
      intent.status = random() < 0.6 ? 'succeeded' : 'open'
      stripe.changed(intent)
    },
    () => {
      const [next] = stripe.inbox.splice(Math.floor(random() * stripe.inbox.length), 1)
      return next ? receive(next) : undefined
    },
    () => {
      const intent = anIntent()
      return intent && attempts.observe(billId, ACCOUNT, intent.intentId, because())
    },
    () =>
      command({ type: 'ChangeAmount', billId, amount: 100 + Math.floor(random() * 20_000), programType: 'Custom', overdue: false } as BillCommand),
    () => command({ type: 'ArchiveBill', billId, reason: null }),
    () =>
      command({
        ...{ type: 'ChoosePlan', billId, planId: id(calls), count: 2 + Math.floor(random() * 3), offered: [2, 3, 4] },
        ...{ chosenBy: 'admin', programStatus: 'Active', today },
      }),
    () => command({ type: 'CancelPlan', billId }),
    async () => {
      const { state } = await load(stream)
      if (state) await attempts.release(billId, state, because())
      const claim = { claimId: id(calls), method: 'wire', withdrawHash: 'x', programStatus: 'Active', enabled: true } as const
      await handle(stream, { type: 'ClaimPayment', billId, ...claim }, because())
    },
    () => handle(stream, { type: 'RefuseClaim', billId, reason: 'No' }, because()),
    async () => {
      byHand = true
      const paymentId = uuidV5(`by hand/${calls}`) as PaymentId
      await command({ type: 'RecordReceipt', billId, paymentId, amount: 3_000, method: 'check', reference: null, receivedOn: null, today })
    },
    async () => {
      const { state } = await load(stream)
      const paid = [...(state?.payments ?? [])].find(([, { stripe: by }]) => by !== null)
      if (!paid) return
      const refundId = id(calls)
      const amount = random() < 0.5 ? null : 500
      await handle(stream, { type: 'RequestRefund', billId, refundId, paymentId: paid[0] as PaymentId, amount, reason: 'Asked for' }, because())
      await attempts.refund(billId, refundId, because()).catch(unlessUnavailable)
    },
    async () => {
      const intent = anIntent()
      if (intent?.status !== 'succeeded' || intent.disputes.length > 1) return
      intent.disputes.push({ disputeId: `du_${intent.intentId}_${intent.disputes.length}`, amount: intent.amount, outcome: 'open' })
      stripe.changed(intent)
    },
    async () => {
      const intent = anIntent()
      const dispute = intent?.disputes[Math.floor(random() * 2)]
      if (!intent || dispute?.outcome !== 'open') return
      dispute.outcome = random() < 0.5 ? 'won' : 'lost'
      stripe.changed(intent)
    },
    async () => {
      const intent = anIntent()
      const refund = intent?.refunds[0]
      if (!intent || !refund) return
      refund.failed = true
      stripe.changed(intent)
    },
    async () => {
      const { state } = await load(stream)
      const [paid] = [...(state?.payments ?? [])].filter(([, { stripe: by }]) => by !== null)
      if (!paid) return
      const refundId = uuidV5(`credit/${calls}`)
      await handle(stream, { type: 'RefundCredit', billId, refundId, paymentId: paid[0] as PaymentId, amount: null, reason: 'By check' }, because())
    },
  ]

  // Half of the lives begin with a paid bill, which can be refunded or disputed.
  if (seed % 2 === 0) {
    calm = true
    await openTab('credit', 'guests')
    for (const intent of stripe.intents.values()) {
      intent.status = 'succeeded'
      await receive(intent.intentId)
    }
    calm = false
  }

  const running: Promise<void>[] = []
  for (let n = 0; n < STEPS; n += 1) {
    const step = steps[Math.floor(random() * steps.length)]
    const done = Promise.resolve(step?.()).then(() => {}, tolerated)
    running.push(done)
    // Some commands wait for the previous one, as a person does; others run at the same time.
    if (random() < 0.7) await done
  }
  await Promise.all(running)

  // From here on Stripe answers every call, bank debits clear, and the jobs and the reconciler run.
  calm = true
  for (const intent of stripe.intents.values()) if (intent.status === 'processing') intent.status = 'succeeded'
  const { state: known } = await load(stream)
  for (const [refundId] of known?.stripeRefunds ?? []) await attempts.refund(billId, refundId, because()).catch(tolerated)
  for (const intentId of stripe.intents.keys()) await receive(intentId)
  for (const key of jobs) if (key.startsWith('attempt/')) await attempts.closeUnfit(billId, because())
  await attempts.closeAbandoned(billId, because())
  for (const intentId of stripe.intents.keys()) await receive(intentId)

  const { state: bill } = await load(stream)
  if (!bill) return ['the bill is gone']
  const wrong: string[] = []
  const emitted = await store.read(stream)
  const recorded = emitted.filter(({ type }) => type === 'PaymentRecorded').map(({ data }) => data as { paymentId: string })
  const paidBack = emitted.filter(({ type }) => type === 'CreditRefunded').map(({ data }) => data as { paymentId: string; amount: number })
  const cameBack = [...stripe.intents.values()].some(
    ({ refunds, disputes }) => refunds.some(({ failed }) => failed) || disputes.some(({ outcome }) => outcome === 'won'),
  )
  const byHandOf = (payment: string) => paidBack.reduce((sum, { paymentId, amount }) => sum + (paymentId === payment ? amount : 0), 0)
  let net = 0
  for (const intent of stripe.intents.values()) {
    const { intentId, amount, status, refunds, disputes } = intent
    const times = recorded.filter(({ paymentId }) => paymentId === uuidV5(intentId)).length
    if (times !== (status === 'succeeded' ? 1 : 0)) wrong.push(`${intentId} is ${status} and recorded ${times} times`)
    if (status === 'open') wrong.push(`${intentId} can still be paid`)
    if (status !== 'succeeded') continue
    const payment = bill.payments.get(uuidV5(intentId))
    const refunded = refunds.reduce((sum, one) => sum + (one.failed ? 0 : one.amount), 0) + byHandOf(uuidV5(intentId))
    // A bank may also demand money that was already refunded.
    const asked = disputes.reduce((sum, one) => sum + (one.outcome === 'won' ? 0 : one.amount), 0)
    const disputed = Math.min(asked, amount - refunded)
    net += amount - refunded - disputed
    if (payment?.refunded !== refunded) wrong.push(`${intentId} refunded ${refunded}, recorded ${payment?.refunded}`)
    if (payment?.disputed !== disputed) wrong.push(`${intentId} disputed ${disputed}, recorded ${payment?.disputed}`)
    const parts = payment && payment.applied + payment.refunded + payment.disputed + payment.used + unappliedOf(payment)
    if (payment && unappliedOf(payment) < 0) wrong.push(`${intentId} lacks ${-unappliedOf(payment)}`)
    if (parts !== amount) wrong.push(`${intentId} of ${amount} has parts of ${parts}`)
    // An attempt is for the balance at the time it opens. Only payments by hand and money that came back can make it
    // too much.
    const mayBeTooMuch = byHand || bill.archived || cameBack
    if (!mayBeTooMuch && payment && unappliedOf(payment) > 0) wrong.push(`${intentId} was paid for nothing: ${unappliedOf(payment)}`)
  }
  const applied = [...bill.payments.values()].reduce((sum, payment) => sum + payment.applied, 0)
  if (applied !== bill.collected) wrong.push(`collected ${bill.collected}, applied ${applied}`)
  if (bill.collected > bill.amount || bill.collected < 0) wrong.push(`collected ${bill.collected} of ${bill.amount}`)
  const credit = [...bill.payments.values()].reduce((sum, payment) => sum + unappliedOf(payment), 0)
  const received = [...bill.payments.values()].reduce((sum, payment) => sum + (payment.stripe ? 0 : payment.amount), 0)
  if (bill.collected + credit !== net + received) wrong.push(`${bill.collected} and ${credit} of credit do not come to ${net} and ${received}`)
  await store.close()
  return wrong
}

test(
  `in ${SCHEDULES} random lives of a bill paid through Stripe, each payment is recorded once and nothing is paid twice`,
  async () => {
    expect(await failedLives(live, { schedules: SCHEDULES, first: FIRST, atOnce: AT_ONCE })).toEqual([])
  },
  SCHEDULES * 60 + 10_000,
)
