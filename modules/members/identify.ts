import type { MemberId, NetworkId } from '../kernel/ids.ts'
import { nameKey } from '../kernel/names.ts'
import type { InstallationKeys } from '../platform/personal-data/installation-keys.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { Kind, MemberDetails, Person } from './events.ts'
import type { Directory, KnownPayor } from './match.ts'
import type { PayorRow } from './read-row.ts'

/**
 * The same person in the same network gets the same id, so that a repeated upload finds the stream taken. Keyed: the
 * id tells nothing about the person.
 */
const memberIdOf = (
  keys: InstallationKeys,
  networkId: NetworkId,
  kind: Kind,
  key: string,
  { email, phone, dob }: Pick<Person, 'email' | 'phone' | 'dob'>,
  life = 0,
): MemberId => keys.idDigest(networkId, kind, key, email ?? '', phone ?? '', dob ?? '', ...(life === 0 ? [] : [String(life)])) as MemberId

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
}>

/** Who the rows of an upload may be: the members and congregations that are known by their names, and the ids of those who are new. */
export const identify = ({ personal, keys, payorsNamed }: IdentifyDependencies, networkId: NetworkId) => {
  /** Whoever is known by a name of these rows, so that rows of one name meet the same entries. */
  const learn = async (directory: Directory, kind: Kind, rows: readonly PayorRow[]) => {
    const fresh = directory.unknownOf(rows.map((row) => row.nameKey))
    for (const payor of await payorsNamed(networkId, kind, fresh)) directory.add({ payor, row: null })
  }

  /** The ids that people would have if they are new. Whoever was forgotten comes back as somebody else, under another id (R70). */
  const idsOf = async (kind: Kind, people: readonly Readonly<{ nameKey: string; person: Person }>[]) => {
    const ids = people.map(({ nameKey: key, person }) => memberIdOf(keys, networkId, kind, key, person))
    for (let life = 1; ; life += 1) {
      const gone = await personal.forgotten(ids)
      if (gone.size === 0) return ids
      for (const [i, { nameKey: key, person }] of people.entries())
        if (gone.has(ids[i] ?? '')) ids[i] = memberIdOf(keys, networkId, kind, key, person, life)
    }
  }

  /** The congregations that rows name; `learn` answers the new ones. */
  const openCongregations = () => {
    const ids = new Map<string, MemberId>()
    return {
      idOf: (name: string | null) => (name ? (ids.get(nameKey(name)) ?? null) : null),
      learn: async (rows: readonly PayorRow[]): Promise<MemberDetails[]> => {
        const names = new Map(
          rows.flatMap(({ congregation: name }) => (name && nameKey(name) && !ids.has(nameKey(name)) ? [[nameKey(name), name]] : [])),
        )
        for (const { nameKey: key, id } of await payorsNamed(networkId, 'congregation', [...names.keys()])) if (!ids.has(key)) ids.set(key, id)
        const founded = [...names].flatMap(([key, name]) => (ids.has(key) ? [] : [{ nameKey: key, person: congregationOf(name) }]))
        const fresh = await idsOf('congregation', founded)
        return founded.map(({ nameKey: key, person }, i): MemberDetails => {
          const memberId = fresh[i] as MemberId
          ids.set(key, memberId)
          return { memberId, kind: 'congregation', person, memberSince: null, congregationId: null }
        })
      },
    }
  }

  return { learn, idsOf, openCongregations }
}
