import { expect, test } from 'vitest'
import { foldLedger } from '../../projections/ledger/ledger.ts'
import { disagreements, everything } from '../../scripts/testing/books-agree.ts'
import { failedLives } from '../../scripts/testing/lives.ts'
import { Killed, mortal } from '../../scripts/testing/mortal-store.ts'
import { plainPersonalData } from '../../scripts/testing/plain-personal-data.ts'
import { type Intent, stripeInMemory } from '../../scripts/testing/stripe-in-memory.ts'
import { seeded } from '../app/demo/seeded.ts'
import { openBooks } from '../audit/books.ts'
import { billAttempts, unlessUnavailable } from '../bills/attempts.ts'
import type { JointBill } from '../bills/contract.ts'
import type { BillCommand } from '../bills/decider.ts'
import { billStream } from '../bills/events.ts'
import { billHandler } from '../bills/handle-bill.ts'
import { billParts } from '../bills/parts.ts'
import { liveAttempt } from '../bills/state.ts'
import type { Instant, LocalDate } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import { BillId, NetworkId, type PaymentId, PayorId, ProfileId, ProgramId, type RemittanceId } from '../kernel/ids.ts'
import { Conflict } from '../platform/event-store/event-store.ts'
import { memoryEventStore } from '../platform/event-store/memory.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { type JointPayments, jointPayments } from './joint.ts'
import { settling } from './settle.ts'

/** SCHEDULES=100000 runs that many lives. A seed always gives the same life. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 1000)
const FIRST = Number(process.env.FIRST_SCHEDULE ?? 1)
const STEPS = 18
const MOST_BILLS = 6
/** Number of lives that run at the same time: some wait a third of a second for a request whose process has crashed. */
const AT_ONCE = 20
const FEE = 320

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const ACCOUNT = 'acct_1'
const at = '2026-01-01T00:00:00.000Z' as Instant
const today = '2026-01-01' as LocalDate
const payorId = PayorId.parse(id(3))
const profile = { profileId: ProfileId.parse(id(4)), accountId: ACCOUNT, programStatus: 'Active', enabled: true } as const
const payable = { description: 'Dues', payor: null, language: undefined, beforeNew: async () => {} } as const
const terms = {
  ...({ networkId: NetworkId.parse(id(1)), programId: ProgramId.parse(id(2)), payorId, payorKind: 'individual', amount: 10_000 } as const),
  ...{ period: '2026-06-30' as LocalDate, dueDate: '2026-06-30' as LocalDate, n: 0 },
} as const

const tolerated = (error: unknown): void => {
  if (!(error instanceof DomainError || error instanceof Killed || error instanceof Conflict)) throw error
}

const noDeposits = { add: async () => [], drop: async () => {} }

/** Runs one random life of bills that are paid alone, together and automatically, and returns their books' errors. */
const live = async (seed: number): Promise<string[]> => {
  const random = seeded(seed)
  const among = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  let calm = true
  const stripe = stripeInMemory(random, () => calm)
  const memory = memoryEventStore()
  const store = mortal(memory, random, () => calm)
  const personal = plainPersonalData
  const jobs = new Set<BillId>()
  const begun = new Set<RemittanceId>()
  const settleAs = (remittanceId: RemittanceId, actor?: string) => {
    begun.add(remittanceId)
    return settling({ store, personal, bills: parts, deposits: noDeposits, now: () => at })(remittanceId, actor)
  }
  const settleRemittance = async (remittanceId: RemittanceId) => void (await settleAs(remittanceId))
  const attempts = billAttempts({
    ...{ store, settleRemittance, personal, intents: stripe.port },
    addJob: async ({ payload }) => void jobs.add((payload as { billId: BillId }).billId),
    observeRemittance: (...seen) => joint.observe(...seen),
  })
  const parts = billParts({ store, settleRemittance, personal, attempts })
  const joint: JointPayments = jointPayments({ store, personal, settle: settleAs, intents: stripe.port, bills: parts })
  const { load, handle } = billHandler(store, settleRemittance)
  let calls = 0
  const because = () => {
    calls += 1
    return { actor: 'test', at, cause: `${seed}/${calls}` }
  }
  const billIds = Array.from({ length: 2 + Math.floor(random() * (MOST_BILLS - 1)) }, (_, n) => BillId.parse(String.fromCharCode(65 + n).repeat(22)))
  for (const billId of billIds) await handle(billStream(billId), { type: 'IssueBill', billId, ...terms }, because())
  const stateOf = async (billId: BillId) => (await load(billStream(billId))).state

  /** An Admin's command. It first cancels an attempt that could still be paid. */
  const command = async (one: (billId: BillId) => BillCommand): Promise<void> => {
    const billId = among(billIds)
    const state = await stateOf(billId)
    if (state && liveAttempt(state)) await attempts.releaseIfPossible(billId, state, because())
    const made = await handle(billStream(billId), one(billId), because())
    if (made.state) await attempts.closeLater(made.state)
  }
  const anIntent = (): Intent | undefined => among([...stripe.intents.values()])
  const receive = (intentId: string) => attempts.observeUnknown(ACCOUNT, intentId, because()).then(() => {})

  /** The intents that payors' browsers have received. Nobody can pay by any other. */
  const handed = new Set<string>()
  const hand = (intentId: string, owner: string) => {
    handed.add(intentId)
    // An intent is only ever handed to its owner (R85).
    expect(stripe.intents.get(intentId)?.owner).toBe(owner)
  }
  const openTogether = async (chosen: readonly BillId[], owner: string) => {
    const whole = random() < 0.3
    const bills = (await Promise.all(chosen.map((billId) => parts.jointBill(billId, whole)))) as JointBill[]
    const several = { ...payable, terms: bills.map((bill) => ({ ...profile, bill })), whole, payerId: payorId }
    const { intentId, amount } = await joint.open({ ...several, method: random() < 0.3 ? 'ach' : 'credit', owner }, because())
    hand(intentId, owner)
    expect(stripe.intents.get(intentId)?.amount).toBe(amount)
  }
  const openAlone = async (billId: BillId) => {
    const { intentId } = await attempts.open(billId, { ...payable, ...profile, method: 'credit', owner: 'guests' }, because())
    hand(intentId, 'guests')
  }
  const chargeAutomatically = async (billId: BillId) => {
    const most = 3_000 + Math.floor(random() * 9_000)
    const { intentId, amount } = await attempts.open(billId, { ...payable, ...profile, method: 'credit', owner: 'autopay', most }, because())
    expect(amount).toBeLessThanOrEqual(most)
    await attempts.charge(billId, ACCOUNT, intentId, 'pm_1', because())
  }
  const pay = async (intent: Intent | undefined) => {
    if (intent?.status !== 'open' || !handed.has(intent.intentId)) return
    intent.status = random() < 0.7 ? 'succeeded' : 'processing'
    stripe.changed(intent)
  }
  const chosen = (): BillId[] => {
    const some = billIds.filter(() => random() < 0.7)
    return some.length > 1 ? some : [...billIds]
  }
  const paidBy = async (billId: BillId): Promise<PaymentId | undefined> =>
    [...((await stateOf(billId))?.payments ?? [])].filter(([, { stripe: by }]) => by !== null).map(([paymentId]) => paymentId as PaymentId)[0]

  const steps: (() => Promise<unknown> | undefined)[] = [
    () => openTogether(chosen(), 'guests'),
    () => openTogether(chosen(), among(['guests', 'ruth'])),
    () => openTogether([...billIds], 'guests'),
    () => openAlone(among(billIds)),
    () => chargeAutomatically(among(billIds)),
    () => pay(anIntent()),
    () => pay([...stripe.intents.values()].at(-1)),
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
    async () => {
      const intent = anIntent()
      const billId = among(billIds)
      const isOurs = [...((await stateOf(billId))?.attempts.values() ?? [])].some((one) => one.intentId === intent?.intentId)
      if (intent && isOurs) await attempts.observe(billId, ACCOUNT, intent.intentId, because())
    },
    () => (begun.size > 0 ? settleRemittance(among([...begun])) : undefined),
    () => command((billId) => ({ type: 'ChangeAmount', billId, amount: 100 + Math.floor(random() * 20_000), programType: 'Custom', overdue: false })),
    () => command((billId) => ({ type: 'ArchiveBill', billId, reason: null })),
    () =>
      command((billId) => ({
        ...{ type: 'ChoosePlan', billId, planId: id(calls), count: 2 + Math.floor(random() * 3), offered: [2, 3, 4] },
        ...{ chosenBy: 'admin', programStatus: 'Active', today },
      })),
    () => command((billId) => ({ type: 'CancelPlan', billId })),
    async () => {
      const billId = among(billIds)
      const state = await stateOf(billId)
      if (state) await attempts.release(billId, state, because())
      const claim = { claimId: id(calls), method: 'wire', withdrawHash: 'x', programStatus: 'Active', enabled: true } as const
      await handle(billStream(billId), { type: 'ClaimPayment', billId, ...claim }, because())
    },
    () => command((billId) => ({ type: 'RefuseClaim', billId, reason: 'No' })),
    () =>
      command((billId) => ({
        ...{ type: 'RecordReceipt', billId, paymentId: uuidV5(`by hand/${seed}/${calls}`) as PaymentId, amount: 3_000, method: 'check' },
        ...{ reference: null, receivedOn: null, today },
      })),
    async () => {
      const billId = among(billIds)
      const paymentId = await paidBy(billId)
      if (!paymentId) return
      const refundId = uuidV5(`refund/${seed}/${calls}`)
      const amount = random() < 0.5 ? null : 500
      await handle(billStream(billId), { type: 'RequestRefund', billId, refundId, paymentId, amount, reason: 'Asked for' }, because())
      await attempts.refund(billId, refundId, because()).catch(unlessUnavailable)
    },
    // A refund in Stripe's dashboard.
    async () => {
      const intent = anIntent()
      if (intent?.status !== 'succeeded' || intent.refunds.length + intent.disputes.length > 0) return
      intent.refunds.push({
        refundId: `re_${intent.intentId}`,
        billId: null,
        amount: 1 + Math.floor(random() * intent.amount),
        failed: false,
        reason: null,
      })
      stripe.changed(intent)
    },
    async () => {
      const intent = anIntent()
      if (intent?.status !== 'succeeded' || intent.refunds.length + intent.disputes.length > 0) return
      const amount = random() < 0.5 ? intent.amount : 1 + Math.floor(random() * intent.amount)
      intent.disputes.push({ disputeId: `du_${intent.intentId}`, amount, outcome: 'open' })
      stripe.changed(intent)
    },
    async () => {
      const intent = anIntent()
      const [dispute] = intent?.disputes ?? []
      if (!intent || dispute?.outcome !== 'open') return
      dispute.outcome = random() < 0.5 ? 'won' : 'lost'
      stripe.changed(intent)
    },
    async () => {
      const intent = anIntent()
      const [refund] = intent?.refunds ?? []
      if (!intent || !refund) return
      refund.failed = true
      stripe.changed(intent)
    },
  ]

  // Half of the lives begin with bills that were paid together, which can be refunded or disputed.
  if (seed % 2 === 0) {
    await openTogether([...billIds], 'guests')
    for (const intent of stripe.intents.values()) {
      intent.status = 'succeeded'
      await receive(intent.intentId)
    }
  }
  calm = false
  const running: Promise<void>[] = []
  for (let n = 0; n < STEPS; n += 1) {
    const done = Promise.resolve(among(steps)()).then(() => {}, tolerated)
    running.push(done)
    if (random() < 0.7) await done
  }
  await Promise.all(running)

  // From here on Stripe answers every call, no process dies, bank debits clear, and the jobs and the reconciler run.
  calm = true
  for (const intent of stripe.intents.values()) if (intent.status === 'processing') intent.status = 'succeeded'
  for (const remittanceId of begun) await settleRemittance(remittanceId)
  for (const billId of billIds)
    for (const [refundId] of (await stateOf(billId))?.stripeRefunds ?? [])
      await attempts.refund(billId, refundId, because(), { again: true }).catch(tolerated)
  for (const intentId of stripe.intents.keys()) await receive(intentId).catch(tolerated)
  for (const billId of jobs) await attempts.closeUnfit(billId, because())
  for (const billId of billIds) await attempts.closeAbandoned(billId, because())
  for (const intentId of stripe.intents.keys()) await receive(intentId).catch(tolerated)

  const wrong: string[] = []
  const events = await everything(memory)
  const books = openBooks()
  for (const event of events) books.apply(event as never)
  const ledger = foldLedger({ bills: new Map(), payments: new Map() }, events)
  for (const billId of billIds) wrong.push(...disagreements(billId, await stateOf(billId), ledger, books))
  for (const { intentId, amount, status, refunds, disputes } of stripe.intents.values()) {
    const rows = ledger.payments.filter((row) => row.intentId === intentId)
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
    if (status === 'open' && handed.has(intentId)) wrong.push(`${intentId} can still be paid`)
    if (sum((row) => row.amount) !== (status === 'succeeded' ? amount : 0))
      wrong.push(`${intentId} of ${amount} is ${status}, and shows ${sum((row) => row.amount)}`)
    if (status !== 'succeeded') continue
    const refunded = refunds.reduce((total, one) => total + (one.failed ? 0 : one.amount), 0)
    // A bank may also demand money that was already refunded.
    const asked = disputes.reduce((total, one) => total + (one.outcome === 'won' ? 0 : one.amount), 0)
    const disputed = Math.min(asked, amount - refunded)
    if (sum((row) => row.refunded) !== refunded) wrong.push(`${intentId} refunded ${refunded}, recorded ${sum((row) => row.refunded)}`)
    if (sum((row) => row.disputed) !== disputed) wrong.push(`${intentId} disputed ${disputed}, recorded ${sum((row) => row.disputed)}`)
    if (sum((row) => row.fee ?? 0) !== FEE) wrong.push(`${intentId} has fees of ${sum((row) => row.fee ?? 0)}`)
    for (const row of rows)
      if (row.refunded > row.amount || row.refunded < 0 || row.disputed < 0)
        wrong.push(`${row.id} of ${row.amount} refunded ${row.refunded}, disputed ${row.disputed}`)
  }
  await memory.close()
  return wrong
}

test(
  `in ${SCHEDULES} random lives of bills paid alone, together and automatically, each payment is recorded once on all its bills, and all books agree (R140)`,
  async () => {
    expect(await failedLives(live, { schedules: SCHEDULES, first: FIRST, atOnce: AT_ONCE })).toEqual([])
  },
  SCHEDULES * 60 + 10_000,
)
