import type { LocalDate } from '../kernel/dates.ts'
import type { PayorId } from '../kernel/ids.ts'
import { phoneDigits, registeredKey } from '../kernel/names.ts'
import type { Kind, Person } from './events.ts'
import type { PayorRow } from './read-row.ts'

/** A payor of the network, or one from an earlier row of the file (`row`). */
export type KnownPayor = Readonly<{
  id: PayorId
  kind: Kind
  nameKey: string
  person: Person
  memberSince: LocalDate | null
  congregationId: PayorId | null
  revision: number
}>

export type Entry = { payor: KnownPayor; row: number | null }
export type Match = Readonly<{ found: Entry | null; ambiguous: boolean }>

const NOBODY: Match = { found: null, ambiguous: false }
const SEVERAL: Match = { found: null, ambiguous: true }

const onlyOf = ([found, another]: readonly Entry[]): Match => (found && !another ? { found, ambiguous: false } : SEVERAL)

const digits = (person: Person): string | null => (person.phone ? phoneDigits(person.phone) : null)

/** Details that tell namesakes apart, the strongest first. */
const signsOf = (person: Person): readonly (string | null)[] => [person.email, digits(person), person.dob]

const maskOf = (signs: readonly (string | null)[]): number => signs.reduce((mask, sign, i) => (sign === null ? mask : mask | (1 << i)), 0)

/** All payors with one name: one of them, how many there are, and how many have each combination of signs. */
type Namesakes = { one: Entry | null; size: number; withMask: number[] }

/** If more namesakes than this share a sign, their spelling is not compared. */
const MOST_COMPARED = 10

/**
 * All payors who have a name of the file. Matching a row takes constant time, however many people share its name or
 * signs. A linear scan would take quadratic time for a file of one name, and delay the uploads of others.
 */
export const openDirectory = () => {
  const names = new Map<string, Namesakes>()
  /** Payors who share a name and a sign. Nearly always there is only one, stored without a set. */
  const bySign = new Map<string, Entry | Set<Entry>>()
  const byId = new Map<PayorId, Entry>()
  /** The only payor with a spelling; null if there are several. */
  const bySpelling = new Map<string, Entry | null>()

  const namesakesOf = (nameKey: string): Namesakes => {
    const known = names.get(nameKey)
    if (known) return known
    const made: Namesakes = { one: null, size: 0, withMask: [0, 0, 0, 0, 0, 0, 0, 0] }
    names.set(nameKey, made)
    return made
  }

  /** A line break separates the parts, since names never contain one. */
  const keysOf = (nameKey: string, signs: readonly (string | null)[]): string[] =>
    signs.flatMap((sign, i) => (sign === null ? [] : `${nameKey}\n${i}${sign}`))

  /** Adds an entry to the index of signs, or removes it. */
  const index = (entry: Entry, isFound: boolean): void => {
    const { nameKey, person } = entry.payor
    const signs = signsOf(person)
    const mask = maskOf(signs)
    const { withMask } = namesakesOf(nameKey)
    withMask[mask] = (withMask[mask] ?? 0) + (isFound ? 1 : -1)
    for (const key of keysOf(nameKey, signs)) {
      const there = bySign.get(key)
      if (there instanceof Set) isFound ? there.add(entry) : there.delete(entry)
      else if (isFound) bySign.set(key, there ? new Set([there, entry]) : entry)
      else bySign.delete(key)
    }
  }

  return {
    /** The names among `asked` that were not loaded before. */
    unknownOf: (asked: readonly string[]): string[] => {
      const fresh = [...new Set(asked)].filter((nameKey) => !names.has(nameKey))
      for (const nameKey of fresh) namesakesOf(nameKey)
      return fresh
    },

    add: (entry: Entry): void => {
      const namesakes = namesakesOf(entry.payor.nameKey)
      namesakes.one ??= entry
      namesakes.size += 1
      index(entry, true)
      byId.set(entry.payor.id, entry)
      const spelling = registeredKey(entry.payor.person.name)
      bySpelling.set(spelling, bySpelling.has(spelling) ? null : entry)
    },

    /** Adds a payor who can be found only by id, since not all payors of the same name are loaded. */
    addById: (entry: Entry): void => void byId.set(entry.payor.id, entry),
    withId: (id: PayorId): Entry | null => byId.get(id) ?? null,

    change: (entry: Entry, payor: KnownPayor): void => {
      index(entry, false)
      entry.payor = payor
      index(entry, true)
    },

    /**
     * The payor that a row means: by e-mail and name, else by phone and name, else by name and date of birth, else by
     * the name alone if it is unique and no detail conflicts. If several match, the only one with the row's spelling;
     * else none (R46, R45).
     */
    match: ({ nameKey, person }: Pick<PayorRow, 'nameKey' | 'person'>): Match => {
      const namesakes = names.get(nameKey)
      if (!namesakes) return NOBODY
      const signs = signsOf(person)
      const spelling = registeredKey(person.name)
      for (const key of keysOf(nameKey, signs)) {
        const there = bySign.get(key)
        if (!there) continue
        if (!(there instanceof Set)) return { found: there, ambiguous: false }
        if (there.size === 0) continue
        if (there.size > MOST_COMPARED) return SEVERAL
        return onlyOf(there.size === 1 ? [...there] : [...there].filter(({ payor }) => registeredKey(payor.person.name) === spelling))
      }
      // Nobody shares a sign with the row. A payor who has a different sign of the same kind is somebody else; all
      // others may match.
      const mask = maskOf(signs)
      if (namesakes.withMask.every((having, other) => having === 0 || (other & mask) !== 0)) return NOBODY
      if (namesakes.size === 1) return { found: namesakes.one, ambiguous: false }
      const spelled = bySpelling.get(spelling)
      const isMeant = spelled?.payor.nameKey === nameKey && (maskOf(signsOf(spelled.payor.person)) & mask) === 0
      // Several payors match. To choose one of them, or to add a new payor, would be a guess.
      return spelled && isMeant ? { found: spelled, ambiguous: false } : SEVERAL
    },
  }
}
export type Directory = ReturnType<typeof openDirectory>

/** True if a row matches this payor when there are no namesakes. */
export const isMeant = (payor: KnownPayor, row: PayorRow): boolean => {
  const directory = openDirectory()
  directory.add({ payor, row: null })
  return directory.match(row).found !== null
}

/**
 * A matched payor after the row: the row's details win, missing ones are filled in, and none is removed. Notes describe
 * the changes (R48).
 */
export const merge = (
  known: KnownPayor,
  row: PayorRow,
  congregationId: PayorId | null,
): { person: Person; memberSince: LocalDate | null; congregationId: PayorId | null; notes: string[] } => {
  const notes: string[] = []
  const { person: before } = known
  const { person: after } = row
  const take = <Value>(label: string, old: Value | null, fresh: Value | null, same = old === fresh): Value | null => {
    if (fresh === null || same) return old
    notes.push(old === null ? `${label} was added` : `${label} was updated`)
    return fresh
  }
  const person: Person = {
    ...before,
    email: take('the email', before.email, after.email),
    phone: take('the phone number', before.phone, after.phone, digits(before) === digits(after)),
    dob: before.dob ?? take('the date of birth', before.dob, after.dob),
    gender: before.gender ?? take('the gender', before.gender, after.gender),
    contactName: take('the contact', before.contactName, after.contactName),
  }
  return {
    person,
    memberSince: known.memberSince ?? take('"member since"', known.memberSince, row.memberSince),
    congregationId: take('the congregation', known.congregationId, congregationId),
    notes,
  }
}
