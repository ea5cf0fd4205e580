import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../kernel/dates.ts'
import type { MemberId } from '../kernel/ids.ts'
import type { Person } from './events.ts'
import { type Entry, matchRow, merge } from './match.ts'
import type { PayorRow } from './read-row.ts'

type Details = Partial<Pick<Person, 'email' | 'phone' | 'dob' | 'gender'>>
const A = { email: 'a@example.org' }
const B = { email: 'b@example.org' }
const P = { phone: '(212) 555-0100' }
const Q = { phone: '(212) 555-0199' }
const D = { dob: '1990-01-01' as LocalDate }
const E = { dob: '1991-01-01' as LocalDate }

const person = (details: Details): Person => ({
  firstName: 'Ruth',
  lastName: 'One',
  name: 'Ruth One',
  email: null,
  phone: null,
  dob: null,
  gender: null,
  contactName: null,
  ...details,
})
const rowOf = (details: Details): PayorRow => ({
  row: 2,
  kind: 'individual',
  nameKey: 'ruth one',
  person: person(details),
  memberSince: null,
  congregation: null,
  amount: null,
  notes: [],
})
const known = (details: Details, n = 0): Entry => ({
  payor: {
    id: `member-${n}` as MemberId,
    kind: 'individual',
    nameKey: 'ruth one',
    person: person(details),
    memberSince: null,
    congregationId: null,
    revision: 0,
  },
  row: null,
})
/** Which of those who have the row's name it is: a number, 'new' or 'several'. */
const who = (members: readonly Details[], row: Details) => {
  const { found, ambiguous } = matchRow(members.map(known), rowOf(row))
  return ambiguous ? 'several' : found ? Number(found.payor.id.slice(-1)) : 'new'
}

describe('among members of one name a row is', () => {
  test.each<[string, Details[], Details, number | 'new' | 'several']>([
    ['nobody where there is none', [], A, 'new'],
    ['who has its e-mail', [A, B], B, 1],
    ['who has its e-mail, though phone and birth differ', [{ ...A, ...P, ...D }], { ...A, ...Q, ...E }, 0],
    ['who has its e-mail rather than its phone', [{ ...A, ...Q }, P], { ...A, ...P }, 0],
    ['not told where two have its e-mail', [A, A], A, 'several'],
    ['who has its phone, though the e-mail differs', [{ ...A, ...P }], { ...B, ...P }, 0],
    ['who has its phone, written another way', [P], { phone: '+1 212-555-0100' }, 0],
    [
      'not told where two have its phone',
      [
        { ...A, ...P },
        { ...B, ...P },
      ],
      P,
      'several',
    ],
    [
      'who has its e-mail, where two have its phone',
      [
        { ...A, ...P },
        { ...B, ...P },
      ],
      { ...A, ...P },
      0,
    ],
    ['who was born on its day, though all else differs', [{ ...A, ...P, ...D }], { ...B, ...Q, ...D }, 0],
    ['not told where two were born on its day', [D, D], D, 'several'],
    ['who alone has the name, if it says no more', [{ ...A, ...P, ...D }], {}, 0],
    ['who alone has the name, if that member says no more', [{}], { ...A, ...P, ...D }, 0],
    ['who alone has the name, where nothing of both differs', [A], P, 0],
    ['new where the e-mail differs', [A], B, 'new'],
    ['new where the phone differs', [P], Q, 'new'],
    ['new where the day of birth differs', [D], E, 'new'],
    ['new where one thing fits by being absent and another differs', [{ ...A, ...D }], { ...P, ...E }, 'new'],
    ['not told by a bare name that several have', [A, B], {}, 'several'],
    ['nobody where one of several who have the name does not differ', [D, A], E, 'several'],
    ['new where all who have the name differ', [A, B], { email: 'c@example.org' }, 'new'],
  ])('%s', (_, members, row, expected) => expect(who(members, row)).toBe(expected))
})

describe('a match', () => {
  const mergeInto = (before: Details, row: Details) => merge(known(before).payor, rowOf(row), null)
  test('whose e-mail or phone changed is updated, with a note', () => {
    const { person: after, notes } = mergeInto({ ...A, ...P, ...D }, { ...B, ...Q, ...D })
    expect(after).toMatchObject({ ...B, ...Q })
    expect(notes).toEqual(['the email was updated', 'the phone number was updated'])
  })
  test('gets the details that it lacked, with a note', () => {
    const { person: after, notes } = mergeInto({}, { ...A, ...P, ...D, gender: 'Female' })
    expect(after).toMatchObject({ ...A, ...P, ...D, gender: 'Female' })
    expect(notes).toHaveLength(4)
  })
  test('loses nothing that a row leaves out', () =>
    expect(mergeInto({ ...A, ...P, ...D }, {})).toMatchObject({ person: { ...A, ...P, ...D }, notes: [] }))
  test('keeps its phone as written where the digits are the same', () => {
    expect(mergeInto(P, { phone: '2125550100' })).toMatchObject({ person: P, notes: [] })
  })
  test('keeps a day of birth that it has', () => expect(mergeInto({ ...A, ...D }, { ...A, ...E })).toMatchObject({ person: D, notes: [] }))
})
