import { nameKey } from '../../modules/kernel/names.ts'
import type { MemberDetails, MemberEvent, Person, UploadEvent } from '../../modules/members/events.ts'
import type { RecordedEvent } from '../../modules/platform/event-store.ts'
import type { PersonalData, Sealed } from '../../modules/platform/personal-data.ts'
import { type Cell, copyRows } from '../copy-rows.ts'
import type { Projection, Recorded } from '../projection.ts'

/** What is shown of somebody who was forgotten: money and history stay, the name does not. */
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

type Sighting = Readonly<{ details: MemberDetails; networkId: string; revision: number; registered: boolean; stream: string }>

const sightingsIn = (events: readonly RecordedEvent[]): Sighting[] =>
  (events as readonly Recorded<MemberEvent | UploadEvent>[]).flatMap(({ type, data, revision, stream }): Sighting[] => {
    if (type === 'MemberChanged') return [{ details: data, networkId: data.networkId, revision, registered: false, stream }]
    if (type !== 'MembersRegistered') return []
    return data.members.map((details) => ({ details, networkId: data.networkId, revision: UNCHANGED, registered: true, stream }))
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
  'member_since',
  'congregation_id',
  'revision',
  'registered_in',
] as const

const rowOf = ({ details, networkId, revision, stream }: Sighting, person: Person): Cell[] => [
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
  details.memberSince,
  details.congregationId,
  revision,
  stream,
]

/** Payors with their details opened, and which uploads a program has had. */
export const membersProjection = (personal: PersonalData): Projection => ({
  name: 'members',
  categories: ['member', 'upload'],
  fold: async (tx, events) => {
    const sightings = sightingsIn(events)
    const people = await personal.openAll<Person>(
      sightings.map(({ details }) => ({ owner: details.memberId, sealed: details.person as unknown as Sealed })),
    )
    const born = new Map<string, Cell[]>()
    const changed = new Map<string, Cell[]>()
    const registered = sightings.filter((sighting) => sighting.registered).map(({ details }) => details.memberId)
    // An upload that was cut short and sent again registers the same people under the same ids.
    const { rows } = await tx.query<{ id: string }>('select id from members where id = any($1::uuid[])', [registered])
    const known = new Set(rows.map(({ id }) => id))
    for (const [i, sighting] of sightings.entries()) {
      const { memberId } = sighting.details
      const row = rowOf(sighting, people[i] ?? forgotten)
      if (!sighting.registered) (born.has(memberId) ? born : changed).set(memberId, row)
      else if (!known.has(memberId) && !born.has(memberId)) born.set(memberId, row)
    }
    await copyRows(tx, 'members', columns, [...born.values()])
    const changes = [...changed.values()]
    if (changes.length > 0)
      await tx.query(
        `update members m set name = c.name, first_name = c.first_name, last_name = c.last_name, email = c.email, phone = c.phone, dob = c.dob,
           gender = c.gender, contact_name = c.contact_name, name_key = c.name_key, member_since = c.member_since, congregation_id = c.congregation_id, revision = c.revision
         from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::date[], $10::text[], $11::text[], $12::text[], $13::date[], $14::uuid[], $15::int[], $16::text[])
           as c (${columns.join(', ')})
         where m.id = c.id`,
        columns.map((_, i) => changes.map((row) => row[i])),
      )
    const gone = (events as readonly Recorded<MemberEvent>[]).filter(({ type }) => type === 'MemberForgotten')
    if (gone.length > 0)
      await tx.query(
        `update members m set name = $3, first_name = null, last_name = null, email = null, phone = null, dob = null, gender = null, contact_name = null,
           name_key = '', member_since = null, revision = g.revision
         from unnest($1::uuid[], $2::int[]) as g (id, revision) where m.id = g.id`,
        [gone.map(({ data }) => data.memberId), gone.map(({ revision }) => revision), forgotten.name],
      )
    for (const { type, data, position } of events as readonly Recorded<UploadEvent>[])
      if (type === 'UploadStarted')
        await tx.query('insert into uploads (id, network_id, program_id, slices, position) values ($1, $2, $3, $4, $5)', [
          data.uploadId,
          data.networkId,
          data.programId,
          data.slices,
          position,
        ])
  },
})
