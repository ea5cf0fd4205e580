import { expect, test } from 'vitest'
import { failedLives } from '../../scripts/testing/lives.ts'
import { Killed, mortal } from '../../scripts/testing/mortal-store.ts'
import { plainPersonalData } from '../../scripts/testing/plain-personal-data.ts'
import { seeded } from '../app/demo/seeded.ts'
import { billAttempts } from '../bills/attempts.ts'
import type { IntentPort, ObservedIntent } from '../bills/contract.ts'
import { type BillCommand, billDecider } from '../bills/decider.ts'
import { balanceOf } from '../bills/effect.ts'
import { liveAttempt, nextOf } from '../bills/state.ts'
import { addDays, dayIn, type Instant, instantOf, type LocalDate, momentIn } from '../kernel/dates.ts'
import { replay } from '../kernel/decider.ts'
import { DomainError } from '../kernel/errors.ts'
import { BillId, MandateId, NetworkId, type PaymentId, PayorId, ProfileId, ProgramId, UserId } from '../kernel/ids.ts'
import type { ConnectedAccount, Methods } from '../payment-profiles/contract.ts'
import { Conflict, type RecordedEvent } from '../platform/event-store/event-store.ts'
import { memoryEventStore } from '../platform/event-store/memory.ts'
import { commandHandler } from '../platform/handle.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { openCharging } from './charging.ts'
import { NOTICE_DAYS } from './contract.ts'
import { mandateStream } from './events.ts'

/** SCHEDULES=40000 runs that many lives. A seed always gives the same life. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 200)
const FIRST_SCHEDULE = Number(process.env.FIRST_SCHEDULE ?? 1)
/** Number of lives that run at the same time: some wait a third of a second for a request whose process has crashed. */
const AT_ONCE = 20
const STEPS = 40
const ZONE = 'America/Chicago'
const ACCOUNT = 'acct_1'

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const mandateId = MandateId.parse(id(9))
const mandate = mandateStream(mandateId)
const FIRST = '2026-03-01' as LocalDate
const bills = [20, 25, 60].map((days, n) => ({ billId: BillId.parse(String(n).repeat(22)), dueDate: addDays(FIRST, days) }))
const shared = { networkId: NetworkId.parse(id(1)), programId: ProgramId.parse(id(2)), profileId: ProfileId.parse(id(4)) }

type Intent = {
  intentId: string
  owner: string
  attempt: number
  billId: BillId
  amount: number
  status: ObservedIntent['status']
  declined: string | null
}

/** Stripe in memory, which sometimes does not answer, or acts without an answer. */
const stripeInMemory = (
  random: () => number,
  faultsOf: (intent: Intent) => Promise<readonly string[]>,
  charged: (faults: readonly string[]) => void,
) => {
  const intents = new Map<string, Intent>()
  const unreliably = async <Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> => {
    const outage = () => new DomainError('unavailable', 'unavailable', 'Stripe does not answer right now.')
    if (random() < 0.05) throw outage()
    const answer = await work()
    if (random() < 0.05) throw outage()
    return answer
  }
  const found = (intentId: string): Intent => intents.get(intentId) ?? expect.fail(intentId)
  const port: IntentPort = {
    create: ({ subject, amount, accountId, owner }) =>
      unreliably(() => {
        if (!('billId' in subject)) return expect.fail('autopay charges one bill at a time')
        const { billId, attempt } = subject
        const intentId = `pi_${billId.slice(0, 1)}_${attempt}`
        if (!intents.has(intentId)) intents.set(intentId, { intentId, owner, attempt, billId, amount, status: 'open', declined: null })
        return found(intentId).owner === owner ? { intentId, accountId, clientSecret: 'secret', amount } : null
      }),
    offer: () => unreliably(() => {}),
    charge: (_, intentId) =>
      unreliably(async () => {
        const intent = found(intentId)
        const faults = await faultsOf(intent)
        if (intent.status !== 'open') return { code: 'payment_intent_unexpected_state', decline: null }
        charged(faults)
        const chance = random()
        if (chance < 0.4) return { code: 'card_declined', decline: chance < 0.3 ? 'insufficient_funds' : 'lost_card' }
        intent.status = chance < 0.8 ? 'succeeded' : 'processing'
        return null
      }),
    observe: (accountId, intentId) =>
      unreliably(() => {
        const { billId, owner, attempt, amount, status } = found(intentId)
        const received = status === 'succeeded' ? amount : 0
        const observed: ObservedIntent = {
          ...{ intentId, accountId, attempt, status, amount, received, currency: 'usd', method: 'credit', wasProcessing: false },
          ...{ reference: null, failure: null, paymentId: uuidV5(intentId) as PaymentId, refunds: [], disputes: [] },
          fee: received > 0 ? { fee: 320, net: received - 320 } : null,
        }
        return { billId, remittanceId: null, clientSecret: 'secret', observed, owner, challenge: null }
      }),
    cancel: (_, intentId) =>
      unreliably(() => {
        if (found(intentId).status === 'open') found(intentId).status = 'canceled'
      }),
    refund: () => unreliably(() => {}),
  }
  return { intents, port }
}

const tolerated = (error: unknown): void => {
  if (!(error instanceof DomainError || error instanceof Killed || error instanceof Conflict)) throw error
}

let tried = 0

/** Runs a few months of a payor with autopay and three bills, and returns the faults. */
const live = async (seed: number): Promise<readonly string[]> => {
  const random = seeded(seed)
  const wrong: string[] = []
  let calm = true
  let now: Instant = momentIn(ZONE, FIRST, '08:00')
  const memory = memoryEventStore()
  const store = mortal(memory, random, () => calm)
  const { load, handle } = commandHandler(store, billDecider)
  const today = (): LocalDate => dayIn(ZONE, now)

  /** Checks a charge at the moment at which Stripe gets it. */
  const faultsOf = async ({ intentId, billId, amount, owner }: Intent): Promise<readonly string[]> => {
    const faults: string[] = []
    const say = (problem: string) => void faults.push(`${intentId} of ${amount} on ${now}: ${problem}`)
    const events = await memory.read(mandate)
    const start = events.findLast(({ type, data }) => type === 'ChargeStarted' && data.intentId === intentId)
    if (!start) return [`${intentId} was not recorded before`]
    if (!owner.startsWith('autopay/')) say('not the intent of a mandate')
    const { dueDate } = start.data
    const before = events.filter(({ revision, data }) => revision < start.revision && data.billId === billId && data.dueDate === dueDate)
    const notice = before.find(({ type }) => type === 'ChargeNoticed')
    if (!notice) return [...faults, `${intentId} without notice`]
    if (amount > Number(notice.data.amount)) say(`above the notice of ${notice.data.amount}`)
    if (today() < addDays(dayIn(ZONE, notice.metadata.at), NOTICE_DAYS)) say('less than ten days after the notice')
    if (now < momentIn(ZONE, notice.data.on as LocalDate, '09:00')) say('before nine on the day of the notice')
    for (const type of ['ChargeSkipped', 'ChargeSucceeded']) if (before.some((one) => one.type === type)) say(`after ${type}`)
    // Whatever happens during the charge comes too late.
    const inTime = ({ position, metadata }: RecordedEvent) => position < start.position || metadata.at < now
    if (events.some((one) => one.type === 'MandateEnded' && inTime(one))) say('after the stop')
    const bill = replay(billDecider, billDecider.read((await memory.read(`bill-${billId}`)).filter(inTime)))
    if (!bill || bill.claim || bill.archived || amount > balanceOf(bill)) say('a bill that owes less, or is claimed or archived')
    else if (nextOf(bill)?.dueDate !== dueDate) say(`for ${dueDate}, but ${nextOf(bill)?.dueDate} is next`)
    return faults
  }
  const stripe = stripeInMemory(random, faultsOf, (faults) => {
    tried += 1
    wrong.push(...faults)
  })
  const attempts = billAttempts({
    store,
    personal: plainPersonalData,
    intents: stripe.port,
    addJob: async () => {},
    settleRemittance: async () => {},
    observeRemittance: async () => null,
  })
  let status: 'Active' | 'Completed' = 'Active'
  const charging = openCharging({
    ...{ store, personal: plainPersonalData, now: () => now, attempts, timeZoneOf: async () => ZONE },
    programOf: async () => ({
      ...{ name: 'Dues', status, profileId: shared.profileId },
      methods: { Credit: { isEnabled: true } } as Methods,
      stripe: { accountId: ACCOUNT, chargesEnabled: true, debitsEnabled: true } as ConnectedAccount,
    }),
  })
  let calls = 0
  const because = () => {
    calls += 1
    return { actor: 'test', at: now, cause: `${seed}/${calls}` }
  }
  /** Asks for more notices and charges than the read models do, and charges all bills at the same time. */
  const look = async (): Promise<void> => {
    const of = bills.map(({ billId, dueDate }) => ({ mandateId, billId, dueDate }))
    for (const { billId, dueDate } of bills) {
      const next = (await attempts.payable(billId))?.dueDate ?? dueDate
      if (next !== dueDate) of.push({ mandateId, billId, dueDate: next })
    }
    for (const one of of) if (one.dueDate <= addDays(today(), NOTICE_DAYS)) await charging.notice(one).catch(tolerated)
    await Promise.all(of.map((one) => charging.charge(one).catch(tolerated)))
  }

  for (const [n, { billId, dueDate }] of bills.entries()) {
    const terms = { ...shared, payorId: PayorId.parse(id(3)), payorKind: 'individual', amount: 10_000, period: dueDate, dueDate, n } as const
    await handle(`bill-${billId}`, { type: 'IssueBill', billId, ...terms }, because())
  }
  const given = {
    ...{ mandateId, networkId: shared.networkId, programId: null, userId: UserId.parse(id(5)), profileId: shared.profileId, accountId: ACCOUNT },
    method: { kind: 'credit', customerId: 'cus_1', methodId: 'pm_1' },
    card: { brand: 'visa', last4: '4242' },
    consent: { text: 'I allow it.', language: 'en', at: now },
  } as const
  await charging.handle(mandate, { type: 'Give', mandateId, given }, because())

  const aBill = () => bills[Math.floor(random() * bills.length)] ?? expect.fail()
  /** An Admin's command. It first cancels an attempt that could still be paid. */
  const command = async (billId: BillId, one: BillCommand): Promise<void> => {
    const { state } = await load(`bill-${billId}`)
    if (state && liveAttempt(state)) await attempts.release(billId, state, because())
    await handle(`bill-${billId}`, one, because())
  }
  const { billId: none } = bills[0] ?? expect.fail()
  const payable = { ...shared, accountId: ACCOUNT, programStatus: 'Active', enabled: true, description: 'Dues', payor: null } as const
  const opened: string[] = []
  const steps: (() => Promise<unknown>)[] = [
    async () => {
      status = random() < 0.1 ? 'Completed' : 'Active'
    },
    () => {
      const { billId, dueDate } = aBill()
      return random() < 0.3 ? charging.handle(mandate, { type: 'Skip', mandateId, billId, dueDate }, because()) : Promise.resolve()
    },
    async () => {
      // More often if a charge was cut off, which must not go on after the stop.
      const isCutOff = [...((await charging.load(mandate)).state?.charges.values() ?? [])].some(({ stage }) => stage === 'started')
      if (isCutOff || random() < 0.05) await charging.handle(mandate, { type: 'End', mandateId, because: 'payor' }, because())
    },
    () => {
      const { billId } = aBill()
      return command(billId, { type: 'Adjust', billId, adjustmentId: id(calls), amount: Math.floor(random() * 8_000) - 4_000, reason: 'Changed' })
    },
    () => {
      const { billId } = aBill()
      const paymentId = uuidV5(`by hand/${calls}`) as PaymentId
      const amount = random() < 0.7 ? 2_000 : 10_000
      return command(billId, { type: 'RecordReceipt', billId, paymentId, amount, method: 'check', reference: null, receivedOn: null, today: today() })
    },
    () => {
      const { billId } = aBill()
      const claim = { claimId: id(calls), method: 'wire', withdrawHash: 'x', programStatus: 'Active', enabled: true } as const
      return command(billId, { type: 'ClaimPayment', billId, ...claim })
    },
    () => handle(`bill-${none}`, { type: 'RefuseClaim', billId: none, reason: 'No' }, because()),
    () => {
      const { billId } = aBill()
      return random() < 0.1 ? command(billId, { type: 'ArchiveBill', billId, reason: null }) : Promise.resolve()
    },
    () => {
      const { billId } = aBill()
      return command(billId, {
        ...{ type: 'ChoosePlan', billId, planId: id(calls), count: 2 + Math.floor(random() * 3), offered: [2, 3, 4] },
        ...{ chosenBy: 'admin', programStatus: 'Active', today: today() },
      })
    },
    () => {
      const { billId } = aBill()
      return random() < 0.2 ? command(billId, { type: 'CancelPlan', billId }) : Promise.resolve()
    },
    async () => {
      const open = { ...payable, method: 'credit', owner: 'guests', beforeNew: async () => {} } as const
      opened.push((await attempts.open(aBill().billId, open, because())).intentId)
    },
    async () => {
      const intent = stripe.intents.get(opened[Math.floor(random() * opened.length)] ?? '')
      if (intent?.status !== 'open') return
      intent.status = 'succeeded'
      await attempts.observe(intent.billId, ACCOUNT, intent.intentId, because())
    },
    async () => {
      for (const intent of stripe.intents.values()) if (intent.status === 'processing') intent.status = random() < 0.5 ? 'succeeded' : 'open'
      for (const { intentId, billId, status } of stripe.intents.values())
        if (status !== 'canceled') await attempts.observe(billId, ACCOUNT, intentId, because()).catch(tolerated)
    },
  ]
  calm = false
  for (let n = 0; n < STEPS; n += 1) {
    now = instantOf(Date.parse(now) + Math.floor(random() * 108) * 3_600_000)
    const step = Promise.resolve(steps[Math.floor(random() * steps.length)]?.()).catch(tolerated)
    if (random() < 0.5) await step
    await look()
    await step
  }

  const paid = new Map<string, unknown>()
  for (const { type, data } of await memory.read(mandate)) {
    if (type !== 'ChargeStarted' || stripe.intents.get(String(data.intentId))?.status !== 'succeeded') continue
    const of = `${data.billId} of ${data.dueDate}`
    if (paid.has(of) && paid.get(of) !== data.intentId) wrong.push(`${of} was charged twice`)
    paid.set(of, data.intentId)
  }
  await memory.close()
  return wrong
}

test(
  `in ${SCHEDULES} random lives, no bill is charged without notice, above it, after a stop or skip, or twice (R135)`,
  async () => {
    expect(await failedLives(live, { schedules: SCHEDULES, first: FIRST_SCHEDULE, atOnce: AT_ONCE })).toEqual([])
    expect(tried, 'charges are tried').toBeGreaterThan(SCHEDULES / 2)
  },
  SCHEDULES * 100 + 60_000,
)
