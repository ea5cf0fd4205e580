import { nameKey, nameWords, soughtText } from '../../modules/kernel/names.ts'
import type { MemberDetails, MemberEvent, Person, UploadEvent } from '../../modules/members/events.ts'
import type { RecordedEvent } from '../../modules/platform/event-store/event-store.ts'
import type { PersonalData, Sealed } from '../../modules/platform/personal-data/personal-data.ts'
import { keepJournal } from '../audit/journal.ts'
import { type Cell, copyRows } from '../copy-rows.ts'
import type { Projection, Recorded, Transaction } from '../projection.ts'

/** The placeholder for a forgotten person: money and history stay, the name does not. */
const forgotten: Person = {
  firstName: null,
  lastName: null,
  name: 'Forgotten member',
  email: null,
  phone: null,
  dob: null,
  gender: null,
  contactName: null,
}

/** In an upload's event a member has no revision yet: the member's own stream begins with the first change. */
const UNCHANGED = -1

/** What lists of people are ordered by (R178). */
const sortKeyOf = ({ firstName, lastName, name }: Person): string => nameKey(lastName === null ? name : `${lastName} ${firstName ?? ''}`)

type Sighting = Readonly<{ details: MemberDetails; networkId: string; revision: number; registered: boolean; stream: string; position: bigint }>

const sightingsIn = (events: readonly RecordedEvent[]): Sighting[] =>
  (events as readonly Recorded<MemberEvent | UploadEvent>[]).flatMap(({ type, data, revision, stream, position }): Sighting[] => {
    if (type === 'MemberChanged') return [{ details: data, networkId: data.networkId, revision, registered: false, stream, position }]
    if (type === 'MemberAdded') return [{ details: data, networkId: data.networkId, revision, registered: true, stream, position }]
    if (type !== 'MembersRegistered') return []
    return data.members.map((details) => ({ details, networkId: data.networkId, revision: UNCHANGED, registered: true, stream, position }))
  })

const columns = [
  'id',
  'network_id',
  'kind',
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'dob',
  'gender',
  'contact_name',
  'name_key',
  'sort_key',
  'sought',
  'member_since',
  'congregation_id',
  'revision',
  'registered_in',
  'since',
] as const

const NAME_KEY = columns.indexOf('name_key')
const REGISTERED_IN = columns.indexOf('registered_in')

const rowOf = ({ details, networkId, revision, position }: Sighting, person: Person, registeredIn: Cell): Cell[] => [
  details.memberId,
  networkId,
  details.kind,
  person.name,
  person.firstName,
  person.lastName,
  person.email,
  person.phone,
  person.dob,
  person.gender,
  person.contactName,
  nameKey(person.name),
  sortKeyOf(person),
  soughtText(nameKey(person.name), person.email, person.phone),
  details.memberSince,
  details.congregationId,
  revision,
  registeredIn,
  position,
]

type Named = Readonly<{ networkId: string; nameKey: string }>

const namesOf = async (tx: Transaction, ids: readonly string[]): Promise<readonly Named[]> => {
  if (ids.length === 0) return []
  const { rows } = await tx.query<Named>('select network_id as "networkId", name_key as "nameKey" from members where id = any($1::uuid[])', [ids])
  return rows
}

/** Updates the counts of words in names, and deletes words that no name has any more. */
const countWords = async (tx: Transaction, came: readonly Named[], went: readonly Named[]): Promise<void> => {
  const counts = new Map<string, number>()
  const add = ({ networkId, nameKey: key }: Named, by: 1 | -1) => {
    for (const word of nameWords(key)) counts.set(`${networkId} ${word}`, (counts.get(`${networkId} ${word}`) ?? 0) + by)
  }
  for (const named of came) add(named, 1)
  for (const named of went) add(named, -1)
  const changed = [...counts].filter(([, by]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (changed.length === 0) return
  const [networks, words] = [0, 1].map((i) => changed.map(([key]) => key.split(' ')[i]))
  await tx.query(
    `insert into name_words as t (network_id, word, members) select * from unnest($1::uuid[], $2::text[], $3::int[])
     on conflict (network_id, word) do update set members = t.members + excluded.members`,
    [networks, words, changed.map(([, by]) => by)],
  )
  if (went.length > 0)
    await tx.query(
      'delete from name_words t using unnest($1::uuid[], $2::text[]) c (network_id, word) where t.network_id = c.network_id and t.word = c.word and t.members = 0',
      [networks, words],
    )
}

/** Cuts a batch where a payor changes again: each update ends one version of a row. */
const cutByChange = (events: readonly RecordedEvent[]): RecordedEvent[][] => {
  const parts: RecordedEvent[][] = [[]]
  const seen = new Set<string>()
  for (const event of events as readonly Recorded<MemberEvent | UploadEvent>[]) {
    const { type, data } = event
    const changes = type === 'MemberChanged' || type === 'MemberForgotten'
    if (changes && seen.has(data.memberId)) {
      parts.push([])
      seen.clear()
    }
    if (changes) seen.add(data.memberId)
    if (type === 'MembersRegistered') for (const { memberId } of data.members) seen.add(memberId)
    if (type === 'MemberAdded') seen.add(data.memberId)
    parts.at(-1)?.push(event)
  }
  return parts
}

const scrubbed = `first_name = null, last_name = null, email = null, phone = null, dob = null, gender = null, contact_name = null, name_key = '',
  sort_key = '', sought = '', member_since = null`

const foldPart = async (tx: Transaction, personal: PersonalData, events: readonly RecordedEvent[]): Promise<void> => {
  const sightings = sightingsIn(events)
  const people = await personal.openAll<Person>(
    sightings.map(({ details }) => ({ owner: details.memberId, sealed: details.person as unknown as Sealed })),
  )
  const born = new Map<string, Cell[]>()
  const changed = new Map<string, Cell[]>()
  const registered = sightings.filter((sighting) => sighting.registered).map(({ details }) => details.memberId)
  // An upload that was interrupted and repeated registers the same people under the same ids.
  const { rows } = await tx.query<{ id: string }>('select id from members where id = any($1::uuid[])', [registered])
  const known = new Set(rows.map(({ id }) => id))
  for (const [i, sighting] of sightings.entries()) {
    const { memberId } = sighting.details
    // The history of a member registered and changed in one batch still begins in the upload.
    const row = rowOf(sighting, people[i] ?? forgotten, born.get(memberId)?.[REGISTERED_IN] ?? sighting.stream)
    if (!sighting.registered) (born.has(memberId) ? born : changed).set(memberId, row)
    else if (!known.has(memberId) && !born.has(memberId)) born.set(memberId, row)
  }
  const gone = (events as readonly Recorded<MemberEvent>[]).filter(({ type }) => type === 'MemberForgotten')
  const renamed = [...changed.keys(), ...gone.map(({ data }) => data.memberId)]
  const before = await namesOf(tx, renamed)
  await copyRows(tx, 'members', columns, [...born.values()])
  const changes = [...changed.values()]
  if (changes.length > 0)
    await tx.query(
      `update members m set name = c.name, first_name = c.first_name, last_name = c.last_name, email = c.email, phone = c.phone, dob = c.dob,
         gender = c.gender, contact_name = c.contact_name, name_key = c.name_key, sort_key = c.sort_key, sought = c.sought, member_since = c.member_since, congregation_id = c.congregation_id, revision = c.revision, since = c.since
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::date[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::date[], $16::uuid[], $17::int[], $18::text[], $19::bigint[])
         as c (${columns.join(', ')})
       where m.id = c.id`,
      columns.map((_, i) => changes.map((row) => row[i])),
    )
  if (gone.length > 0) {
    await tx.query(
      `update members m set name = $4, ${scrubbed}, revision = g.revision, since = g.position
       from unnest($1::uuid[], $2::int[], $3::bigint[]) as g (id, revision, position) where m.id = g.id`,
      [gone.map(({ data }) => data.memberId), gone.map(({ revision }) => revision), gone.map(({ position }) => position), forgotten.name],
    )
    await tx.query(`update members_past set name = $2, ${scrubbed} where id = any($1::uuid[])`, [
      gone.map(({ data }) => data.memberId),
      forgotten.name,
    ])
  }
  const forgottenOnes = new Set(gone.map(({ data }) => data.memberId as string))
  const fresh = [...born].filter(([id]) => !forgottenOnes.has(id)).map(([, row]) => ({ networkId: String(row[1]), nameKey: String(row[NAME_KEY]) }))
  const after = await namesOf(
    tx,
    renamed.filter((id) => !born.has(id)),
  )
  await countWords(tx, [...fresh, ...after], before)
  for (const { type, data, position } of events as readonly Recorded<UploadEvent>[])
    if (type === 'UploadStarted' || type === 'PayorEnrolled')
      await tx.query('insert into uploads (id, network_id, program_id, slices, position) values ($1, $2, $3, $4, $5)', [
        data.uploadId,
        data.networkId,
        data.programId,
        type === 'UploadStarted' ? data.slices : 1,
        position,
      ])
}

/** Payors with their details decrypted, and the uploads of each program. */
export const membersProjection = (personal: PersonalData): Projection => ({
  name: 'members',
  categories: ['member', 'upload'],
  own: ['member', 'upload'],
  fold: async (tx, events) => {
    for (const part of cutByChange(events)) await foldPart(tx, personal, part)
    await keepJournal(tx, events)
  },
})
