import { type FragmentSqlToken, sql } from 'slonik'
import { type NetworkId, PayorId } from '../../modules/kernel/ids.ts'
import { nameKey, phoneDigits, spacedKey } from '../../modules/kernel/names.ts'

/** A LIKE pattern for this text anywhere; wildcards in the text are escaped. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * `hits as materialized (…)`: the matching rows, planned as if all of them were needed. With a limit, the planner would
 * expect to find matches soon and scan the network in order.
 */
export const hits = (query: FragmentSqlToken): FragmentSqlToken => sql.fragment`hits as materialized (${query})`

/** The shortest text that the trigram index can find. A space counts twice. */
const CHARACTERS = 3
export const canBeLookedUp = (text: string): boolean => [...text.replaceAll(' ', '  ')].length >= CHARACTERS

/** Looks up payors who may match a text in the trigram index (DECISIONS 12). It may find more than match. */
export const mayHave = (networkId: NetworkId, text: string): FragmentSqlToken =>
  sql.fragment`grams(m.network_id, m.sought, 1) @> (select grams(${networkId}, ${text}, 3))`

/** The trigram lookup of payors who may match each word of a text. */
const mayHaveAll = (networkId: NetworkId, words: string): FragmentSqlToken => sql.fragment`
  grams(m.network_id, m.sought, 1) @> (select coalesce(array_agg(g), '{}') from unnest(string_to_array(${words}, ' ')) w, unnest(grams(${networkId}, w, 3)) g)`

/**
 * The payors of a network. For a trigram lookup, the condition keeps the planner from using another index on
 * network_id.
 */
export const payorsIn = (networkId: NetworkId, isLookedUp: boolean): FragmentSqlToken =>
  isLookedUp ? sql.fragment`m.network_id is not distinct from ${networkId}` : sql.fragment`m.network_id = ${networkId}`

/**
 * The way to search e-mail addresses. `same`: for the same text as in names. `other`: for another form of the text.
 * `none`: not at all, since the text has a space, and no address has one.
 */
type ByAddress = 'same' | 'other' | 'none'
/** A search text in the normal forms of names and of e-mail addresses. */
export type Text = Readonly<{ key: string; words: string; address: string; byAddress: ByAddress; isIndexed: boolean }>

export const textOf = (text: string): Text => {
  const [key, words, address] = [nameKey(text), spacedKey(text), text.toLowerCase()]
  const byAddress = /\s/.test(address) ? 'none' : key === address ? 'same' : 'other'
  const isIndexed = words.split(' ').some(canBeLookedUp) && (byAddress === 'none' || canBeLookedUp(address))
  return { key, words, address, byAddress, isIndexed }
}

export const either = (conditions: readonly FragmentSqlToken[]): FragmentSqlToken =>
  conditions.length > 0 ? sql.fragment`(${sql.join(conditions, sql.fragment` or `)})` : sql.fragment`false`

/**
 * Payors who match one of several conditions. Conditions with an index come first, in one group: otherwise they would
 * be checked row by row.
 */
export const inOneWay = (ways: readonly Readonly<{ may: FragmentSqlToken; has: FragmentSqlToken }>[]): FragmentSqlToken =>
  sql.fragment`${either(ways.map(({ may }) => may))} and ${either(ways.map(({ has }) => has))}`

/** The conditions for a text in a payor's name, in either order of its parts. */
export const byName = (networkId: NetworkId, { key, words }: Pick<Text, 'key' | 'words'>) => ({
  may: mayHaveAll(networkId, words),
  has: sql.fragment`(strpos(m.name_key, nullif(${key}, '')) > 0 or strpos(replace(m.sort_key, ' ', ''), nullif(${key}, '')) > 0)`,
})

/** The conditions for a text in a payor's name or e-mail. */
const byText = (networkId: NetworkId, { byAddress, address, ...text }: Text) => {
  const { may, has } = byName(networkId, text)
  return {
    may: byAddress === 'other' ? either([may, mayHave(networkId, address)]) : may,
    has: byAddress === 'none' ? has : either([has, sql.fragment`strpos(lower(m.email), ${address}) > 0`]),
  }
}

/** Programs whose name has a text, normalized by `nameKey`. */
export const programsNamed = (key: string): FragmentSqlToken => sql.fragment`strpos(p.name_key, nullif(${key}, '')) > 0`

export const payorsWith = (networkId: NetworkId, text: Text): FragmentSqlToken => {
  const { may, has } = byText(networkId, text)
  return sql.fragment`${payorsIn(networkId, text.isIndexed)} and ${text.isIndexed ? sql.fragment`${may} and` : sql.fragment``} ${has}`
}

/** The digits of a text that may be a phone number, else ''. */
export const digitsIn = (text: string): string => (/^[\d\s()+./-]*$/.test(text) ? phoneDigits(text) : '')

/** The conditions for digits in a payor's phone number. */
export const byNumber = (networkId: NetworkId, digits: string) => ({
  may: mayHave(networkId, digits),
  has: sql.fragment`m.sought like ${`%#%${digits}%`}`,
})

/** Members of a network by name, e-mail, number or id. */
export const membersWith = (networkId: NetworkId, searched: string): FragmentSqlToken => {
  const id = PayorId.safeParse(searched.toLowerCase()).data
  const digits = digitsIn(searched)
  const text = textOf(searched)
  const ways = [byText(networkId, text)]
  if (digits) ways.push(byNumber(networkId, digits))
  if (id) ways.push({ may: sql.fragment`m.id = ${id}`, has: sql.fragment`m.id = ${id}` })
  const isIndexed = text.isIndexed && (!digits || canBeLookedUp(digits))
  return sql.fragment`${payorsIn(networkId, isIndexed)} and ${isIndexed ? inOneWay(ways) : either(ways.map(({ has }) => has))}`
}
