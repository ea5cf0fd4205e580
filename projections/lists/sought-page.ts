import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { ProgramId } from '../../modules/kernel/ids.ts'
import { literal, prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import { type Asked, type At, type Declared, type Listed, listedOf, type Page, rowTold } from './declaration.ts'
import { totalOf } from './merged-page.ts'
import { and, counted, limits, nothing, PREPARED_PAGES, rangeOf, sorting } from './page.ts'
import { countOf, isNear, nearRows } from './rows.ts'
import { keyOf, rowsIn, sorted } from './sorted.ts'
import { isFew, MANY, type SearchShape, type SearchValues, type Sought, searchOf, soughtHere } from './sought.ts'
import { statements } from './statement.ts'

/** A page of a search's rows, once the text is resolved. */
export const soughtPage = async (db: Queries, listed: Listed, text: string, means: Sought): Promise<Page> => {
  const rowsMeant = rowsIn(listed, { text, means })
  const { list, page } = listed
  const counting = () => counted(db, sql.fragment`select count(*) as count ${rowsMeant}`)
  const pageWith = (total: FragmentSqlToken) =>
    sorted(listed, rowsMeant, limits(rangeOf(listed)), sql.fragment`, ${total} as total_items`, sql.fragment`${list.as}.total_items`)
  // A broad search is counted by a second statement, since the page need not read all of it.
  if (!isFew(means)) {
    const [rows, count] = await Promise.all([db.any(sql.type(list.countedRow)`${pageWith(sql.fragment`0`)}`), counting()])
    return { rows, count }
  }
  const rows = await db.any(sql.type(list.countedRow)`${page <= PREPARED_PAGES ? prepared : nothing} ${pageWith(sql.fragment`(count(*) over ())`)}`)
  return { rows, count: await totalOf(rows, page, counting) }
}

type Shape = Readonly<{ asked: Asked; inProgram: boolean; search: SearchShape }>
type Values = SearchValues & Readonly<{ program: ProgramId | null; now: At['now'] }>

/**
 * The first pages of a search in one statement: the head of the list of the programs that the text names, merged with the rows of the
 * payors and bills that it finds. Null where these are too many to be read one by one, and where a generic plan would be slow.
 */
export const firstSoughtPages = (list: Declared) => {
  const { table, as, row, columns, joins, search } = list
  /** An empty page still has one row, with the length and whether the search is broad. */
  const Row = z.union([
    rowTold(row, { isRow: z.literal(true), isBroad: z.boolean() }),
    rowTold(z.object({}), { isRow: z.literal(false), isBroad: z.boolean() }),
  ])
  const first = statements(({ asked, inProgram, search: shape }: Shape, { program, now, ...values }: Values) => {
    const named = sql.fragment`(select ids from named)::uuid[]`
    const at = { networkId: values.networkId, now }
    const page = listedOf(list, asked, at, named)
    const { by, order, filter } = page
    const beginning = { ...page, page: 1, pageSize: asked.page * asked.pageSize }
    const { key, joins: needed } = keyOf(page)
    const fewOf = (ids: FragmentSqlToken, column: FragmentSqlToken) => sql.fragment`
      select ${by.by === 'creation' ? sql.fragment`0::bigint` : key} as key, ${as}.created_at, ${as}.position
      from ${ids} s join ${table} ${as} on ${as}.${column} = s.id ${needed}
      where not (select is_broad from size) and ${as}.network_id = ${at.networkId} and ${as}.program_id <> all (${named})
        ${inProgram ? sql.fragment`and ${as}.program_id = ${program}` : nothing} ${and(filter?.(as))}`
    return sql.type(Row)`${prepared}
      with ${soughtHere(shape, values)},
      named as materialized (select coalesce(array_agg(s.id), '{}') as ids from programs_sought s ${inProgram ? sql.fragment`where s.id = ${program}` : nothing}),
      size as materialized (
        select (select count(*) from payors_sought) > ${literal(MANY)} or (select count(*) from bills_sought) > ${literal(MANY)} as is_broad),
      few as materialized (${fewOf(sql.fragment`payors_sought`, search.payor)} union ${fewOf(sql.fragment`bills_sought`, search.bill)})
      select ${columns(now)}, ${as}.position is not null as is_row, l.is_broad, l.total_items
      from (select (select is_broad from size), (select count(*) from few) + ${countOf(beginning)} as total_items) l
      left join (
        (select * from (select * from few union all (${nearRows(beginning)})) x
         ${sorting(sql.fragment`x.key`, sql.fragment`x`, order)} ${limits(rangeOf(page))}) s
        join ${table} ${as} on ${as}.network_id = ${at.networkId} and ${as}.created_at = s.created_at and ${as}.position = s.position ${joins}
      ) on not l.is_broad
      ${sorting(sql.fragment`s.key`, sql.fragment`s`, order)}`
  })
  return async (db: Queries, asked: Asked, { networkId, now }: At, text: string, program: ProgramId | null): Promise<Page | null> => {
    const { shape, values } = searchOf(networkId, text)
    if (!search.atOnce || asked.page > PREPARED_PAGES || !isNear(asked) || !shape.isIndexed) return null
    const rows = await db.any(first({ asked, inProgram: program !== null, search: shape }, { ...values, program, now }))
    const [one] = rows
    return one && !one.isBroad ? { rows: rows.filter((each) => each.isRow), count: one.totalItems } : null
  }
}
