import { nameKey } from '../../modules/kernel/names.ts'
import type { MemberEvent, Person, UploadEvent } from '../../modules/members/events.ts'
import { type PersonalData, sealedField } from '../../modules/platform/personal-data.ts'
import { copyRows } from '../copy-rows.ts'
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

const details = ({ name, firstName, lastName, email, phone, dob, gender, contactName }: Person) => [
  name,
  firstName,
  lastName,
  email,
  phone,
  dob,
  gender,
  contactName,
  nameKey(name),
]

type MemberRow = { registered: readonly unknown[] | null; changes: (readonly unknown[])[] }

/** Payors with their details opened, and which uploads a program has had. */
export const membersProjection = (personal: PersonalData): Projection => {
  const { decode } = sealedField<MemberEvent>(personal, 'memberId', 'person')
  return {
    name: 'members',
    categories: ['member', 'upload'],
    fold: async (tx, events) => {
      const members = new Map<string, MemberRow>()
      const memberEvents = (await decode(events.filter(({ stream }) => stream.startsWith('member-')))) as readonly Recorded<MemberEvent>[]
      for (const { type, data, revision } of memberEvents) {
        const person = data.person ?? forgotten
        if (type === 'MemberRegistered')
          members.set(data.memberId, {
            registered: [data.memberId, data.networkId, data.kind, ...details(person), data.memberSince, data.congregationId, revision],
            changes: [],
          })
        else {
          const change = [data.memberId, ...details(person), data.memberSince, data.congregationId, revision]
          const known = members.get(data.memberId)
          if (known) known.changes.push(change)
          else members.set(data.memberId, { registered: null, changes: [change] })
        }
      }
      await copyRows(
        tx,
        'members',
        [
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
        ],
        [...members.values()].flatMap(({ registered }) => (registered ? [registered as never] : [])),
      )
      const changes = [...members.values()].flatMap((row) => row.changes.slice(-1))
      if (changes.length > 0) {
        const column = (i: number) => changes.map((change) => change[i])
        await tx.query(
          `update members m set name = c.name, first_name = c.first_name, last_name = c.last_name, email = c.email, phone = c.phone, dob = c.dob,
             gender = c.gender, contact_name = c.contact_name, name_key = c.name_key, member_since = c.member_since, congregation_id = c.congregation_id, revision = c.revision
           from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::date[], $8::text[], $9::text[], $10::text[], $11::date[], $12::uuid[], $13::int[])
             as c (id, name, first_name, last_name, email, phone, dob, gender, contact_name, name_key, member_since, congregation_id, revision)
           where m.id = c.id`,
          Array.from({ length: 13 }, (_, i) => column(i)),
        )
      }
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
  }
}
