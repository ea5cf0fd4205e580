import { type EventOf, isIn } from '../../modules/kernel/events.ts'
import { nameKey, nameWords, searchTextOf, spacedKey } from '../../modules/kernel/names.ts'
import { type MemberDetails, NO_STREAM_YET, type PayorEvent, type Person, payorEvents, uploadEvents } from '../../modules/payors/events.ts'
import type { PersonalData, Sealed } from '../../modules/platform/personal-data/personal-data.ts'
import { keepJournal } from '../audit/journal.ts'
import { type Projection, projectionOf, type Recorded, type Transaction } from '../projection.ts'
import { type MemberRow, members, uploads } from './tables.ts'

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

/** The sort key of lists of people (R102). */
const sortKeyOf = ({ firstName, lastName, name }: Person): string => spacedKey(lastName === null ? name : `${lastName} ${firstName ?? ''}`)

const { MemberForgotten } = payorEvents
const table = { ...payorEvents, ...uploadEvents }
type Event = Recorded<EventOf<typeof table>>

type Sighting = Readonly<{ details: MemberDetails; networkId: string; revision: number; registered: boolean; stream: string; position: bigint }>

const sightingsIn = (events: readonly Event[]): Sighting[] =>
  events.flatMap(({ type, data, revision, stream, position }): Sighting[] => {
    if (type === 'MemberChanged') return [{ details: data, networkId: data.networkId, revision, registered: false, stream, position }]
    if (type === 'MemberAdded') return [{ details: data, networkId: data.networkId, revision, registered: true, stream, position }]
    if (type !== 'MembersRegistered') return []
    return data.members.map((details) => ({ details, networkId: data.networkId, revision: NO_STREAM_YET, registered: true, stream, position }))
  })

const { columns } = members
const update = `
  update members m set ${members.assigned} from ${columns.unnested()} as c (${columns.list})
  where m.id = c.id`

const rowOf = ({ details, networkId, revision, position }: Sighting, person: Person, registeredIn: string): MemberRow => ({
  id: details.memberId,
  networkId,
  kind: details.kind,
  nameKey: nameKey(person.name),
  sortKey: sortKeyOf(person),
  sought: searchTextOf(person),
  memberSince: details.memberSince,
  congregationId: details.congregationId,
  revision,
  registeredIn,
  since: position,
  ...person,
})

/** `sortKey` holds the words of the name. */
type Named = Readonly<{ networkId: string; sortKey: string }>

const namesOf = async (tx: Transaction, ids: readonly string[]): Promise<readonly Named[]> => {
  if (ids.length === 0) return []
  const { rows } = await tx.query<Named>('select network_id as "networkId", sort_key as "sortKey" from members where id = any($1::uuid[])', [ids])
  return rows
}

/** Updates the counts of words in names, and deletes words that no name has. */
const countWords = async (tx: Transaction, added: readonly Named[], removed: readonly Named[]): Promise<void> => {
  const counts = new Map<string, number>()
  const add = ({ networkId, sortKey: key }: Named, by: 1 | -1) => {
    for (const word of nameWords(key)) counts.set(`${networkId} ${word}`, (counts.get(`${networkId} ${word}`) ?? 0) + by)
  }
  for (const named of added) add(named, 1)
  for (const named of removed) add(named, -1)
  const changed = [...counts].filter(([, by]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (changed.length === 0) return
  const [networks, words] = [0, 1].map((i) => changed.map(([key]) => key.split(' ')[i]))
  await tx.query(
    `insert into name_words as t (network_id, word, members) select * from unnest($1::uuid[], $2::text[], $3::int[])
     on conflict (network_id, word) do update set members = t.members + excluded.members`,
    [networks, words, changed.map(([, by]) => by)],
  )
  if (removed.length > 0)
    await tx.query(
      'delete from name_words t using unnest($1::uuid[], $2::text[]) c (network_id, word) where t.network_id = c.network_id and t.word = c.word and t.members = 0',
      [networks, words],
    )
}

/** Splits a batch before a payor's second change, since an update can end only one version of a row. */
const cutByChange = (events: readonly Event[]): Event[][] => {
  const parts: Event[][] = [[]]
  const seen = new Set<string>()
  for (const event of events) {
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

const scrub = async (tx: Transaction, gone: readonly Recorded<Extract<PayorEvent, { type: 'MemberForgotten' }>>[]): Promise<void> => {
  if (gone.length === 0) return
  const ids = gone.map(({ data }) => data.memberId)
  await tx.query(
    `update members m set name = $4, ${scrubbed}, revision = g.revision, since = g.position
     from unnest($1::uuid[], $2::int[], $3::bigint[]) as g (id, revision, position) where m.id = g.id`,
    [ids, gone.map(({ revision }) => revision), gone.map(({ position }) => position), forgotten.name],
  )
  await tx.query(`update members_past set name = $2, ${scrubbed} where id = any($1::uuid[])`, [ids, forgotten.name])
}

const noteMoves = async (tx: Transaction, events: readonly Event[]): Promise<void> => {
  for (const { type, data, metadata, position, stream } of events) {
    const back = type === 'PayorsEnrolled' ? data.payors : type === 'PayorEnrolled' ? [data.payor] : []
    if (type === 'PayorRemoved')
      await tx.query(
        `with moved as (
           insert into left_programs (program_id, payor_id, since) values ($1, $2, $3) on conflict do nothing returning program_id, payor_id
         )
         insert into program_moves (payor_id, position, program_id, stream) select payor_id, $4, program_id, $5 from moved`,
        [data.programId, data.payorId, metadata.at, position, stream],
      )
    else if (back.length > 0 && type !== 'UploadStarted' && type !== 'MembersRegistered')
      await tx.query(
        `with moved as (delete from left_programs where program_id = $1 and payor_id = any($2::uuid[]) returning program_id, payor_id)
         insert into program_moves (payor_id, position, program_id, stream) select payor_id, $3, program_id, $4 from moved`,
        [data.programId, back.map(({ payorId }) => payorId), position, stream],
      )
  }
}

const noteUploads = async (tx: Transaction, events: readonly Event[]): Promise<void> => {
  for (const { type, data, position } of events)
    if (type === 'UploadStarted' || type === 'PayorEnrolled' || type === 'PayorRemoved')
      await uploads.insert(tx, {
        id: data.uploadId,
        networkId: data.networkId,
        programId: data.programId,
        slices: type === 'UploadStarted' ? data.slices : 1,
        position,
      })
}

const foldPart = async (tx: Transaction, personal: PersonalData, events: readonly Event[]): Promise<void> => {
  const sightings = sightingsIn(events)
  const people = await personal.openAll<Person>(
    sightings.map(({ details }) => ({ owner: details.memberId, sealed: details.person as unknown as Sealed })),
  )
  const added = new Map<string, MemberRow>()
  const changed = new Map<string, MemberRow>()
  const registered = sightings.filter((sighting) => sighting.registered).map(({ details }) => details.memberId)
  // A repeated upload registers the same people with the same ids.
  const { rows } = await tx.query<{ id: string }>('select id from members where id = any($1::uuid[])', [registered])
  const known = new Set(rows.map(({ id }) => id))
  for (const [i, sighting] of sightings.entries()) {
    const { memberId } = sighting.details
    // If a member was registered and changed in the same batch, the history still begins with the upload.
    const row = rowOf(sighting, people[i] ?? forgotten, added.get(memberId)?.registeredIn ?? sighting.stream)
    if (!sighting.registered) (added.has(memberId) ? added : changed).set(memberId, row)
    else if (!known.has(memberId) && !added.has(memberId)) added.set(memberId, row)
  }
  const gone = events.filter(isIn({ MemberForgotten }))
  const renamed: string[] = [...changed.keys(), ...gone.map(({ data }) => data.memberId)]
  const namesRemoved = await namesOf(tx, renamed)
  await members.copy(tx, [...added.values()])
  if (changed.size > 0) await tx.query(update, columns.arrays([...changed.values()]))
  await scrub(tx, gone)
  const goneIds = new Set(gone.map(({ data }) => data.memberId as string))
  const namesAdded = [
    ...[...added.values()].filter(({ id }) => !goneIds.has(id)),
    ...(await namesOf(
      tx,
      renamed.filter((id) => !added.has(id)),
    )),
  ]
  await countWords(tx, namesAdded, namesRemoved)
  await noteUploads(tx, events)
  await noteMoves(tx, events)
}

/** Payors with their details decrypted, and the uploads of each program. */
export const payorsProjection = (personal: PersonalData): Projection =>
  projectionOf(table, {
    name: 'members',
    categories: ['member', 'upload'],
    own: ['member', 'upload'],
    fold: async (tx, events) => {
      for (const part of cutByChange(events)) await foldPart(tx, personal, part)
      await keepJournal(tx, events)
    },
  })
