import type { NetworkId, PayorId } from '../kernel/ids.ts'
import { nameKey, registeredKey } from '../kernel/names.ts'
import type { InstallationKeys } from '../platform/personal-data/installation-keys.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { Kind, MemberDetails, Person } from './events.ts'
import type { Directory, KnownPayor } from './match.ts'
import type { PayorRow } from './read-row.ts'

/**
 * The same person in the same network always gets the same id, so that a repeated upload finds the stream taken. The id
 * is made with a secret key, so that it reveals nothing about the person.
 */
const payorIdOf = (
  keys: InstallationKeys,
  networkId: NetworkId,
  kind: Kind,
  key: string,
  { email, phone, dob }: Pick<Person, 'email' | 'phone' | 'dob'>,
  life = 0,
): PayorId => keys.idDigest(networkId, kind, key, email ?? '', phone ?? '', dob ?? '', ...(life === 0 ? [] : [String(life)])) as PayorId

/**
 * The form of a name from which an id is derived. It once dropped marks that distinguish names in Devanagari, Thai and
 * kana, so that Ram and Rama had the same id. Names with such marks now include their comparison form as well.
 */
const nameInId = (name: string): string => (/\p{M}/u.test(nameKey(name)) ? `${registeredKey(name)} ${nameKey(name)}` : registeredKey(name))

const congregationOf = (name: string): Person => ({
  firstName: null,
  lastName: null,
  name,
  email: null,
  phone: null,
  dob: null,
  gender: null,
  contactName: null,
})

export type IdentifyDependencies = Readonly<{
  personal: PersonalData
  keys: InstallationKeys
  payorsNamed: (networkId: NetworkId, kind: Kind, nameKeys: readonly string[]) => Promise<readonly KnownPayor[]>
  payorsById: (networkId: NetworkId, ids: readonly PayorId[]) => Promise<readonly KnownPayor[]>
}>

/**
 * The congregation that a row names. `id` is null if it was registered under that name but is called `calledNow` today.
 */
export type NamedCongregation = Readonly<{ id: PayorId | null; calledNow: string | null }>
const NO_CONGREGATION: NamedCongregation = { id: null, calledNow: null }

/**
 * Finds candidates for the rows of an upload: known payors by name, and ids for new ones. The id derived from a row may
 * already belong to a payor whose details have changed since (R51).
 */
export const identify = ({ personal, keys, payorsNamed, payorsById }: IdentifyDependencies, networkId: NetworkId) => {
  /** Loads the payors who have one of these rows' names. Rows with the same name share the result. */
  const learn = async (directory: Directory, kind: Kind, rows: readonly PayorRow[]) => {
    const fresh = directory.unknownOf(rows.map((row) => row.nameKey))
    for (const payor of await payorsNamed(networkId, kind, fresh)) directory.add({ payor, row: null })
  }

  /** The ids that these people get if they are new. A forgotten payor gets another id (R52). */
  const idsOf = async (kind: Kind, people: readonly Readonly<{ person: Person }>[]) => {
    const ids = people.map(({ person }) => payorIdOf(keys, networkId, kind, nameInId(person.name), person))
    for (let life = 1; ; life += 1) {
      const gone = await personal.forgotten(ids)
      if (gone.size === 0) return ids
      for (const [i, { person }] of people.entries())
        if (gone.has(ids[i] ?? '')) ids[i] = payorIdOf(keys, networkId, kind, nameInId(person.name), person, life)
    }
  }

  /** Loads payors who were registered under these ids and have another name today. */
  const learnIds = async (directory: Directory, ids: readonly PayorId[]) => {
    const unknown = ids.filter((id) => !directory.withId(id))
    for (const payor of await payorsById(networkId, unknown)) directory.addById({ payor, row: null })
  }

  /** Finds the congregations that rows name. `learn` returns the congregations that are new. */
  const openCongregations = () => {
    /** By exact spelling, since two congregations of a network may have names that compare as equal. */
    const spelled = new Map<string, NamedCongregation>()
    /** Congregations named in the file that were not found by that name, by the name's comparison key. */
    const founded = new Map<string, NamedCongregation>()
    const found = async (names: ReadonlyMap<string, string>): Promise<MemberDetails[]> => {
      const unknown = [...names].filter(([key]) => !founded.has(key)).map(([key, name]) => ({ key, person: congregationOf(name) }))
      const ids = await idsOf('congregation', unknown)
      const registered = new Map((await payorsById(networkId, ids)).map((payor) => [payor.id, payor]))
      return unknown.flatMap(({ key, person }, i): MemberDetails[] => {
        const memberId = ids[i] as PayorId
        const known = registered.get(memberId)
        const calledNow = known && known.nameKey !== key ? known.person.name : null
        founded.set(key, { id: calledNow === null ? memberId : null, calledNow })
        return known ? [] : [{ memberId, kind: 'congregation', person, memberSince: null, congregationId: null }]
      })
    }
    return {
      of: (name: string | null): NamedCongregation => (name && spelled.get(registeredKey(name))) || NO_CONGREGATION,
      learn: async (rows: readonly PayorRow[]): Promise<MemberDetails[]> => {
        const fresh = new Map<string, string>()
        for (const { congregation: name } of rows)
          if (name && nameKey(name) && !spelled.has(registeredKey(name)) && !fresh.has(registeredKey(name))) fresh.set(registeredKey(name), name)
        const known = new Map<string, KnownPayor[]>()
        for (const payor of await payorsNamed(networkId, 'congregation', [...new Set([...fresh.values()].map(nameKey))]))
          known.set(payor.nameKey, [...(known.get(payor.nameKey) ?? []), payor])
        const unknown = new Map<string, string>()
        // If a new name occurs in several spellings, the first one is kept.
        for (const name of fresh.values()) if (!known.has(nameKey(name)) && !unknown.has(nameKey(name))) unknown.set(nameKey(name), name)
        const details = await found(unknown)
        for (const [spelling, name] of fresh) {
          const namesakes = known.get(nameKey(name)) ?? []
          const one = namesakes.find(({ person }) => registeredKey(person.name) === spelling) ?? namesakes[0]
          spelled.set(spelling, one ? { id: one.id, calledNow: null } : (founded.get(nameKey(name)) ?? NO_CONGREGATION))
        }
        return details
      },
    }
  }

  return { learn, learnIds, idsOf, openCongregations }
}
