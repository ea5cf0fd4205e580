import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BillCommand, type BillState, balanceOf, billDecider } from '../../modules/bills/decider.ts'
import type { BillEvent } from '../../modules/bills/events.ts'
import type { Instant, LocalDate } from '../../modules/kernel/dates.ts'
import { DomainError } from '../../modules/kernel/errors.ts'
import type { BillId, MemberId, NetworkId, PaymentId, ProgramId } from '../../modules/kernel/ids.ts'
import { openPool, READ_SCHEMA, transaction } from '../../modules/platform/database.ts'
import { memoryEventStore } from '../../modules/platform/event-store.memory.ts'
import { freshDatabase, type TestDatabase } from '../../scripts/testing/database.ts'
import type { Recorded } from '../projection.ts'
import { prepareReadModels } from '../rebuild.ts'
import { type BillRow, foldLedger, type PaymentRow, type Total } from './ledger.ts'
import { ledgerProjection } from './projector.ts'

const BILLS = 9
const uuid = (kind: number, n: number) => `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`
const billIdOf = (n: number) => `bill-${n}`.padEnd(22, '_') as BillId
const programOf = (n: number) => uuid(2, n % 3) as ProgramId
const due = (n: number) => `2026-0${1 + (n % 2)}-28` as LocalDate

/** What somebody does to one of the bills. Amounts reach both sides of what is owed. */
const cents = fc.integer({ min: 1, max: 30_000 })
const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('IssueBill' as const), amount: cents }) },
  fc.record({ type: fc.constant('ChangeAmount' as const), amount: cents }),
  fc.record({ type: fc.constant('ClaimPayment' as const) }),
  fc.record({ type: fc.constant('WithdrawClaim' as const) }),
  fc.record({ type: fc.constant('RefuseClaim' as const) }),
  fc.record({ type: fc.constant('MarkPaid' as const) }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant('RecordReceipt' as const), amount: cents }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('ArchiveBill' as const) }) },
)
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never

const commandOf = (n: number, step: number, what: Deed): BillCommand => {
  const billId = billIdOf(n)
  const paymentId = uuid(1, step) as PaymentId
  switch (what.type) {
    case 'IssueBill':
      return {
        ...what,
        billId,
        networkId: uuid(3, 0) as NetworkId,
        programId: programOf(n),
        payorId: uuid(4, n) as MemberId,
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
    case 'MarkPaid':
      return { ...what, billId, paymentId, method: null, reference: null }
    case 'RecordReceipt':
      return { ...what, billId, paymentId, method: 'check', reference: 'a\tb\\c', receivedOn: null, today: due(0) }
    case 'ArchiveBill':
      return { ...what, billId, reason: null }
  }
}

/** What the commands lead to, by the rules of the bill alone: the log, and each bill's state at its end. */
const live = (deeds: readonly (readonly [number, Deed])[]) => {
  const states: BillState[] = Array.from({ length: BILLS }, () => null)
  const revisions = states.map(() => -1)
  const log: Recorded<BillEvent>[] = []
  for (const [step, [n, what]] of deeds.entries()) {
    let decided: readonly BillEvent[] = []
    try {
      decided = billDecider.decide(commandOf(n, step, what), states[n] ?? null)
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
  bills: readonly Pick<BillRow, 'id' | 'programId' | 'state' | 'amount' | 'collected' | 'balance'>[]
  payments: readonly Pick<PaymentRow, 'programId' | 'amount' | 'applied'>[]
  totals: readonly Omit<Total, 'networkId'>[]
  collected: number
}>

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0)

/** Everything that must hold of the books, against what the bills themselves say. */
const audit = ({ bills, payments, totals, collected }: Books, states: readonly BillState[]) => {
  for (const [n, state] of states.entries()) {
    const row = bills.find(({ id }) => id === billIdOf(n))
    expect(row && { amount: row.amount, collected: row.collected, balance: row.balance }, `bill ${n}`).toEqual(
      state ? { amount: state.amount, collected: state.collected, balance: balanceOf(state) } : undefined,
    )
    if (!state || !row) continue
    const isPaid = state.collected >= state.amount
    const status = state.archived ? 'Archived' : isPaid ? 'Paid' : state.claim ? 'PendingConfirmation' : state.collected > 0 ? 'Partial' : 'Unpaid'
    expect(row.state, `bill ${n}`).toBe(status)
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
    expect(paid, 'collected is what was applied').toBe(sum(of(payments), ({ applied }) => applied))
    expect(
      sum(of(totals), ({ unapplied }) => unapplied),
      'unapplied is the rest of the payments',
    ).toBe(sum(of(payments), ({ amount, applied }) => amount - applied))
  }
  expect(collected, 'the months add up to what was collected').toBe(sum(bills, (bill) => bill.collected))
}

const history = fc.array(fc.tuple(fc.nat({ max: BILLS - 1 }), deed), { minLength: 1, maxLength: 120, size: 'max' })
const sizes = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 8 })

describe('whatever is done to bills, the books agree', () => {
  test('in the fold, however the log is cut into batches', () => {
    fc.assert(
      fc.property(history, sizes, (deeds, cuts) => {
        const { log, states } = live(deeds)
        const bills = new Map<string, BillRow>()
        const payments: PaymentRow[] = []
        const totals: Total[] = []
        let collected = 0
        for (const batch of batchesOf(log, cuts)) {
          const folded = foldLedger(new Map([...bills].map(([id, row]) => [id, { ...row }])), batch)
          for (const row of [...folded.issued, ...folded.changed]) bills.set(row.id, { ...row })
          payments.push(...folded.payments)
          totals.push(...folded.totals)
          collected += sum(folded.collections, (one) => one.cents)
        }
        audit({ bills: [...bills.values()], payments, totals, collected }, states)
      }),
      { numRuns: 300 },
    )
  })

  describe('on Postgres', () => {
    let database: TestDatabase
    let pool: ReturnType<typeof openPool>
    beforeAll(async () => {
      database = await freshDatabase()
      pool = openPool(database.url, 2)
      const store = memoryEventStore()
      await prepareReadModels({ pool, store, projections: [ledgerProjection], log: pino({ level: 'silent' }) })
    })
    afterAll(async () => {
      await pool.end()
      await database.drop()
    })

    test('in the tables, each batch folded in its transaction', async () => {
      const rowsOf = async <Row>(query: string) => (await pool.query(query)).rows as Row[]
      await fc.assert(
        fc.asyncProperty(history, sizes, async (deeds, cuts) => {
          await pool.query(`truncate ${['bills', 'payments', 'totals', 'collections'].map((table) => `${READ_SCHEMA}.${table}`).join()}`)
          const { log, states } = live(deeds)
          for (const batch of batchesOf(log, cuts)) await transaction(pool, (tx) => ledgerProjection.fold(tx, batch))
          const [{ collected } = { collected: -1 }] = await rowsOf<{ collected: number }>(
            'select coalesce(sum(cents), 0)::bigint as collected from collections',
          )
          audit(
            {
              bills: await rowsOf('select id, program_id as "programId", state, amount, collected, balance from bills'),
              payments: await rowsOf('select program_id as "programId", amount, applied from payments'),
              totals: await rowsOf(
                'select program_id as "programId", due_date as "dueDate", assessed, collected, outstanding, unapplied from totals',
              ),
              collected,
            },
            states,
          )
        }),
        { numRuns: 60 },
      )
    }, 60_000)
  })
})

test('money for a bill that was never issued stops the fold', () => {
  const { log } = live([
    [0, { type: 'IssueBill', amount: 100 }],
    [0, { type: 'MarkPaid' }],
  ])
  expect(() => foldLedger(new Map(), log.slice(1))).toThrow('never issued')
})
