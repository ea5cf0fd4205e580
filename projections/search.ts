import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { BillId, MemberId, type NetworkId, type ProgramId } from '../modules/kernel/ids.ts'
import { nameKey, phoneDigits } from '../modules/kernel/names.ts'
import { kept, literal, type Queries } from '../modules/platform/database.ts'
import { anywhere } from './page.ts'

/**
 * `hits as materialized (…)`: rows that a text is looked up in, planned as if all of them were wanted. For the first few of a list the
 * planner would rather walk through a network in order, hoping to meet them soon.
 */
export const hits = (query: FragmentSqlToken): FragmentSqlToken => sql.fragment`hits as materialized (${query})`

const longestWord = (text: string): string => text.split(' ').reduce((a, b) => (b.length > a.length ? b : a))

/** A payor's name or e-mail holds a text. The first condition is what an index answers: it finds one word sooner than several. */
const payorHas = (text: string): FragmentSqlToken => {
  const [key, address] = [nameKey(text), text.toLowerCase()]
  const lookedUp = sql.join(
    [...new Set([longestWord(key), longestWord(address)])].map((word) => sql.fragment`m.sought like ${anywhere(word)}`),
    sql.fragment` or `,
  )
  return sql.fragment`((${lookedUp}) and (m.name_key like ${anywhere(key)} or lower(m.email) like ${anywhere(address)}))`
}

/** A member's name, e-mail, number or id, for the list of members. */
export const memberHas = (text: string): FragmentSqlToken => {
  const id = MemberId.safeParse(text.toLowerCase()).data
  const digits = /^[\d\s()+./-]*$/.test(text) ? phoneDigits(text) : ''
  return sql.fragment`(${payorHas(text)} ${digits ? sql.fragment`or m.sought like ${`%#%${digits}%`}` : sql.fragment``} ${id ? sql.fragment`or m.id = ${id}` : sql.fragment``})`
}

/** What a search means for bills and payments: those of these payors, of these programs, and these bills by id or by the reference of a payment. */
export type Sought = Readonly<{
  programs: readonly ProgramId[]
  bills: readonly BillId[]
  /** Null for too many to be named one by one. */
  payors: readonly MemberId[] | null
}>

const Found = z.object({ kind: z.enum(['payor', 'program', 'bill']), id: z.string() })
const MANY = 1_000
/** Without three letters or digits in a row there is no trigram: how such a word is best looked for depends on the network. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u

export const soughtIn = async (db: Queries, networkId: NetworkId, text: string): Promise<Sought> => {
  const bill = BillId.safeParse(text).data
  const hasTrigrams = TRIGRAM.test(longestWord(nameKey(text))) && TRIGRAM.test(longestWord(text))
  const rows = await db.any(sql.type(Found)`${hasTrigrams ? kept : sql.fragment``}
    with ${hits(sql.fragment`select m.id from members m where m.network_id = ${networkId} and ${payorHas(text)}`)}
    (select 'payor' as kind, m.id::text from hits m limit ${literal(MANY + 1)})
    union all select 'program', p.id::text from programs p where p.network_id = ${networkId} and p.name ilike ${anywhere(text)}
    union all (select 'bill', y.bill_id from payments y where y.network_id = ${networkId} and y.reference ilike ${anywhere(text)})
    ${bill ? sql.fragment`union all select 'bill', ${bill}` : sql.fragment``}`)
  const of = (kind: 'payor' | 'program' | 'bill') => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const payors = of('payor') as MemberId[]
  return { programs: of('program') as ProgramId[], bills: [...new Set(of('bill'))] as BillId[], payors: payors.length > MANY ? null : payors }
}

export const findsNothing = ({ programs, bills, payors }: Sought): boolean => payors?.length === 0 && programs.length === 0 && bills.length === 0

/** What is named one by one is so little that it is counted as it is sorted. */
export const isFew = ({ programs, payors }: Sought): boolean => payors !== null && programs.length === 0

const either = (conditions: readonly FragmentSqlToken[]): FragmentSqlToken =>
  conditions.length > 0 ? sql.fragment`(${sql.join(conditions, sql.fragment` or `)})` : sql.fragment`false`

/** Bills, or payments, of what was sought; `bill` is the column with the bill's id. */
export const isSought = (
  networkId: NetworkId,
  text: string,
  { programs, bills, payors }: Sought,
  table: FragmentSqlToken,
  bill: FragmentSqlToken,
): FragmentSqlToken => {
  const conditions: FragmentSqlToken[] = []
  if (programs.length > 0) conditions.push(sql.fragment`${table}.program_id = any(${sql.array([...programs], 'uuid')})`)
  if (bills.length > 0) conditions.push(sql.fragment`${table}.${bill} = any(${sql.array([...bills], 'text')})`)
  if (payors === null)
    conditions.push(sql.fragment`${table}.payor_id in (select m.id from members m where m.network_id = ${networkId} and ${payorHas(text)})`)
  else if (payors.length > 0) conditions.push(sql.fragment`${table}.payor_id = any(${sql.array([...payors], 'uuid')})`)
  return either(conditions)
}
