import { expect, test } from 'vitest'
import { foldLedger } from '../../projections/ledger/ledger.ts'
import { disagreements, everything } from '../../scripts/testing/books-agree.ts'
import { failedLives } from '../../scripts/testing/lives.ts'
import { Killed, mortal } from '../../scripts/testing/mortal-store.ts'
import { plainPersonalData } from '../../scripts/testing/plain-personal-data.ts'
import { seeded } from '../app/demo/seeded.ts'
import { openBooks } from '../audit/books.ts'
import { billAttempts } from '../bills/attempts.ts'
import type { IntentPort } from '../bills/contract.ts'
import type { BillCommand } from '../bills/decider.ts'
import { billStream } from '../bills/events.ts'
import { billHandler } from '../bills/handle-bill.ts'
import { billParts } from '../bills/parts.ts'
import type { Instant, LocalDate } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import { BillId, NetworkId, type PaymentId, PayorId, ProgramId, type RemittanceId } from '../kernel/ids.ts'
import { Conflict } from '../platform/event-store/event-store.ts'
import { memoryEventStore } from '../platform/event-store/memory.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { type Part, remittanceStream } from './events.ts'
import { reverseParts } from './reverse.ts'
import { remittanceHandler, settling } from './settle.ts'

/** SCHEDULES=100000 runs that many lives. A seed always gives the same life. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 500)
const FIRST = Number(process.env.FIRST_SCHEDULE ?? 1)
const STEPS = 16
const MOST_BILLS = 6
const DUES = 10_000

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const at = '2026-01-01T00:00:00.000Z' as Instant
const today = '2026-01-01' as LocalDate
const networkId = NetworkId.parse(id(1))
const payorId = PayorId.parse(id(3))
const terms = {
  networkId,
  programId: ProgramId.parse(id(2)),
  payorId,
  payorKind: 'individual',
  amount: DUES,
  period: '2026-06-30' as LocalDate,
  dueDate: '2026-06-30' as LocalDate,
  n: 0,
} as const

const tolerated = (error: unknown): void => {
  if (!(error instanceof DomainError || error instanceof Killed || error instanceof Conflict)) throw error
}

const noDeposits = { add: async () => [], drop: async () => {} }

/** Runs one random life of up to six bills and their remittances, and returns the errors in their books. */
const live = async (seed: number): Promise<string[]> => {
  const random = seeded(seed)
  const among = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  let calm = false
  const memory = memoryEventStore()
  const store = mortal(memory, random, () => calm)
  const settle = async (remittanceId: RemittanceId) =>
    void (await settling({ store, personal: plainPersonalData, bills: parts, deposits: noDeposits, now: () => at })(remittanceId))
  const attempts = billAttempts({
    ...{ store, settleRemittance: settle, personal: plainPersonalData, intents: {} as IntentPort, addJob: async () => {} },
    observeRemittance: async () => null,
  })
  const parts = billParts({ store, settleRemittance: settle, personal: plainPersonalData, attempts })
  const { load, handle } = billHandler(store, settle)
  const remittances = remittanceHandler({ store, personal: plainPersonalData })
  const reverse = reverseParts({ store, personal: plainPersonalData, bills: parts })
  let calls = 0
  const because = () => {
    calls += 1
    return { actor: 'test', at, cause: `${seed}/${calls}` }
  }
  const billIds = Array.from({ length: 1 + Math.floor(random() * MOST_BILLS) }, (_, n) => BillId.parse(String.fromCharCode(65 + n).repeat(22)))
  calm = true
  for (const billId of billIds) await handle(billStream(billId), { type: 'IssueBill', billId, ...terms }, because())
  calm = false

  const asked: Readonly<{ remittanceId: RemittanceId; parts: readonly Part[] }>[] = []
  const acknowledged = new Set<RemittanceId>()
  const begin = async ({ remittanceId, parts: of }: (typeof asked)[number], cause: string) => {
    const amount = of.reduce((sum, part) => sum + part.amount, 0)
    const money = { amount, method: 'check', reference: null, receivedOn: null, payerId: null, owner: payorId } as const
    const circumstances = { actor: 'test', at, cause }
    await remittances.handle(remittanceStream(remittanceId), { type: 'StartRemittance', remittanceId, networkId, ...money, parts: of }, circumstances)
    const { state } = await settling({ store, personal: plainPersonalData, bills: parts, deposits: noDeposits, now: () => at })(remittanceId)
    if (state?.stage === 'recorded') acknowledged.add(remittanceId)
  }
  const command = (one: (billId: BillId) => BillCommand) => {
    const billId = among(billIds)
    return handle(billStream(billId), one(billId), because())
  }
  const steps: (() => Promise<unknown> | undefined)[] = [
    ...Array.from({ length: 4 }, () => () => {
      const n = asked.length
      const chosen = billIds.filter(() => random() < 0.6)
      const of = (chosen.length > 0 ? chosen : [among(billIds)]).map(
        (billId, i): Part => ({
          billId,
          paymentId: uuidV5(`payment/${seed}/${n}/${i}`) as PaymentId,
          amount: 100 + Math.floor(random() * 1.3 * DUES),
        }),
      )
      const remittance = { remittanceId: of[0]?.paymentId as unknown as RemittanceId, parts: of }
      asked.push(remittance)
      return begin(remittance, `${seed}/remittance/${n}`)
    }),
    // The same request again, in a second tab or after no answer came.
    () => {
      const n = Math.floor(random() * asked.length)
      return asked[n] && begin(asked[n], `${seed}/remittance/${n}`)
    },
    () => (asked.length > 0 ? settle(among(asked).remittanceId) : undefined),
    () => {
      const one = asked.length > 0 ? among(asked) : null
      return one
        ? reverse(
            one.remittanceId,
            one.parts.filter(() => random() < 0.5),
            'A mistake',
            because(),
          )
        : undefined
    },
    () => command((billId) => ({ type: 'Adjust', billId, adjustmentId: id(calls), amount: random() < 0.6 ? -4_000 : 3_000, reason: 'Agreed' })),
    () =>
      command((billId) => ({ type: 'ChangeAmount', billId, amount: 100 + Math.floor(random() * 2 * DUES), programType: 'Custom', overdue: false })),
    () => command((billId) => ({ type: 'ArchiveBill', billId, reason: null })),
    () =>
      command((billId) => ({
        type: 'MarkPaid',
        billId,
        paymentId: uuidV5(`marked/${seed}/${calls}`) as PaymentId,
        method: 'check',
        reference: null,
      })),
    () =>
      command((billId) => ({
        ...{ type: 'RecordReceipt', billId, paymentId: uuidV5(`by hand/${seed}/${calls}`) as PaymentId, amount: 3_000, method: 'cash' },
        ...{ reference: null, receivedOn: null, today },
      })),
    () =>
      command((billId) => ({
        type: 'ClaimPayment',
        billId,
        claimId: id(calls),
        method: 'wire',
        withdrawHash: 'x',
        programStatus: 'Active',
        enabled: true,
      })),
    async () => {
      const billId = among(billIds)
      const [paymentId] = [...((await load(billStream(billId))).state?.payments.keys() ?? [])] as PaymentId[]
      if (paymentId) await handle(billStream(billId), { type: 'Reverse', billId, paymentId, reason: 'A mistake' }, because())
    },
    async () => {
      const billId = among(billIds)
      const [paymentId] = [...((await load(billStream(billId))).state?.payments.keys() ?? [])] as PaymentId[]
      const refundId = uuidV5(`credit/${seed}/${calls}`)
      if (paymentId)
        await handle(billStream(billId), { type: 'RefundCredit', billId, refundId, paymentId, amount: null, reason: 'By check' }, because())
    },
  ]
  const running: Promise<void>[] = []
  for (let n = 0; n < STEPS; n += 1) {
    const done = Promise.resolve(among(steps)()).then(() => {}, tolerated)
    running.push(done)
    if (random() < 0.6) await done
  }
  await Promise.all(running)

  // From here on no process dies, and the jobs run.
  calm = true
  for (const { remittanceId } of asked) if ((await remittances.load(remittanceStream(remittanceId))).state) await settle(remittanceId)

  const wrong: string[] = []
  const events = await everything(memory)
  // At every position, no bill shows more than it owes, and every remittance shows whole or not at all.
  const books = openBooks()
  for (const event of events) {
    books.apply(event as never)
    for (const { id: bill, collected, amount, unapplied } of books.bills.values())
      if (collected > amount || collected < 0 || unapplied < 0)
        wrong.push(`at ${event.position} bill ${bill} shows ${collected} of ${amount}, ${unapplied} unapplied`)
    for (const { remittanceId, parts: of } of asked) {
      const seen = of.filter(({ paymentId }) => books.payments.has(paymentId)).length
      if (seen !== 0 && seen !== of.length) wrong.push(`at ${event.position} ${seen} of ${of.length} parts of ${remittanceId} show`)
    }
  }
  const ledger = foldLedger({ bills: new Map(), payments: new Map() }, events)
  const rows = new Map(ledger.payments.map((row) => [row.id as string, row]))
  for (const { remittanceId, parts: of } of asked) {
    const { state } = await remittances.load(remittanceStream(remittanceId))
    if (state?.stage === 'started') wrong.push(`${remittanceId} never ends`)
    if (acknowledged.has(remittanceId) && state?.stage !== 'recorded') wrong.push(`${remittanceId} was acknowledged and is ${state?.stage}`)
    for (const { billId, paymentId, amount } of of) {
      const recorded = state?.stage === 'recorded'
      const onBill = (await load(billStream(billId))).state?.payments.get(paymentId)
      if (recorded !== (rows.get(paymentId)?.amount === amount)) wrong.push(`${paymentId} is ${state?.stage}, and the ledger disagrees`)
      // A bill keeps a part that it released as a reversed payment.
      if (recorded ? onBill?.amount !== amount : onBill && !onBill.reversed) wrong.push(`${paymentId} is ${state?.stage}, and its bill disagrees`)
    }
  }
  for (const billId of billIds) wrong.push(...disagreements(billId, (await load(billStream(billId))).state, ledger, books))
  await memory.close()
  return wrong
}

test(
  `in ${SCHEDULES} random lives of up to six bills, each remittance is recorded whole or not at all, and all books agree (R131)`,
  async () => {
    expect(await failedLives(live, { schedules: SCHEDULES, first: FIRST, atOnce: 1 })).toEqual([])
  },
  SCHEDULES * 60 + 10_000,
)
