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

/** Without three letters or digits in a row there is no trigram: an index would be read from end to end, so the rows are. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u
/** Looking up further words costs more than it rules out. */
const WORDS = 3

/** The longest words of a text, by which an index finds it. */
const wordsOf = (text: string): string[] => {
  const words = [...new Set(text.split(' '))].sort((a, b) => b.length - a.length)
  const indexed = words.filter((word) => TRIGRAM.test(word))
  return indexed.length > 0 ? indexed.slice(0, WORDS) : words.slice(0, 1)
}
const hasTrigrams = (text: string): boolean => [nameKey(text), text].every((each) => TRIGRAM.test(each))

/** A text as names and e-mail addresses have it, and for each of both the words to look it up by: patterns where an index helps. */
type Looked = Readonly<{
  key: OrGiven<string>
  address: OrGiven<string>
  words: readonly (readonly OrGiven<string>[])[]
  isIndexed: boolean
}>

const lookedFor = (text: string) => {
  const [key, address, isIndexed] = [nameKey(text), text.toLowerCase(), hasTrigrams(text)]
  const texts = key === address ? [key] : [key, address]
  return { key, address, words: texts.map((each) => wordsOf(each).map((word) => (isIndexed ? anywhere(word) : word))), isIndexed }
}

/**
 * A payor's name or e-mail holds a text. The first condition is what an index answers. The planner takes strpos for a third of the rows,
 * while two patterns that mean the same would be next to none.
 */
const payorHas = ({ key, address, words, isIndexed }: Looked): FragmentSqlToken => {
  const has = (word: OrGiven<string>) => (isIndexed ? sql.fragment`m.sought like ${word}` : sql.fragment`strpos(m.sought, ${word}) > 0`)
  const lookedUp = sql.join(
    words.map((each) => sql.join(each.map(has), sql.fragment` and `)),
    sql.fragment` or `,
  )
  return sql.fragment`((${lookedUp}) and (strpos(m.name_key, ${key}) > 0 or strpos(lower(m.email), ${address}) > 0))`
}

/** A member's name, e-mail, number or id, for the list of members. */
export const memberHas = (text: string): FragmentSqlToken => {
  const id = MemberId.safeParse(text.toLowerCase()).data
  const digits = /^[\d\s()+./-]*$/.test(text) ? phoneDigits(text) : ''
  return sql.fragment`(${payorHas(lookedFor(text))} ${digits ? sql.fragment`or m.sought like ${`%#%${digits}%`}` : sql.fragment``} ${id ? sql.fragment`or m.id = ${id}` : sql.fragment``})`
}

const Found = z.object({ kind: z.enum(['payor', 'program', 'bill']), id: z.string() })

/** More than so many payors, or bills, are not named one by one. */
export const MANY = 1_000

/** By what a search tells one statement from another. */
export type SearchShape = Readonly<{ words: readonly number[]; isBill: boolean; isIndexed: boolean }>

const wordName = (i: number, j: number): string => `word${i}_${j}`

/** A search as a statement has it that is given its values by these names. */
export const searchOf = (text: string) => {
  const { key, address, words, isIndexed } = lookedFor(text)
  const bill = BillId.safeParse(text).data
  return {
    shape: { words: words.map(({ length }) => length), isBill: bill !== undefined, isIndexed },
    values: {
      ...Object.fromEntries(words.flatMap((each, i) => each.map((word, j) => [wordName(i, j), word]))),
      key,
      address,
      text: anywhere(text),
      bill: bill ?? null,
    },
  }
}

/**
 * What a search means for bills and payments, as parts of a `with` of a composed statement: those of these payors (`payors_sought`),
 * of these programs (`programs_sought`), and these bills by id or by the reference of a payment (`bills_sought`), each with ids, of the
 * first and the last one more than MANY if there are more.
 */
export const soughtHere = ({ words, isBill, isIndexed }: SearchShape): FragmentSqlToken => {
  const looked = {
    key: given('key'),
    address: given('address'),
    isIndexed,
    words: words.map((count, i) => Array.from({ length: count }, (_, j) => given(wordName(i, j)))),
  }
  return sql.fragment`
    ${hits(sql.fragment`select m.id from members m where m.network_id = ${given('network')} and ${payorHas(looked)}`)},
    payors_sought as materialized (select h.id from hits h limit ${literal(MANY + 1)}),
    programs_sought as materialized (select p.id from programs p where p.network_id = ${given('network')} and p.name ilike ${given('text')}),
    referred as materialized (select y.bill_id from payments y where y.network_id = ${given('network')} and y.reference ilike ${given('text')}),
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
  if (bills === null) {
    const id = BillId.safeParse(text).data
    const referred = sql.fragment`select y.bill_id from payments y where y.network_id = ${networkId} and y.reference ilike ${anywhere(text)}`
    conditions.push(sql.fragment`${table}.${bill} in (${referred} ${id ? sql.fragment`union all select ${id}` : sql.fragment``})`)
  } else if (bills.length > 0) conditions.push(sql.fragment`${table}.${bill} = any(${sql.array([...bills], 'text')})`)
  if (payors === null)
    conditions.push(
      sql.fragment`${table}.payor_id in (select m.id from members m where m.network_id = ${networkId} and ${payorHas(lookedFor(text))})`,
    )
  else if (payors.length > 0) conditions.push(sql.fragment`${table}.payor_id = any(${sql.array([...payors], 'uuid')})`)
  return either(conditions)
}
