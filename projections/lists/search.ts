import { type FragmentSqlToken, sql } from 'slonik'
import { MemberId, type NetworkId } from '../../modules/kernel/ids.ts'
import { nameKey, phoneDigits } from '../../modules/kernel/names.ts'

/** A pattern that finds a text anywhere, its own wildcards taken literally. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * `hits as materialized (…)`: rows that a text is looked up in, planned as if all of them were wanted. For the first few of a list the
 * planner would rather walk through a network in order, hoping to meet them soon.
 */
export const hits = (query: FragmentSqlToken): FragmentSqlToken => sql.fragment`hits as materialized (${query})`

/** The fewest characters, a space counting twice, that a text can be looked up by. */
const CHARACTERS = 3
export const canBeLookedUp = (text: string): boolean => [...text.replaceAll(' ', '  ')].length >= CHARACTERS

/** Looks up (DECISIONS 24) which payors of a network may have a text in what they are found by: nobody else has it. */
export const mayHave = (networkId: NetworkId, text: string): FragmentSqlToken =>
  sql.fragment`grams(m.network_id, m.sought, 1) @> (select grams(${networkId}, ${text}, 3))`

/** Payors of a network. Where a text is looked up, no other index of the network's payors is of use, though the planner might think so. */
export const payorsIn = (networkId: NetworkId, isLookedUp: boolean): FragmentSqlToken =>
  isLookedUp ? sql.fragment`m.network_id is not distinct from ${networkId}` : sql.fragment`m.network_id = ${networkId}`

/** A text as names and as e-mail addresses have it. */
export type Text = Readonly<{ key: string; address: string; isSame: boolean; isIndexed: boolean }>

export const textOf = (text: string): Text => {
  const [key, address] = [nameKey(text), text.toLowerCase()]
  return { key, address, isSame: key === address, isIndexed: canBeLookedUp(key) && canBeLookedUp(address) }
}

export const either = (conditions: readonly FragmentSqlToken[]): FragmentSqlToken =>
  conditions.length > 0 ? sql.fragment`(${sql.join(conditions, sql.fragment` or `)})` : sql.fragment`false`

/** Payors who are found in one of several ways: what an index answers stands apart, or it would be worked out again for each of them. */
export const inOneWay = (ways: readonly Readonly<{ may: FragmentSqlToken; has: FragmentSqlToken }>[]): FragmentSqlToken =>
  sql.fragment`${either(ways.map(({ may }) => may))} and ${either(ways.map(({ has }) => has))}`

/** A payor's name or e-mail holds a text. */
const byText = (networkId: NetworkId, { key, address, isSame }: Text) => ({
  may: isSame ? mayHave(networkId, key) : either([mayHave(networkId, key), mayHave(networkId, address)]),
  has: sql.fragment`(strpos(m.name_key, ${key}) > 0 or strpos(lower(m.email), ${address}) > 0)`,
})

/** Payors of a network by their name or e-mail. */
export const payorsWith = (networkId: NetworkId, text: Text): FragmentSqlToken => {
  const { may, has } = byText(networkId, text)
  return sql.fragment`${payorsIn(networkId, text.isIndexed)} and ${text.isIndexed ? sql.fragment`${may} and` : sql.fragment``} ${has}`
}

/** The digits of a text that may be of a phone number; none of any other. */
export const digitsIn = (text: string): string => (/^[\d\s()+./-]*$/.test(text) ? phoneDigits(text) : '')

/** A payor's number holds digits. */
export const byNumber = (networkId: NetworkId, digits: string) => ({
  may: mayHave(networkId, digits),
  has: sql.fragment`m.sought like ${`%#%${digits}%`}`,
})

/** Members of a network by their name, e-mail, number or id. */
export const membersWith = (networkId: NetworkId, sought: string): FragmentSqlToken => {
  const id = MemberId.safeParse(sought.toLowerCase()).data
  const digits = digitsIn(sought)
  const text = textOf(sought)
  const ways = [byText(networkId, text)]
  if (digits) ways.push(byNumber(networkId, digits))
  if (id) ways.push({ may: sql.fragment`m.id = ${id}`, has: sql.fragment`m.id = ${id}` })
  const isIndexed = text.isIndexed && (!digits || canBeLookedUp(digits))
  return sql.fragment`${payorsIn(networkId, isIndexed)} and ${isIndexed ? inOneWay(ways) : either(ways.map(({ has }) => has))}`
}
