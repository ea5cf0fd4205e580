import { pino } from 'pino'
import { sql } from 'slonik'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { NetworkId, ProgramId } from '../../modules/kernel/ids.ts'
import { memoryEventStore } from '../../modules/platform/event-store/memory.ts'
import { openQueries } from '../../modules/platform/postgres/database.ts'
import { withDatabase } from '../../scripts/testing/database.ts'
import { prepareReadModels } from '../rebuild.ts'
import { byPayor, byProgram, type Declaration, type Direction, type ListQuery } from './declaration.ts'
import { networkList } from './list.ts'
import { type PlainList, pageOf, someOf } from './plain.ts'
import { MANY } from './search-targets.ts'

// The rows are stones, which lie in programs and belong to payors. Those that are sold, and only those, weigh nothing.
const Row = z.object({ id: z.string(), colour: z.string(), weight: z.number(), note: z.string().nullable(), payor: z.string().nullable() })
type Row = z.infer<typeof Row>
type Query = ListQuery & { orderBy: 'created' | 'colour' | 'program' | 'weight' | 'mass' | 'payor'; colour?: string | undefined }

const stone = sql.fragment`s0`
const declared: Declaration<Query, Row, Row> = {
  table: sql.fragment`stones`,
  as: stone,
  row: Row,
  columns: () => sql.fragment`s0.id, s0.colour, s0.weight, s0.note, m.name as payor`,
  joins: sql.fragment`left join members m on m.id = s0.payor_id and m.name <> 'Nameless'`,
  show: (row) => row,
  counts: { table: sql.fragment`stone_counts`, rows: sql.fragment`stones`, segment: [{ column: sql.fragment`colour`, type: 'text' }] },
  filter: ({ colour }) => (colour ? (table) => sql.fragment`${table}.colour = (select ${sql.literalValue(colour)})` : null),
  orders: {
    created: { by: 'creation' },
    colour: { by: 'segment', key: (table) => sql.fragment`${table}.colour`, type: 'text' },
    program: byProgram,
    weight: { by: 'column', column: sql.fragment`weight`, type: 'int8', index: 'program', same: ({ colour }: Query) => colour === 'sold' },
    mass: { by: 'column', column: sql.fragment`weight`, type: 'int8', index: 'network' },
    payor: byPayor,
  },
  search: { payor: sql.fragment`payor_id`, bill: sql.fragment`id` },
}
const stones = networkList(declared)

const NOW = '2026-06-15T12:00:00.000Z' as Instant
const uuid = (kind: number, n: number) => `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`
/** A network with a very long list, one with a short list, and one with none. */
const [LONG, SMALL, EMPTY] = [0, 1, 2].map((n) => uuid(1, n) as NetworkId) as [NetworkId, NetworkId, NetworkId]
const LENGTHS = new Map([
  [LONG, 6_500],
  [SMALL, 230],
])
/** So many payors that a search for the most frequent name gives up listing them by id. */
const PAYORS = new Map([
  [LONG, 1_300],
  [SMALL, 40],
])
const COLOURS = ['blue', 'red', 'sold', "o'hara"]
/** Two programs of each network share a name. */
const programOf = (networkId: NetworkId, n: number) => uuid(2, n + (networkId === LONG ? 0 : 10)) as ProgramId

const { url, pool } = withDatabase(2)
let db: Awaited<ReturnType<typeof openQueries>>

/** The counts that a projector would keep. */
const count = () =>
  pool.query(`delete from stone_counts;
    insert into stone_counts select scope, network_id, colour, count(*) from stones, lateral (values (program_id), (network_id)) c (scope) group by 1, 2, 3`)

beforeAll(async () => {
  db = await openQueries(url, { size: 2 })
  await prepareReadModels({ pool, store: memoryEventStore(), projections: [], log: pino({ level: 'silent' }) })
  await pool.query(`
    create table stones (id text collate "C" primary key, network_id uuid not null, program_id uuid not null, payor_id uuid not null, colour text not null,
      weight bigint not null, note text, created_at timestamptz not null, position bigint not null);
    create index on stones (network_id, created_at, position);
    create table stone_counts (scope uuid not null, network_id uuid not null, colour text not null, stones int not null)`)
  for (const [networkId, length] of LENGTHS) {
    for (let n = 0; n < 5; n += 1)
      await pool.query(
        `insert into programs (id, network_id, name, name_key, frequency, type, amount, due_date, status, campaign_status, position, revision, since)
         values ($1, $2, $3, replace(lower($3), ' ', ''), 'OneTime', 'Uniform', 100, '2026-01-01', 'Active', 'Draft', 0, 0, 0)`,
        [programOf(networkId, n), networkId, n === 3 ? 'Quarry of Mason 1' : `Quarry ${n % 4}`],
      )
    await pool.query(
      `insert into members (id, network_id, kind, name, name_key, sort_key, sought, revision, registered_in, since)
       select ('0000000' || $2 || '-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, $1, 'individual', name, replace(lower(name), ' ', ''), reverse(lower(name)), ' ' || lower(name), -1, 'upload-x', 0
       from (select i, case when i % 7 = 0 then 'Nameless' else 'Mason ' || i % 20 end as name from generate_series(0, $3::int - 1) i) m`,
      [networkId, networkId === LONG ? 3 : 4, PAYORS.get(networkId)],
    )
    // Fifty stones have each time of creation, in a different order than their positions. Most weigh the same, and few
    // have a note.
    await pool.query(
      `insert into stones select 'stone-' || $2::text || '-' || i, $1, ($3::uuid[])[1 + i * 7 % 5], ('0000000' || $2 || '-0000-4000-8000-' || lpad((i * 11 % $6::int)::text, 12, '0'))::uuid,
              colour, case when colour = 'sold' then 0 when i % 3 = 0 then 1 + i % 900 else 25 end, case when i % 9 = 0 then 'note ' || i end,
              '2026-01-01Z'::timestamptz + make_interval(hours => (i * 31 % $4::int) / 50), i * 17 % 100003
       from (select i, ($5::text[])[1 + (i * 13 / 4) % 4] as colour from generate_series(1, $4::int) i) a`,
      [networkId, networkId === LONG ? 3 : 4, [0, 1, 2, 3, 4].map((n) => programOf(networkId, n)), length, COLOURS, PAYORS.get(networkId)],
    )
  }
  await count()
})
afterAll(() => db.end())

type Stored = Readonly<Record<string, string | number>>
const keys: Readonly<Record<Query['orderBy'], (row: Stored) => string | number>> = {
  created: () => 0,
  colour: (row) => row.colour ?? '',
  program: (row) => row.program ?? '',
  weight: (row) => row.weight ?? '',
  mass: (row) => row.weight ?? '',
  payor: (row) => row.payor ?? '',
}
const orders = Object.keys(keys) as Query['orderBy'][]

/** The whole list, sorted in memory. */
const wanted = async (networkId: NetworkId, { orderBy, order, colour, assessmentProgramId: program }: Omit<Query, 'page' | 'pageSize'>) => {
  const { rows } = await pool.query<Stored>(
    `select s.*, s.created_at::text as at, lower(p.name) as program, m.sort_key as payor from stones s join programs p on p.id = s.program_id join members m on m.id = s.payor_id
     where s.network_id = $1 and ($2::text is null or s.colour = $2) and ($3::uuid is null or s.program_id = $3)`,
    [networkId, colour ?? null, program ?? null],
  )
  const sign = order === 'asc' ? 1 : -1
  const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -sign : sign)
  const by = (row: Stored) => [keys[orderBy](row), row.at ?? '', Number(row.position)] as const
  return rows.toSorted((a, b) => compare(by(a)[0], by(b)[0]) || compare(by(a)[1], by(b)[1]) || compare(by(a)[2], by(b)[2])).map(({ id }) => id)
}

const exported = async (
  networkId: NetworkId,
  query: Omit<Query, 'page' | 'pageSize'>,
  size: number,
  between?: (page: number) => Promise<unknown>,
) => {
  const ids: string[] = []
  for (let last = null, page = 1; ; page += 1) {
    const rows: Awaited<ReturnType<typeof stones.rowsBehind>> = await stones.rowsBehind(db, networkId, query, NOW, last, size)
    if (rows.length === 0) return ids
    ids.push(...rows.map(({ id }) => id))
    last = rows.at(-1) ?? null
    await between?.(page)
  }
}

describe.each(orders)('a list by %s', (orderBy) => {
  test.each(['asc', 'desc'] satisfies Direction[])('has each row on the right page, from the first page to the last, %s', async (order) => {
    for (const [networkId, length] of LENGTHS)
      for (const colour of networkId === LONG ? [undefined, 'red', 'sold'] : [undefined, ...COLOURS])
        for (const assessmentProgramId of [undefined, programOf(networkId, 1)]) {
          const filter = { orderBy, order, colour, assessmentProgramId }
          const ids = await wanted(networkId, filter)
          const pageSize = length > 1_000 ? 60 : 7
          const last = Math.ceil(ids.length / pageSize)
          // First pages are prepared statements. From FAR rows on, a single index is read from its nearer end.
          for (const page of new Set(
            [1, 2, 3, 4, Math.ceil(last / 2), Math.ceil(last * 0.8), last - 1, last, last + 1, 1_000_000].filter((n) => n > 0),
          )) {
            const { data, pagination } = await stones.page(db, networkId, { ...filter, page, pageSize }, NOW)
            expect(data.map(({ id }) => id)).toEqual(ids.slice((page - 1) * pageSize, page * pageSize))
            expect(pagination).toEqual({ page, pageSize, totalItems: ids.length, totalPages: last })
          }
        }
  })

  test('is empty for an empty network', async () => {
    const query = { orderBy, order: 'asc', page: 1, pageSize: 10 } as const
    const nothing = { data: [], pagination: { page: 1, pageSize: 10, totalItems: 0, totalPages: 0 } }
    for (const none of [
      stones.page(db, EMPTY, query, NOW),
      stones.page(db, SMALL, { ...query, colour: 'green' }, NOW),
      stones.page(db, SMALL, { ...query, assessmentProgramId: 'no id' }, NOW),
      stones.page(db, SMALL, { ...query, assessmentProgramId: programOf(LONG, 0) }, NOW),
      stones.page(db, SMALL, { ...query, search: 'nobody' }, NOW),
    ])
      expect(await none).toEqual(nothing)
    expect((await stones.page(db, EMPTY, { ...query, page: 999_999_999 }, NOW)).data).toEqual([])
    expect(await stones.rowsBehind(db, EMPTY, query, NOW, null, 5)).toEqual([])
  })

  test.each(['asc', 'desc'] satisfies Direction[])('exports all remaining rows, even if some are deleted between keyset pages, %s', async (order) => {
    const query = { orderBy, order } as const
    const ids = await wanted(SMALL, query)
    expect(await exported(SMALL, query, 11)).toEqual(ids)
    // Deletes the last row of the first page (after which the next page begins), the row after it, and the last row of
    // all.
    const gone = [ids[10], ids[11], ids.at(-1)]
    const { rows } = await pool.query<Stored>('select * from stones where id = any($1)', [gone])
    const found = await exported(SMALL, query, 11, async (page) => {
      if (page === 1) await pool.query('delete from stones where id = any($1)', [gone])
    })
    expect(found).toEqual(ids.filter((id) => id === gone[0] || !gone.includes(id)))
    await count()
    const page = await stones.page(db, SMALL, { ...query, page: 2, pageSize: 11 }, NOW)
    const left = ids.filter((id) => !gone.includes(id))
    expect(page.data.map(({ id }) => id)).toEqual(left.slice(11, 22))
    expect(page.pagination.totalItems).toBe(left.length)
    await pool.query('insert into stones select * from jsonb_populate_recordset(null::stones, $1)', [JSON.stringify(rows)])
    await count()
  })

  test.each([
    ['a program', 'Quarry 2'],
    ['payors', 'mason 2'],
    ['payors and a program', 'mason 1'],
    ['a row', 'stone-4-77'],
    ['many payors', 'Mason'],
    ['nothing but wildcards', '%_%'],
  ])('finds %s', async (_, search) => {
    for (const [networkId, colour] of [[LONG], [SMALL], [SMALL, 'sold']] as const) {
      const query = { orderBy, order: 'desc', colour, search } as const
      const { rows } = await pool.query<{ id: string }>(
        `select s.id from stones s join programs p on p.id = s.program_id join members m on m.id = s.payor_id
           where strpos(lower(m.name), lower($1)) > 0 or strpos(lower(p.name), lower($1)) > 0`,
        [search],
      )
      const has = new Set(rows.map(({ id }) => id))
      const ids = (await wanted(networkId, query)).filter((id) => has.has(String(id)))
      if (search === 'Mason' && networkId === LONG && !colour) expect(ids.length).toBeGreaterThan(MANY)
      for (const page of [1, 2, 12]) {
        const { data, pagination } = await stones.page(db, networkId, { ...query, page, pageSize: 20 }, NOW)
        expect(data.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 20, page * 20))
        expect(pagination.totalItems).toBe(ids.length)
      }
    }
  })
})

test('a column may be null', async () => {
  const { data } = await stones.page(db, SMALL, { orderBy: 'created', order: 'asc', page: 1, pageSize: 100 }, NOW)
  expect(new Set(data.map(({ note }) => note === null))).toEqual(new Set([true, false]))
  expect(new Set(data.map(({ payor }) => payor === null))).toEqual(new Set([true, false]))
})

test('a plain list is sorted with nulls last, counted, and continued after a deleted row', async () => {
  const plain: PlainList<Pick<Row, 'id' | 'note'>, string> = {
    row: Row.pick({ id: true, note: true }),
    from: sql.fragment`stones s0 join members m on m.id = s0.payor_id`,
    as: stone,
    columns: sql.fragment`s0.id, s0.note`,
    joins: sql.fragment``,
    order: sql.fragment`s0.note, s0.id`,
    show: ({ id }) => id,
  }
  const where = sql.fragment`s0.network_id = ${SMALL} and m.name <> 'Nameless'`
  const { rows } = await pool.query<{ id: string }>(
    `select s.id from stones s join members m on m.id = s.payor_id where s.network_id = $1 and m.name <> 'Nameless' order by s.note, s.id`,
    [SMALL],
  )
  const ids = rows.map(({ id }) => id)
  for (const isLookedUp of [false, true])
    for (const page of [1, 2, Math.ceil(ids.length / 9), 500])
      expect(await pageOf(db, plain, { page, pageSize: 9 }, { where, isLookedUp })).toEqual({
        data: ids.slice((page - 1) * 9, page * 9),
        pagination: { page, pageSize: 9, totalItems: ids.length, totalPages: Math.ceil(ids.length / 9) },
      })
  const [first, ...rest] = (await pool.query<{ id: string }>(`delete from stones where id = $1 returning id`, [ids[0]])).rows
  expect(rest).toEqual([])
  const byId = { ...plain, order: sql.fragment`s0.id` }
  const behind = await someOf(db, byId, { where }, sql.fragment`limit 3`, sql.fragment`s0.id > ${first?.id ?? ''}`)
  expect(behind.map(({ id }) => id)).toEqual(
    ids
      .filter((id) => id > (first?.id ?? ''))
      .toSorted()
      .slice(0, 3),
  )
})
