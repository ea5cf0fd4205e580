import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { BillId, MemberId, type NetworkId, type ProgramId } from '../modules/kernel/ids.ts'
import { nameKey, phoneDigits } from '../modules/kernel/names.ts'
import { composed, given, type OrGiven } from '../modules/platform/composed.ts'
import { kept, literal, type Queries } from '../modules/platform/database.ts'
import { anywhere } from './page.ts'

/**
 * `hits as materialized (…)`: rows that a text is looked up in, planned as if all of them were wanted. For the first few of a list the
 * planner would rather walk through a network in order, hoping to meet them soon.
 */
export const hits = (query: FragmentSqlToken): FragmentSqlToken => sql.fragment`hits as materialized (${query})`

/** In how many signs, a space counting twice, a text can be looked up. */
const SIGNS = 3
export const canBeLookedUp = (text: string): boolean => [...text.replaceAll(' ', '  ')].length >= SIGNS

/** Looks up (DECISIONS 24) which payors of a network may have a text in what they are found by: nobody else has it. */
export const mayHave = (networkId: OrGiven<NetworkId>, text: OrGiven<string>): FragmentSqlToken =>
  sql.fragment`grams(m.network_id, m.sought, 1) @> (select grams(${networkId}, ${text}, 3))`

/** Payors of a network. Where a text is looked up, no other index of the network's payors is of use, though the planner might think so. */
export const payorsIn = (networkId: OrGiven<NetworkId>, isLookedUp: boolean): FragmentSqlToken =>
  isLookedUp ? sql.fragment`m.network_id is not distinct from ${networkId}` : sql.fragment`m.network_id = ${networkId}`

/** A text as names and as e-mail addresses have it. */
type Looked = Readonly<{ key: OrGiven<string>; address: OrGiven<string>; isSame: boolean; isIndexed: boolean }>

const lookedFor = (text: string) => {
  const [key, address] = [nameKey(text), text.toLowerCase()]
  return { key, address, isSame: key === address, isIndexed: canBeLookedUp(key) && canBeLookedUp(address) }
}

const either = (conditions: readonly FragmentSqlToken[]): FragmentSqlToken =>
  conditions.length > 0 ? sql.fragment`(${sql.join(conditions, sql.fragment` or `)})` : sql.fragment`false`

/** Payors who are found in one of several ways: what an index answers stands apart, or it would be worked out again for each of them. */
export const inOneWay = (ways: readonly Readonly<{ may: FragmentSqlToken; has: FragmentSqlToken }>[]): FragmentSqlToken =>
  sql.fragment`${either(ways.map(({ may }) => may))} and ${either(ways.map(({ has }) => has))}`

/** A payor's name or e-mail holds a text. */
const byText = (networkId: OrGiven<NetworkId>, { key, address, isSame }: Looked) => ({
  may: isSame ? mayHave(networkId, key) : either([mayHave(networkId, key), mayHave(networkId, address)]),
  has: sql.fragment`(strpos(m.name_key, ${key}) > 0 or strpos(lower(m.email), ${address}) > 0)`,
})

const payorHas = (networkId: OrGiven<NetworkId>, looked: Looked): FragmentSqlToken => {
  const { may, has } = byText(networkId, looked)
  return sql.fragment`${payorsIn(networkId, looked.isIndexed)} and ${looked.isIndexed ? sql.fragment`${may} and` : sql.fragment``} ${has}`
}

/** The digits of a text that may be of a phone number; none of any other. */
export const digitsIn = (text: string): string => (/^[\d\s()+./-]*$/.test(text) ? phoneDigits(text) : '')

/** A payor's number holds digits. */
export const byNumber = (networkId: NetworkId, digits: string) => ({
  may: mayHave(networkId, digits),
  has: sql.fragment`m.sought like ${`%#%${digits}%`}`,
})

/** Members of a network by their name, e-mail, number or id. */
export const membersWith = (networkId: NetworkId, text: string): FragmentSqlToken => {
  const id = MemberId.safeParse(text.toLowerCase()).data
  const digits = digitsIn(text)
  const looked = lookedFor(text)
  const ways = [byText(networkId, looked)]
  if (digits) ways.push(byNumber(networkId, digits))
  if (id) ways.push({ may: sql.fragment`m.id = ${id}`, has: sql.fragment`m.id = ${id}` })
  const isIndexed = looked.isIndexed && (!digits || canBeLookedUp(digits))
  return sql.fragment`${payorsIn(networkId, isIndexed)} and ${isIndexed ? inOneWay(ways) : either(ways.map(({ has }) => has))}`
}

const Found = z.object({ kind: z.enum(['payor', 'program', 'bill']), id: z.string() })

/** More than so many payors, or bills, are not named one by one. */
export const MANY = 1_000

/** By what a search tells one statement from another. */
export type SearchShape = Readonly<{ isSame: boolean; isIndexed: boolean; isBill: boolean }>

/** A search as a statement has it that is given its values by these names. */
export const searchOf = (text: string) => {
  const { key, address, isSame, isIndexed } = lookedFor(text)
  const bill = BillId.safeParse(text).data
  return { shape: { isSame, isIndexed, isBill: bill !== undefined }, values: { key, address, text: anywhere(text), bill: bill ?? null } }
}

/**
 * What a search means for bills and payments, as parts of a `with` of a composed statement: those of these payors (`payors_sought`),
 * of these programs (`programs_sought`), and these bills by id or by the reference of a payment (`bills_sought`), each with ids, of the
 * first and the last one more than MANY if there are more.
 */
export const soughtHere = ({ isBill, ...shape }: SearchShape): FragmentSqlToken => {
  const network = given('network')
  const looked = { key: given('key'), address: given('address'), ...shape }
  return sql.fragment`
    ${hits(sql.fragment`select m.id from members m where ${payorHas(network, looked)}`)},
    payors_sought as materialized (select h.id from hits h limit ${literal(MANY + 1)}),
    programs_sought as materialized (select p.id from programs p where p.network_id = ${network} and p.name ilike ${given('text')}),
    referred as materialized (select y.bill_id from payments y where y.network_id = ${network} and y.reference ilike ${given('text')}),
    bills_sought as materialized (
      (select r.bill_id as id from referred r limit ${literal(MANY + 1)}) ${isBill ? sql.fragment`union all select ${given('bill')}` : sql.fragment``})`
}

/** What a search means, each named one by one; null for too many. */
export type Sought = Readonly<{ programs: readonly ProgramId[]; bills: readonly BillId[] | null; payors: readonly MemberId[] | null }>

const found = composed(
  (shape: SearchShape) => sql.type(Found)`${shape.isIndexed ? kept : sql.fragment``}
    with ${soughtHere(shape)}
    select 'payor' as kind, id::text from payors_sought
    union all select 'program', id::text from programs_sought
    union all select 'bill', id from bills_sought`,
)

export const soughtIn = async (db: Queries, networkId: NetworkId, text: string): Promise<Sought> => {
  const { shape, values } = searchOf(text)
  const rows = await db.any(found(shape, { ...values, network: networkId }))
  const of = (kind: 'payor' | 'program' | 'bill') => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const fewOf = (kind: 'payor' | 'bill') => {
    const ids = of(kind)
    return ids.length > MANY ? null : [...new Set(ids)]
  }
  return { programs: of('program') as ProgramId[], bills: fewOf('bill') as BillId[] | null, payors: fewOf('payor') as MemberId[] | null }
}

export const findsNothing = ({ programs, bills, payors }: Sought): boolean => payors?.length === 0 && programs.length === 0 && bills?.length === 0

/** What is named one by one is so little that it is counted as it is sorted. */
export const isFew = ({ programs, bills, payors }: Sought): boolean => payors !== null && bills !== null && programs.length === 0

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
  if (bills === null) {
    const id = BillId.safeParse(text).data
    const referred = sql.fragment`select y.bill_id from payments y where y.network_id = ${networkId} and y.reference ilike ${anywhere(text)}`
    conditions.push(sql.fragment`${table}.${bill} in (${referred} ${id ? sql.fragment`union all select ${id}` : sql.fragment``})`)
  } else if (bills.length > 0) conditions.push(sql.fragment`${table}.${bill} = any(${sql.array([...bills], 'text')})`)
  if (payors === null) conditions.push(sql.fragment`${table}.payor_id in (select m.id from members m where ${payorHas(networkId, lookedFor(text))})`)
  else if (payors.length > 0) conditions.push(sql.fragment`${table}.payor_id = any(${sql.array([...payors], 'uuid')})`)
  return either(conditions)
}
