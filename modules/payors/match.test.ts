import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../kernel/dates.ts'
import type { PayorId } from '../kernel/ids.ts'
import { nameKey, phoneDigits, registeredKey } from '../kernel/names.ts'
import type { Person } from './events.ts'
import { type Entry, type Match, merge, openDirectory } from './match.ts'
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
    id: `member-${n}` as PayorId,
    kind: 'individual',
    nameKey: 'ruth one',
    person: person(details),
    memberSince: null,
    congregationId: null,
    revision: 0,
  },
  row: null,
})
/** The namesake that a row matches: a number, 'new' or 'several'. */
const who = (members: readonly Details[], row: Details) => {
  const directory = openDirectory()
  for (const [n, member] of members.entries()) directory.add(known(member, n))
  const { found, ambiguous } = directory.match(rowOf(row))
  return ambiguous ? 'several' : found ? Number(found.payor.id.slice(-1)) : 'new'
}

describe('[d] a row with several namesakes', () => {
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

test("picks the namesake with the row's spelling, and nobody if none has it", () => {
  const named = (name: string, details: Details, n = 0): Entry => {
    const entry = known(details, n)
    return { ...entry, payor: { ...entry.payor, nameKey: nameKey(name), person: { ...entry.payor.person, name } } }
  }
  const meant = (members: readonly Entry[], name: string, details: Details) => {
    const directory = openDirectory()
    for (const member of members) directory.add(member)
    const { found, ambiguous } = directory.match({ nameKey: nameKey(name), person: { ...person(details), name } })
    return ambiguous ? 'several' : found ? found.payor.person.name : 'new'
  }
  const alone = [named("Sean O'Connor", A)]
  for (const name of ['Sean O’Connor', 'SEAN OCONNOR', 'Seán O Connor']) expect(meant(alone, name, {}), name).toBe("Sean O'Connor")
  expect(meant(alone, 'Sean OConnor', B)).toBe('new')
  for (const details of [{}, A]) {
    const both = [named("Sean O'Connor", details, 0), named('Sean OConnor', details, 1)]
    expect(meant(both, "sean o'connor", details)).toBe("Sean O'Connor")
    expect(meant(both, 'Seán OConnor', details)).toBe('Sean OConnor')
    expect(meant(both, 'Sean O’Connor', details)).toBe('several')
  }
})

const digits = ({ phone }: Person): string | null => (phone ? phoneDigits(phone) : null)
const differs = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b

const MOST_COMPARED = 10

/** The rule in its simplest form: compares the row with every namesake. */
const compareWithAll = (candidates: readonly Entry[], searched: Person): Match => {
  const spelled = candidates.filter(({ payor }) => registeredKey(payor.person.name) === registeredKey(searched.name))
  for (const key of [(of: Person) => of.email, digits, (of: Person) => of.dob]) {
    const wanted = key(searched)
    const alike = wanted === null ? [] : candidates.filter(({ payor }) => key(payor.person) === wanted)
    if (alike.length === 0) continue
    const [found, another] = alike.length === 1 || alike.length > MOST_COMPARED ? alike : alike.filter((one) => spelled.includes(one))
    return found && !another ? { found, ambiguous: false } : { found: null, ambiguous: true }
  }
  const compatible = candidates.filter(
    ({ payor: { person: of } }) => !differs(of.email, searched.email) && !differs(digits(of), digits(searched)) && !differs(of.dob, searched.dob),
  )
  const [only] = compatible
  if (only && candidates.length === 1) return { found: only, ambiguous: false }
  const [one, another] = spelled
  if (one && !another && compatible.includes(one)) return { found: one, ambiguous: false }
  return { found: null, ambiguous: compatible.length > 0 }
}

/** The import's result for each row. New people are added, and matched ones take over the row's details. */
const outcomes = (
  members: readonly Entry[],
  rows: readonly PayorRow[],
  { add, match, change }: Pick<ReturnType<typeof openDirectory>, 'add' | 'match' | 'change'>,
): string[] => {
  for (const member of members) add({ ...member })
  return rows.map((row, n) => {
    const { found, ambiguous } = match(row)
    if (ambiguous) return 'several'
    if (!found) {
      add({ payor: { ...known({}).payor, id: `row-${n}` as PayorId, nameKey: row.nameKey, person: row.person }, row: n })
      return 'new'
    }
    const { person: after, notes } = merge(found.payor, row, null)
    const outcome = `${found.payor.id} ${found.row ?? 'unmet'} ${notes.join()}`
    if (found.row === null) {
      found.row = n
      change(found, { ...found.payor, person: after })
    }
    return outcome
  })
}

const slowly = () => {
  const all: Entry[] = []
  return {
    add: (entry: Entry) => void all.push(entry),
    match: ({ nameKey: name, person: searched }: Pick<PayorRow, 'nameKey' | 'person'>) =>
      compareWithAll(
        all.filter(({ payor }) => payor.nameKey === name),
        searched,
      ),
    change: (entry: Entry, payor: Entry['payor']) => {
      entry.payor = payor
    },
  }
}

test('finds the same match as a comparison with every namesake', () => {
  const some = <Value>(...values: Value[]) => fc.constantFrom(...values)
  const details = fc.record({
    email: some(null, null, 'a@example.org', 'b@example.org', 'c@example.org'),
    // The first three have the same digits.
    phone: some(null, null, '(212) 555-0100', '+1 212-555-0100', '2125550100', '212-555-0199', '12125550199', '555-0100'),
    dob: some(null, null, D.dob, E.dob),
    name: some('José Núñez', 'JOSE  NUNEZ', 'josé nuñez', 'José-Núñez', 'Joséñunez', 'Ruth One'),
  })
  const built = ({ name, ...rest }: (typeof details extends fc.Arbitrary<infer D> ? D : never) & { name: string }) => {
    const row = rowOf({})
    return { ...row, nameKey: nameKey(name), person: { ...row.person, name, ...rest } }
  }
  fc.assert(
    fc.property(fc.array(details, { maxLength: 12 }), fc.array(details, { minLength: 1, maxLength: 25 }), (members, file) => {
      const payors = members.map(
        (member, n): Entry => ({ payor: { ...known({}, n).payor, ...built(member), id: `member-${n}` as PayorId }, row: null }),
      )
      const rows = file.map(built)
      expect(outcomes(payors, rows, openDirectory())).toEqual(outcomes(payors, rows, slowly()))
    }),
    { numRuns: 3_000 },
  )
})

const MANY = 20_000
const day = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10) as LocalDate
const other = (n: number): Details => ({ email: `${n}@example.org`, phone: String(2_000_000_000 + n), dob: day(n) })

test.each<[string, (n: number) => Details, (n: number) => Details]>([
  ['other people', () => ({}), other],
  ['the same person', () => ({}), () => other(1)],
  ['nothing but the name', () => ({}), () => ({})],
  ['people of one address who are known', (n) => ({ ...other(n), ...A }), (n) => ({ ...other(n), ...A })],
  ['people of one address who move to their own', (n) => ({ ...A, phone: String(2_000_000_000 + n) }), other],
  ['people of one number', () => P, (n) => ({ ...P, email: `${n}@example.org` })],
  ['people born on one day', () => D, (n) => ({ ...D, email: `${n}@example.org` })],
  ['people who lack what the others have', (n) => ({ email: `${n}@example.org` }), (n) => ({ dob: day(n) })],
])('matches a row with %s among twenty thousand namesakes as fast as among a few', (_, member, row) => {
  const of = (count: number) => {
    const members = Array.from({ length: count }, (_, n) => known(member(n), n))
    const rows = Array.from({ length: count }, (_, n) => rowOf(row(n)))
    const before = process.cpuUsage()
    outcomes(members, rows, openDirectory())
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / count
  }
  // The fastest of several runs, in processor time, which other processes can only increase.
  const fastest = (count: number, times: number) => Math.min(...Array.from({ length: times }, () => of(count)))
  // A comparison with all would take twenty times as long for each row, about a millisecond. Up to five microseconds
  // are noise.
  expect(fastest(MANY, 3)).toBeLessThan(8 * Math.max(fastest(MANY / 20, 3), 0.005))
})

describe('a match', () => {
  const mergeInto = (before: Details, row: Details) => merge(known(before).payor, rowOf(row), null)
  test('updates a changed e-mail or phone, with a note', () => {
    const { person: after, notes } = mergeInto({ ...A, ...P, ...D }, { ...B, ...Q, ...D })
    expect(after).toMatchObject({ ...B, ...Q })
    expect(notes).toEqual(['the email was updated', 'the phone number was updated'])
  })
  test('fills missing details, with a note', () => {
    const { person: after, notes } = mergeInto({}, { ...A, ...P, ...D, gender: 'Female' })
    expect(after).toMatchObject({ ...A, ...P, ...D, gender: 'Female' })
    expect(notes).toHaveLength(4)
  })
  test('keeps details that the row lacks', () =>
    expect(mergeInto({ ...A, ...P, ...D }, {})).toMatchObject({ person: { ...A, ...P, ...D }, notes: [] }))
  test('keeps the spelling of a phone number with the same digits', () => {
    expect(mergeInto(P, { phone: '2125550100' })).toMatchObject({ person: P, notes: [] })
  })
  test('keeps an existing date of birth', () => expect(mergeInto({ ...A, ...D }, { ...A, ...E })).toMatchObject({ person: D, notes: [] }))
})
