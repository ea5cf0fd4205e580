import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bill, BillStatus, BillsQuery } from '../modules/bills/contract.ts'
import type { BillEvent } from '../modules/bills/events.ts'
import { addDays, type Instant, type LocalDate } from '../modules/kernel/dates.ts'
import type { BillId, NetworkId, PaymentId, PayorId, ProgramId } from '../modules/kernel/ids.ts'
import { nameKey } from '../modules/kernel/names.ts'
import { type Payment, PaymentsQuery } from '../modules/payments/contract.ts'
import { memoryEventStore } from '../modules/platform/event-store/memory.ts'
import { personalData } from '../modules/platform/personal-data/personal-data.ts'
import { openQueries, transaction } from '../modules/platform/postgres/database.ts'
import type { ListOf } from '../modules/shared/api.ts'
import { withDatabase } from '../scripts/testing/database.ts'
import { billsBehind, billsOf } from './bills/list.ts'
import { aging, noAging, paymentsByMonth } from './dashboard/queries.ts'
import { ledgerProjection } from './ledger/projector.ts'
import { SHORT } from './lists/rows.ts'
import { MANY } from './lists/search-targets.ts'
import { paymentsBehind, paymentsOf } from './payments/list.ts'
import { type MemberRow, membersBehind, payorsOf } from './payors/queries.ts'
import type { Recorded } from './projection.ts'
import { prepareReadModels } from './rebuild.ts'

const BILLS = 400
const NOW = '2026-06-15T12:00:00.000Z' as Instant
const TODAY = '2026-06-15' as LocalDate
const uuid = (kind: number, n: number) => `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`
const networkOf = (n: number) => uuid(1, n) as NetworkId
/** Program n belongs to network n % 2; two of them share a name. */
const programs = Array.from({ length: 7 }, (_, n) => ({ id: uuid(2, n) as ProgramId, networkId: networkOf(n % 2), name: `Program ${n % 5}` }))
const payors = Array.from({ length: 60 }, (_, n) => ({
  id: uuid(3, n) as PayorId,
  networkId: networkOf(n % 2),
  name: n % 8 === 4 ? `Friend ${n} of Program 1` : `Payor ${n % 23}`,
}))
/** A network whose list is so long that sorting all rows, or skipping to a late page, would take too long. */
const LONG = networkOf(2)
const LONG_BILLS = 11_000
const longPrograms = [{ id: uuid(2, 50) as ProgramId, networkId: LONG, name: 'Long program' }]
const longPayors = Array.from({ length: 50 }, (_, n) => ({ id: uuid(3, 100 + n) as PayorId, networkId: LONG, name: `Payor ${n % 41}` }))

const { url, pool } = withDatabase(2)
let db: Awaited<ReturnType<typeof openQueries>>

type Issued = Readonly<{ bills: number; programs: typeof programs; payors: typeof payors; first: number }>

/** Bills of every kind, as the ledger's projector folds them, from a position on. The clock sometimes goes back. */
const events = (seed: number, { bills, programs, payors, first }: Issued): Recorded<BillEvent>[] => {
  let state = seed
  /** A random number from 0 to 1 (mulberry32). */
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const upTo = (n: number) => Math.floor(chance() * n)
  const log: Recorded<BillEvent>[] = []
  const revisions = new Map<string, number>()
  const add = (event: BillEvent) => {
    const revision = (revisions.get(event.data.billId) ?? -1) + 1
    revisions.set(event.data.billId, revision)
    const at = new Date(Date.UTC(2026, 0, 1) + (log.length + upTo(40)) * 1_000_000).toISOString() as Instant
    const metadata = { $correlationId: '', $causationId: '', actor: 'system:test', schema: 1, at }
    const position = first + log.length
    log.push({ ...event, id: uuid(9, position), stream: `bill-${event.data.billId}`, revision, position: BigInt(position), metadata } as never)
  }
  for (let n = first; n < first + bills; n += 1) {
    const program = programs[upTo(programs.length)] ?? expect.fail()
    const ours = payors.filter(({ networkId }) => networkId === program.networkId)
    const payor = ours[upTo(ours.length)] ?? expect.fail()
    const billId = `bill${n}`.padEnd(22, 'A') as BillId
    const dueDate = addDays(TODAY, (upTo(9) - 4) * 7)
    const amount = [10_000, 25_000, 25_000, 100 + upTo(30_000)][upTo(4)] ?? 0
    add({
      type: 'BillIssued',
      data: {
        billId,
        networkId: program.networkId,
        programId: program.id,
        payorId: payor.id,
        payorKind: 'individual',
        amount,
        dueDate,
        period: dueDate,
        n: 0,
      },
    })
    const pay = (cents: number) =>
      add({
        type: 'PaymentRecorded',
        data: {
          billId,
          paymentId: uuid(4, first + log.length) as PaymentId,
          amount: cents,
          applied: cents,
          method: null,
          reference: `check no. ${n}`,
          receivedOn: null,
        } as never,
      })
    const fate = chance()
    if (fate < 0.4) pay(amount)
    else if (fate < 0.5) pay(1 + upTo(50))
    else if (fate < 0.55) add({ type: 'PaymentClaimed', data: { billId, claimId: 'x', method: 'wire', withdrawHash: 'x' } as never })
    if (chance() < 0.08) add({ type: 'BillArchived', data: { billId, reason: null, waived: 0 } as never })
  }
  return log
}

const ledger = () => ledgerProjection(personalData(pool, [Buffer.alloc(32)]))

beforeAll(async () => {
  db = await openQueries(url, { size: 4 })
  await prepareReadModels({ pool, store: memoryEventStore(), projections: [ledger()], log: pino({ level: 'silent' }) })
  for (const n of [0, 1, 2])
    await pool.query(
      `insert into networks (id, name, slug, time_zone, embed_origins, reminder_days, position, revision, since) values ($1, 'Synod', 'synod', 'America/New_York', '{}', '{}', 0, 0, 0)`,
      [networkOf(n)],
    )
  for (const { id, networkId, name } of [...programs, ...longPrograms])
    await pool.query(
      `insert into programs (id, network_id, name, name_key, frequency, type, amount, due_date, status, campaign_status, position, revision, since)
       values ($1, $2, $3, $4, 'OneTime', 'Uniform', 100, '2026-01-01', 'Active', 'Draft', 0, 0, 0)`,
      [id, networkId, name, nameKey(name)],
    )
  for (const { id, networkId, name } of [...payors, ...longPayors])
    await pool.query(
      `insert into members (id, network_id, kind, name, first_name, last_name, email, name_key, sort_key, sought, revision, registered_in, since)
       values ($1, $2, 'individual', $3, 'Payor', $3, $4, replace(lower($3), ' ', ''), reverse(lower($3)), ' ' || lower($3) || ' ' || lower($4), -1, 'upload-x', 0)`,
      [id, networkId, name, `${name.replace(' ', '')}@example.org`],
    )
  const seed = Number(process.env.SEED ?? 42)
  const fold = async (log: readonly Recorded<BillEvent>[], batch: number) => {
    for (let from = 0; from < log.length; from += batch) await transaction(pool, (tx) => ledger().fold(tx, log.slice(from, from + batch)))
  }
  await fold(events(seed, { bills: BILLS, programs, payors, first: 0 }), 37)
  await fold(events(seed, { bills: LONG_BILLS, programs: longPrograms, payors: longPayors, first: 100_000 }), 2_000)
})
afterAll(() => db.end())

/** All pages of a list in order, each with the same total. */
const paged = async <Row>(size: number, pageOf: (page: number) => Promise<ListOf<Row>>): Promise<{ rows: Row[]; totalItems: number }> => {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await pageOf(page)
    rows.push(...data)
    expect(pagination).toEqual({ page, pageSize: size, totalPages: Math.ceil(pagination.totalItems / size), totalItems: pagination.totalItems })
    expect(data.length).toBe(Math.max(0, Math.min(size, pagination.totalItems - (page - 1) * size)))
    if (data.length === 0) return { rows, totalItems: pagination.totalItems }
  }
}

const exported = async <Row>(next: (last: Row | null) => Promise<readonly Row[]>): Promise<Row[]> => {
  const rows: Row[] = []
  for (let last: Row | null = null; ; last = rows.at(-1) ?? null) {
    const page = await next(last)
    if (page.length === 0) return rows
    rows.push(...page)
  }
}

const program = fc.option(fc.constantFrom(...programs.map(({ id }) => id), uuid(2, 99)), { nil: undefined })
const search = fc.option(
  fc.constantFrom('Payor 1', 'payor', 'Program 3', 'Program 1', 'no. 7', 'payor12@example', 'nobody', 'bill17'.padEnd(22, 'A')),
  {
    nil: undefined,
  },
)
const size = fc.constantFrom(1, 7, 10, 100)
const asked = <Shape extends Record<string, unknown>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined))

describe('[d] reading any list page by page gives each row once, in order, and the stated number of rows', () => {
  test('bills', async () => {
    const { rows: stored } = await pool.query<Record<string, never>>(
      `select b.*, b.created_at::text as sort_at, m.name as payor, m.sort_key, m.email, p.name as program,
              array(select reference from payments y where y.bill_id = b.id) as refs
       from bills b join members m on m.id = b.payor_id join programs p on p.id = b.program_id`,
    )
    const statusOf = ({ state, due_date: due }: Record<string, string>) =>
      (state === 'Unpaid' || state === 'Partial') && (due ?? '') < TODAY ? 'Overdue' : state
    const keys: Record<string, (row: Record<string, never>) => string | number> = {
      createdAt: (row) => row.sort_at ?? '',
      dueDate: (row) => row.due_date ?? '',
      amount: (row) => Number(row.amount),
      balance: (row) => Number(row.balance),
      payor: (row) => String(row.sort_key),
      program: (row) => String(row.program).toLowerCase(),
      status: (row) => statusOf(row) ?? '',
    }
    const orderBy = fc.constantFrom(...Object.keys(keys))
    type Filter = { assessmentProgramId: string | undefined; status: BillStatus | undefined; search: string | undefined }
    type Example = [number, Filter, string, 'asc' | 'desc', number]
    // 'Program 1' matches a program, and payors of other programs.
    const every = Object.keys(keys).flatMap((by, n) =>
      [undefined, ...BillStatus.options].flatMap((status, i) =>
        [undefined, 'Program 1'].flatMap((search) =>
          [undefined, programs[6]?.id].map(
            (assessmentProgramId, k): Example => [0, { assessmentProgramId, status, search }, by, (n + i + k) % 2 === 0 ? 'asc' : 'desc', 25],
          ),
        ),
      ),
    )
    const status = fc.option(fc.constantFrom(...BillStatus.options), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 1 }),
        fc.record({ assessmentProgramId: program, status, search: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, search) }),
        orderBy,
        fc.constantFrom('asc', 'desc'),
        size,
        async (network, filter, by, order, pageSize) => {
          const query = (page: number) => BillsQuery.parse({ ...asked(filter), orderBy: by, order, page, pageSize })
          const { rows, totalItems } = await paged<Bill>(pageSize, (page) => billsOf(db, networkOf(network), query(page), NOW))
          const has = (text: unknown, part: string) => String(text).toLowerCase().includes(part.toLowerCase())
          const wanted = stored.filter(
            (row) =>
              row.network_id === networkOf(network) &&
              (filter.assessmentProgramId === undefined || row.program_id === filter.assessmentProgramId) &&
              (filter.status === undefined || statusOf(row) === filter.status) &&
              (filter.search === undefined ||
                row.id === filter.search ||
                [row.payor, row.email, row.program, ...((row.refs ?? []) as string[])].some((text) => has(text, filter.search ?? ''))),
          )
          const sign = order === 'asc' ? 1 : -1
          const key = keys[by] ?? expect.fail()
          const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -sign : sign)
          wanted.sort(
            (a, b) => compare(key(a), key(b)) || compare(a.sort_at ?? '', b.sort_at ?? '') || compare(Number(a.position), Number(b.position)),
          )
          expect(rows.map(({ id }) => id)).toEqual(wanted.map((row) => row.id))
          expect(totalItems).toBe(wanted.length)
          const file = await exported((last: Awaited<ReturnType<typeof billsBehind>>[number] | null) =>
            billsBehind(db, networkOf(network), query(1), NOW, last, 13),
          )
          expect(file.map(({ id }) => id)).toEqual(wanted.map((row) => row.id))
        },
      ),
      { numRuns: every.length + Number(process.env.RUNS ?? 60), examples: every },
    )
  }, 120_000)

  test('payments', async () => {
    type Filter = { assessmentProgramId: string | undefined; search: string | undefined }
    const orders = ['createdAt', 'amount', 'payor', 'program'] as const
    const every = orders.flatMap((by) =>
      (['asc', 'desc'] as const).flatMap((order) =>
        [undefined, programs[6]?.id].map((assessmentProgramId): [number, Filter, typeof by, typeof order, number] => [
          0,
          { assessmentProgramId, search: undefined },
          by,
          order,
          7,
        ]),
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 1 }),
        fc.record({ assessmentProgramId: program, search }),
        fc.constantFrom(...orders),
        fc.constantFrom('asc' as const, 'desc' as const),
        size,
        async (network, filter, orderBy, order, pageSize) => {
          const query = (page: number) => PaymentsQuery.parse({ ...asked(filter), orderBy, order, page, pageSize })
          const { rows, totalItems } = await paged<Payment>(pageSize, (page) => paymentsOf(db, networkOf(network), query(page), NOW))
          expect(rows).toHaveLength(totalItems)
          const file = await exported((last: Awaited<ReturnType<typeof paymentsBehind>>[number] | null) =>
            paymentsBehind(db, networkOf(network), query(1), NOW, last, 13),
          )
          expect(rows.map(({ id }) => id)).toEqual(file.map(({ id }) => id))
          expect(new Set(rows.map(({ id }) => id)).size).toBe(totalItems)
        },
      ),
      { numRuns: every.length + 40, examples: every },
    )
  })

  test.each(['asc', 'desc'] as const)(
    'long lists by payor and by creation, %s',
    async (order) => {
      const inOrder = async (table: string, key: string): Promise<string[]> => {
        const { rows } = await pool.query<{ id: string }>(
          `select x.id from ${table} x join members m on m.id = x.payor_id where x.network_id = $1 order by ${key} ${order}, x.created_at ${order}, x.position ${order}`,
          [LONG],
        )
        return rows.map(({ id }) => id)
      }
      const page = { order, pageSize: 100 }
      for (const [orderBy, key] of [
        ['payor', 'm.sort_key'],
        ['createdAt', 'x.created_at'],
      ]) {
        const bills = await paged<Bill>(100, (n) => billsOf(db, LONG, BillsQuery.parse({ ...page, orderBy, page: n }), NOW))
        expect(bills.rows.map(({ id }) => id)).toEqual(await inOrder('bills', key ?? ''))
        const payments = await paged<Payment>(100, (n) => paymentsOf(db, LONG, PaymentsQuery.parse({ ...page, orderBy, page: n }), NOW))
        expect(payments.totalItems).toBeGreaterThan(SHORT)
        expect(payments.rows.map(({ id }) => id)).toEqual(await inOrder('payments', key ?? ''))
      }
    },
    60_000,
  )

  test('a search that finds thousands of payments by their references', async () => {
    const { rows: stored } = await pool.query<{ id: string; bill_id: string }>(
      `select id, bill_id from payments where network_id = $1 and reference like '%no. 10%'`,
      [LONG],
    )
    const bills = await paged<Bill>(100, (n) => billsOf(db, LONG, BillsQuery.parse({ search: 'Check no. 10', pageSize: 100, page: n }), NOW))
    expect(bills.totalItems).toBeGreaterThan(MANY)
    expect(new Set(bills.rows.map(({ id }) => id))).toEqual(new Set(stored.map((row) => row.bill_id)))
    const payments = await paged<Payment>(100, (n) =>
      paymentsOf(db, LONG, PaymentsQuery.parse({ search: 'Check no. 10', pageSize: 100, page: n }), NOW),
    )
    expect(payments.totalItems).toBe(stored.length)
  })

  test('members', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 1 }),
        search,
        size,
        fc.constantFrom('name' as const, 'balance' as const),
        fc.constantFrom('asc' as const, 'desc' as const),
        async (network, text, pageSize, orderBy, order) => {
          const filter = { orderBy, order, ...(text === undefined ? {} : { search: text }) }
          const { rows, totalItems } = await paged(pageSize, (page) => payorsOf(db, networkOf(network), { page, pageSize, ...filter }))
          expect(new Set(rows.map(({ id }) => id)).size).toBe(totalItems)
          const { rows: stored } = await pool.query<{ id: string }>(
            `select m.id from members m left join bills b on b.payor_id = m.id where m.id = any($1)
             group by m.id order by ${orderBy === 'balance' ? `coalesce(sum(b.balance), 0) ${order},` : ''} m.sort_key ${order}, m.id ${order}`,
            [rows.map(({ id }) => id)],
          )
          expect(rows.map(({ id }) => id)).toEqual(stored.map(({ id }) => id))
          const exported: string[] = []
          for (let last: MemberRow | null = null; ; ) {
            const more: readonly MemberRow[] = await membersBehind(db, networkOf(network), filter, last, 3)
            exported.push(...more.map(({ id }) => id))
            last = more.at(-1) ?? null
            if (last === null) break
          }
          expect(exported, 'as a file').toEqual(rows.map(({ id }) => id))
        },
      ),
      { numRuns: 15 },
    )
  })
})

test.each(['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland', 'Pacific/Pago_Pago', 'America/Santiago'])(
  'twelve months of payments in %s sum to the money collected in them',
  async (zone) => {
    await pool.query('update networks set time_zone = $2 where id = $1', [networkOf(1), zone])
    await pool.query('delete from collections; delete from collection_months')
    const hours = Array.from({ length: 13_000 }, (_, n) => n)
    await pool.query(`insert into collections select $1, $2::timestamptz - make_interval(mins => 45 * n), 1 + n % 97 from unnest($3::int[]) n`, [
      networkOf(1),
      NOW,
      hours,
    ])
    await pool.query(
      `insert into collection_months select network_id, date_trunc('month', at at time zone 'utc')::date, sum(cents) from collections group by 1, 2`,
    )
    const { rows } = await pool.query<{ month: string; cents: string }>(
      `select to_char(date_trunc('month', at at time zone $1), 'Mon YYYY') as month, sum(cents) as cents from collections group by date_trunc('month', at at time zone $1)`,
      [zone],
    )
    const sums = new Map(rows.map(({ month, cents }) => [month, Number(cents) / 100]))
    const { labels, datasets } = await paymentsByMonth(db, networkOf(1), NOW)
    expect(datasets[0]?.data).toEqual(labels.map((label) => sums.get(label)))
    expect(labels).toHaveLength(12)
  },
)

test("sums outstanding money by days past due in the network's time zone", async () => {
  await pool.query(`update networks set time_zone = 'America/New_York' where id = $1`, [networkOf(1)])
  await pool.query('delete from totals')
  // Late in the evening of the 9th in New York. Each number of days has a distinct amount, so that a sum shows its
  // parts.
  const now = '2026-03-10T03:30:00.000Z' as Instant
  const days = [-40, 0, 1, 30, 31, 60, 61, 90, 91, 400]
  await pool.query(
    `insert into totals select $1, '2026-03-09'::date - d, $2, 0, 0, 1 << (i - 1)::int, 0 from unnest($3::int[]) with ordinality as t (d, i)`,
    [programs[1]?.id, networkOf(1), days],
  )
  const buckets = [0b11, 0b1100, 0b110000, 0b11000000, 0b1100000000].map((cents) => cents / 100)
  const [current, days1to30, days31to60, days61to90, over90] = buckets
  expect(await aging(db, networkOf(1), null, now)).toEqual({ current, days1to30, days31to60, days61to90, over90, total: 10.23 })
  expect(await aging(db, networkOf(1), programs[3]?.id ?? null, now)).toEqual(noAging)
})
