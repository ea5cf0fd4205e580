import fc from 'fast-check'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BillCommand, billDecider } from '../../modules/bills/decider.ts'
import { balanceOf } from '../../modules/bills/effect.ts'
import type { BillEvent } from '../../modules/bills/events.ts'
import { type BillState, nextOf } from '../../modules/bills/state.ts'
import type { Instant, LocalDate } from '../../modules/kernel/dates.ts'
import { DomainError } from '../../modules/kernel/errors.ts'
import type { BillId, NetworkId, PaymentId, PayorId, ProgramId } from '../../modules/kernel/ids.ts'
import { memoryEventStore } from '../../modules/platform/event-store/memory.ts'
import { personalData } from '../../modules/platform/personal-data/personal-data.ts'
import { READ_SCHEMA, transaction } from '../../modules/platform/postgres/database.ts'
import { planCounts } from '../../modules/programs/values.ts'
import { withDatabase } from '../../scripts/testing/database.ts'
import type { Recorded, Transaction } from '../projection.ts'
import { prepareReadModels } from '../rebuild.ts'
import { foldLedger, foldPayors, type Moved, type Others } from './ledger.ts'
import { ledgerProjection } from './projector.ts'
import { receiptNumberOf } from './receipt-numbers.ts'
import type { BillRow, PaymentRow, Total } from './tables.ts'

const BILLS = 9
const uuid = (kind: number, n: number) => `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`
const billIdOf = (n: number) => `bill-${n}`.padEnd(22, '_') as BillId
const programOf = (n: number) => uuid(2, n % 3) as ProgramId
/** A payor has several bills, in one program or in several. */
const payorOf = (n: number) => uuid(4, Math.floor(n / 4)) as PayorId
const due = (n: number) => `2026-0${1 + (n % 2)}-28` as LocalDate

/** Random commands on the bills, with amounts both below and above the balance. */
const cents = fc.integer({ min: 1, max: 30_000 })
const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('IssueBill' as const), amount: cents }) },
  fc.record({ type: fc.constant('ChangeAmount' as const), amount: cents }),
  fc.record({ type: fc.constant('ClaimPayment' as const) }),
  fc.record({ type: fc.constant('WithdrawClaim' as const) }),
  fc.record({ type: fc.constant('RefuseClaim' as const) }),
  fc.record({ type: fc.constant('ConfirmClaim' as const) }),
  fc.record({ type: fc.constant('MarkPaid' as const) }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant('RecordReceipt' as const), amount: cents }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('ArchiveBill' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('Adjust' as const), amount: fc.integer({ min: -30_000, max: 30_000 }).filter((n) => n !== 0) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('Reverse' as const), which: fc.nat({ max: 5 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('MoveCredit' as const), which: fc.nat({ max: 5 }), to: fc.nat({ max: BILLS - 1 }), amount: cents }),
  },
  fc.record({ type: fc.constant('RefundCredit' as const), which: fc.nat({ max: 5 }), amount: cents }),
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('ChoosePlan' as const), count: fc.constantFrom(...planCounts), today: fc.integer({ min: 1, max: 9 }) }),
  },
  fc.record({ type: fc.constant('CancelPlan' as const) }),
)
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never

/** A payment or credit recorded on a bill. */
const recordedOn = (state: BillState, which: number): PaymentId => {
  const ids = state ? [...state.payments.keys(), ...state.credits.keys()] : []
  return (ids[which % Math.max(1, ids.length)] ?? uuid(1, 999_999)) as PaymentId
}

const commandOf = (n: number, step: number, what: Exclude<Deed, { type: 'MoveCredit' }>, state: BillState): BillCommand => {
  const billId = billIdOf(n)
  const paymentId = uuid(1, step) as PaymentId
  switch (what.type) {
    case 'IssueBill':
      return {
        ...what,
        billId,
        networkId: uuid(3, 0) as NetworkId,
        programId: programOf(n),
        payorId: payorOf(n),
        payorKind: 'individual',
        dueDate: due(n),
        period: due(n),
        n: 0,
      }
    case 'ChangeAmount':
      return { ...what, billId, programType: 'Custom', overdue: false }
    case 'ClaimPayment':
      return { ...what, billId, claimId: `claim ${step}`, method: 'wire', withdrawHash: 'hash', programStatus: 'Active', enabled: true }
    case 'WithdrawClaim':
      return { ...what, billId, proof: 'hash', owner: false }
    case 'RefuseClaim':
      return { ...what, billId, reason: 'no' }
    case 'ConfirmClaim':
      return { ...what, billId, paymentId }
    case 'MarkPaid':
      return { ...what, billId, paymentId, method: null, reference: null }
    case 'RecordReceipt':
      return { ...what, billId, paymentId, method: 'check', reference: 'a\tb\\c', receivedOn: null, today: due(0) }
    case 'ChoosePlan':
      return {
        type: 'ChoosePlan',
        billId,
        planId: `plan ${step}`,
        count: what.count,
        chosenBy: 'admin',
        offered: planCounts,
        programStatus: 'Active',
        today: `2026-0${what.today}-15` as LocalDate,
      }
    case 'CancelPlan':
      return { ...what, billId }
    case 'ArchiveBill':
      return { ...what, billId, reason: null }
    case 'Adjust':
      return { ...what, billId, adjustmentId: `adjustment ${step}`, reason: 'agreed' }
    case 'Reverse':
      return { type: 'Reverse', billId, paymentId: recordedOn(state, what.which), reason: 'a mistake' }
    case 'RefundCredit':
      return {
        type: 'RefundCredit',
        billId,
        refundId: `refund ${step}`,
        paymentId: recordedOn(state, what.which),
        amount: what.amount,
        reason: 'asked for',
      }
  }
}

/** The tables and views of the ledger, which are compared. */
const SHOWN = ['bills', 'payments', 'totals', 'collections', 'bill_counts', 'payment_counts', 'debtors', 'billed_payors', 'collection_months']
type Tables = Readonly<Record<string, readonly string[]>>
const shownTables = async (tx: Transaction): Promise<Tables> => {
  const tables: Record<string, readonly string[]> = {}
  for (const table of SHOWN)
    tables[table] = (await tx.query<{ row: string }>(`select t::text as row from ${table} t order by 1`)).rows.map(({ row }) => row)
  return tables
}

/** Runs the commands with the bill's decider alone. Returns the log, and the last state of each bill. */
const live = (deeds: readonly (readonly [number, Deed])[]) => {
  const states: BillState[] = Array.from({ length: BILLS }, () => null)
  const revisions = states.map(() => -1)
  const log: Recorded<BillEvent>[] = []
  const perform = (n: number, step: number, command: BillCommand): readonly BillEvent[] => {
    let decided: readonly BillEvent[] = []
    try {
      decided = billDecider.decide(command, states[n] ?? null)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
    for (const event of decided) {
      states[n] = billDecider.evolve(states[n] ?? null, event)
      revisions[n] = (revisions[n] ?? 0) + 1
      const at = new Date(Date.UTC(2026, 0, 1) + step * 400_000).toISOString() as Instant
      log.push({
        ...event,
        id: uuid(5, log.length),
        stream: `bill-${billIdOf(n)}`,
        revision: revisions[n] ?? 0,
        position: BigInt(log.length),
        metadata: { $correlationId: '', $causationId: '', actor: 'system:test', schema: 1, at },
      } as Recorded<BillEvent>)
    }
    return decided
  }
  for (const [step, [n, what]] of deeds.entries()) {
    if (what.type !== 'MoveCredit') {
      const [done] = perform(n, step, commandOf(n, step, what, states[n] ?? null))
      if (done?.type === 'CreditTakenBack') {
        const { fromBillId, creditId, amount } = done.data
        perform(Number(/\d+/.exec(fromBillId)?.[0]), step, { type: 'ReturnCredit', billId: fromBillId, creditId, amount })
      }
      continue
    }
    const credit = { creditId: uuid(1, step) as PaymentId, paymentId: recordedOn(states[n] ?? null, what.which), reason: 'theirs' }
    const { to, amount } = what
    if (perform(n, step, { type: 'UseCredit', billId: billIdOf(n), ...credit, amount, toBillId: billIdOf(to) }).length === 0) continue
    const [applied] = perform(to, step, { type: 'ApplyCredit', billId: billIdOf(to), ...credit, amount, fromBillId: billIdOf(n) })
    const taken = applied?.type === 'CreditApplied' ? applied.data.amount : 0
    perform(n, step, { type: 'ReturnCredit', billId: billIdOf(n), creditId: credit.creditId, amount: amount - taken })
  }
  return { log, states }
}

const batchesOf = (log: readonly Recorded<BillEvent>[], sizes: readonly number[]): Recorded<BillEvent>[][] => {
  const batches: Recorded<BillEvent>[][] = []
  for (let from = 0, i = 0; from < log.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1
    batches.push(log.slice(from, from + size))
    from += size
  }
  return batches
}

type Books = Readonly<{
  bills: readonly Pick<BillRow, 'id' | 'programId' | 'payorId' | 'state' | 'amount' | 'collected' | 'balance' | 'credited' | 'nextDue'>[]
  payments: readonly Pick<PaymentRow, 'programId' | 'amount' | 'applied' | 'refunded' | 'status'>[]
  totals: readonly Omit<Total, 'networkId'>[]
  collected: number
  /** Counts by name, without zeros. */
  counts: Readonly<Record<string, number>>
}>

/** The counts, computed from the single bills. */
const countsOf = (bills: readonly Pick<BillRow, 'programId' | 'payorId' | 'state' | 'nextDue' | 'balance'>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  const add = (key: string) => {
    counts[key] = (counts[key] ?? 0) + 1
  }
  const first = new Map<string, string>()
  for (const { payorId, nextDue } of bills.filter(({ balance }) => balance > 0))
    first.set(payorId, [first.get(payorId) ?? nextDue, nextDue].sort()[0] ?? nextDue)
  for (const [, day] of first) add(`debtors ${day}`)
  for (const pair of new Set(bills.filter(({ state }) => state !== 'Archived').map(({ programId, payorId }) => `${programId} ${payorId}`)))
    add(`billed ${pair.split(' ')[0]}`)
  for (const { programId, state, nextDue } of bills) add(`bills ${programId} ${state} ${nextDue}`)
  return counts
}
const withoutNone = (counts: Readonly<Record<string, number>>) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0)

/** Checks the invariants of the books against the states of the bills. */
const audit = ({ bills, payments, totals, collected, counts }: Books, states: readonly BillState[]) => {
  for (const [n, state] of states.entries()) {
    const row = bills.find(({ id }) => id === billIdOf(n))
    expect(row && { amount: row.amount, collected: row.collected, balance: row.balance }, `bill ${n}`).toEqual(
      state ? { amount: state.amount, collected: state.collected, balance: balanceOf(state) } : undefined,
    )
    if (!state || !row) continue
    const isPaid = state.collected >= state.amount
    const status = state.archived ? 'Archived' : isPaid ? 'Paid' : state.claim ? 'PendingConfirmation' : state.collected > 0 ? 'Partial' : 'Unpaid'
    expect(row.state, `bill ${n}`).toBe(status)
    expect(row.nextDue, `bill ${n}`).toBe(nextOf(state)?.dueDate ?? state.terms.dueDate)
    expect(row.balance).toBeGreaterThanOrEqual(0)
    expect(row.collected).toBeLessThanOrEqual(row.amount)
  }
  for (const program of [null, programOf(0), programOf(1), programOf(2)]) {
    const of = <Row extends { programId: string }>(rows: readonly Row[]) => rows.filter(({ programId }) => program === null || programId === program)
    const assessed = sum(of(totals), (total) => total.assessed)
    const paid = sum(of(totals), (total) => total.collected)
    const open = sum(of(totals), (total) => total.outstanding)
    expect(assessed, 'assessed = collected + outstanding').toBe(paid + open)
    expect(paid, 'collected ≤ assessed').toBeLessThanOrEqual(assessed)
    expect(assessed, 'assessed is the sum of the bills').toBe(sum(of(bills), (bill) => (bill.state === 'Archived' ? bill.collected : bill.amount)))
    expect(paid, 'collected is the sum of the bills').toBe(sum(of(bills), (bill) => bill.collected))
    expect(open, 'outstanding is the sum of the bills').toBe(sum(of(bills), (bill) => bill.balance))
    expect(paid, 'collected is what was applied').toBe(sum(of(payments), ({ applied }) => applied) + sum(of(bills), ({ credited }) => credited))
    const elsewhere = states.flatMap((state) => [...(state?.credits.values() ?? [])].filter(({ takenBack }) => !takenBack))
    const gone = elsewhere.filter(({ fromBillId }) => program === null || programOf(Number(/\d+/.exec(fromBillId)?.[0])) === program)
    const held = of(payments).filter(({ status }) => status !== 'Reversed')
    const unapplied = sum(of(totals), (total) => total.unapplied)
    expect(unapplied, 'unapplied is the rest of the payments').toBe(
      sum(held, ({ amount, applied, refunded }) => amount - applied - refunded) - sum(gone, ({ amount }) => amount),
    )
    if (program === null)
      expect(paid, 'collected is the payments list less unapplied credit').toBe(sum(held, ({ amount, refunded }) => amount - refunded) - unapplied)
  }
  expect(withoutNone(counts), 'what is counted').toEqual(countsOf(bills))
  expect(collected, 'the months add up to what was collected').toBe(sum(bills, (bill) => bill.collected))
}

/** The rows that the database would return for the payors' other bills before a batch. */
const othersOf = (bills: readonly BillRow[], moved: readonly Moved[]): Others[] => {
  const gone = new Set(moved.map(({ bill }) => bill.id))
  return bills
    .filter(({ id }) => !gone.has(id))
    .map(({ payorId, programId, balance, state, nextDue }) => ({
      payorId,
      programId,
      firstDue: balance > 0 ? nextDue : null,
      counted: state !== 'Archived',
    }))
}

/** The number of random histories that are folded into tables; in memory it is five times as many. */
const HISTORIES = Number(process.env.HISTORIES ?? 60)
const history = fc.array(fc.tuple(fc.nat({ max: BILLS - 1 }), deed), { minLength: 1, maxLength: 120, size: 'max' })
const sizes = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 8 })

describe('[d] the books agree after every random history', () => {
  test('when folded in memory, in batches of any size', () => {
    fc.assert(
      fc.property(history, sizes, (deeds, cuts) => {
        const { log, states } = live(deeds)
        const bills = new Map<string, BillRow>()
        const payments = new Map<string, PaymentRow>()
        const totals: Total[] = []
        let collected = 0
        const counts: Record<string, number> = {}
        const add = (key: string, by: number) => {
          counts[key] = (counts[key] ?? 0) + by
        }
        for (const batch of batchesOf(log, cuts)) {
          const copied = <Row extends object>(rows: ReadonlyMap<string, Row>) => new Map([...rows].map(([id, row]) => [id, { ...row }]))
          const folded = foldLedger({ bills: copied(bills), payments: copied(payments) }, batch)
          const payors = foldPayors(folded.moved, othersOf([...bills.values()], folded.moved))
          for (const { firstDue, payors: by } of payors.debtors) add(`debtors ${firstDue}`, by)
          for (const { programId, payors: by } of payors.billed) add(`billed ${programId}`, by)
          for (const { programId, state, nextDue, bills: by } of folded.counts) add(`bills ${programId} ${state} ${nextDue}`, by)
          for (const row of [...folded.issued, ...folded.changed]) bills.set(row.id, { ...row })
          for (const row of [...folded.payments, ...folded.changedPayments]) payments.set(row.id, { ...row })
          totals.push(...folded.totals)
          collected += sum(folded.collections, (one) => one.cents)
        }
        audit({ bills: [...bills.values()], payments: [...payments.values()], totals, collected, counts }, states)
      }),
      { numRuns: 5 * HISTORIES },
    )
  })

  describe('[d] the books in Postgres', () => {
    const { pool } = withDatabase(2)
    /** A step has only three positions, so that a history has many steps. */
    const ledger = () => ledgerProjection(personalData(pool, [Buffer.alloc(32)]), { positionsPerEvent: 0.003 })
    beforeAll(async () => {
      const store = memoryEventStore()
      await prepareReadModels({ pool, store, projections: [ledger()], log: pino({ level: 'silent' }) })
    })

    test('agree after every random history, with one transaction for each batch', async () => {
      const rowsOf = async <Row>(query: string) => (await pool.query(query)).rows as Row[]
      await pool.query(
        `insert into programs (id, network_id, name, name_key, frequency, type, amount, due_date, status, campaign_status, position, revision, since)
         select id, $2, '', '', '', '', 0, '2026-01-01', '', '', -1, 0, -1 from unnest($1::uuid[]) id`,
        [[0, 1, 2].map(programOf), uuid(3, 0)],
      )
      await fc.assert(
        fc.asyncProperty(history, sizes, async (deeds, cuts) => {
          await pool.query(
            `truncate ${[...SHOWN, 'bill_count_steps', 'bills_past', 'payments_past', 'receipt_counts', 'journal'].map((table) => `${READ_SCHEMA}.${table}`).join()}`,
          )
          const { log, states } = live(deeds)
          const seen: { position: bigint; tables: Tables }[] = []
          for (const batch of batchesOf(log, cuts)) {
            await transaction(pool, (tx) => ledger().fold(tx, batch))
            seen.push({ position: batch.at(-1)?.position ?? -1n, tables: await transaction(pool, shownTables) })
          }
          for (const { position, tables } of seen) {
            const asOf = await transaction(pool, async (tx) => {
              await tx.query(`set local search_path = ${READ_SCHEMA}_as_of, ${READ_SCHEMA}, public`)
              await tx.query(`set local vestry.network = '${uuid(3, 0)}'; set local vestry.as_of = '${position}'`)
              return shownTables(tx)
            })
            expect(asOf, `as of ${position}`).toEqual(tables)
          }
          const receipts = await rowsOf<{ number: string }>('select receipt_number as number from payments order by position')
          expect(receipts.map(({ number }) => number)).toEqual(receipts.map((_, i) => receiptNumberOf(2026, i + 1)))
          const [{ collected } = { collected: -1 }] = await rowsOf<{ collected: number }>(
            'select coalesce(sum(cents), 0)::bigint as collected from collections',
          )
          const counts = await rowsOf<{ key: string; count: number }>(
            `select concat_ws(' ', 'bills', scope, state, next_due) as key, bills as count from bill_counts where scope <> network_id
             union all select concat_ws(' ', 'debtors', first_due), payors from debtors union all select concat_ws(' ', 'billed', program_id), payors from billed_payors`,
          )
          expect(
            await rowsOf(`select 1 from bill_counts group by state, next_due having sum(bills) filter (where scope = network_id) <> sum(bills) filter (where scope <> network_id)
                          union all select 1 from (select program_id, count(*) from payments group by 1 union all select network_id, count(*) from payments group by 1) p (scope, n)
                          full join payment_counts c using (scope) where p.n is distinct from c.payments
                          union all select 1 from (select network_id, date_trunc('month', at at time zone 'utc')::date, sum(cents) from collections group by 1, 2 having sum(cents) <> 0) c (network_id, month, n)
                          full join collection_months d using (network_id, month) where c.n is distinct from d.cents
                          union all select 1 from (select bills as n from bill_counts union all select payors from debtors union all select payors from billed_payors union all select cents from collections union all select cents from collection_months union all select collected + outstanding + unapplied from totals) z where n = 0`),
          ).toEqual([])
          audit(
            {
              counts: Object.fromEntries(counts.map(({ key, count }) => [key, count])),
              bills: await rowsOf(
                'select id, program_id as "programId", payor_id as "payorId", state, amount, collected, balance, credited, next_due as "nextDue" from bills',
              ),
              payments: await rowsOf('select program_id as "programId", amount, applied, refunded, status from payments'),
              totals: await rowsOf(
                'select program_id as "programId", due_date as "dueDate", assessed, collected, outstanding, unapplied from totals',
              ),
              collected,
            },
            states,
          )
        }),
        { numRuns: HISTORIES },
      )
    })
  })
})

test('money for a bill that was never issued fails the fold', () => {
  const { log } = live([
    [0, { type: 'IssueBill', amount: 100 }],
    [0, { type: 'MarkPaid' }],
  ])
  expect(() => foldLedger({ bills: new Map(), payments: new Map() }, log.slice(1))).toThrow('never recorded')
})
