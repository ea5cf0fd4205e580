import { describe, expect, test } from 'vitest'
import type { Column } from './csv.ts'
import { readRow } from './read-row.ts'

type Cells = Partial<Record<Column, string>>
const row = (cells: Cells, { surplus = 0, custom = false, congregation = false } = {}) =>
  readRow({ row: 7, cells, surplus, record: [] }, congregation ? 'congregations' : 'individualMembers', custom)
const accepted = (cells: Cells, more = {}) => {
  const read = row({ firstName: 'Ruth', lastName: 'One', ...cells }, more)
  return 'error' in read ? expect.fail(read.error) : read
}
const error = (cells: Cells, more = {}) => {
  const read = row(cells, more)
  return 'error' in read ? read.error : expect.fail('accepted')
}

describe('rejects a row', () => {
  test.each<[string, Cells, string]>([
    ['without first name', { firstName: '', lastName: 'One' }, 'First name is required'],
    ['without last name', { firstName: 'Ruth', lastName: '' }, 'Last name is required'],
    ['with a last name of 101 characters', { firstName: 'Ruth', lastName: 'x'.repeat(101) }, 'A name must be 100 characters or less'],
    ['with a name of accents alone', { firstName: '\u0301', lastName: '\u0301' }, 'Enter a name that contains letters'],
    ['with too few columns to tell', { email: 'ruth@example.org' }, 'The row has too few columns'],
  ])('%s', (_, cells, message) => expect(error(cells)).toBe(message))
  test.each([
    ['0', /positive number/],
    ['-5', /positive number/],
    ['ten', /not an amount/],
    ['1.234', /more than one way/],
    ['1e3', /not an amount/],
    ['NaN', /not an amount/],
    ['99999999999', /or less/],
    ['$', /not an amount/],
  ])('with the amount %j in a Custom program', (amount, message) =>
    expect(error({ firstName: 'Ruth', lastName: 'One', amount }, { custom: true })).toMatch(message),
  )
  test('for a congregation without a name', () => expect(error({ email: 'x@example.org' }, { congregation: true })).toBe('Name is required'))
  test('and names its person', () => expect(row({ firstName: 'Ruth', lastName: '' })).toMatchObject({ row: 7, name: 'Ruth' }))
})

describe('accepts a row', () => {
  test('with a name of 100 characters', () => expect(accepted({ lastName: 'x'.repeat(100) }).notes).toEqual([]))
  test.each([
    ['$1,234.50', 123_450],
    ['60', 6_000],
    ['1,2', 120],
    ['12,50', 1_250],
    ['0.01', 1],
    ['9,999,999.99', 999_999_999],
  ])('with the amount %s', (amount, cents) => expect(accepted({ amount }, { custom: true }).amount).toBe(cents))
  test("without an amount, which means the program's amount", () =>
    expect(accepted({ amount: '' }, { custom: true })).toMatchObject({ amount: null, notes: [] }))

  test.each<[string, Cells, string]>([
    ['an e-mail', { email: 'not-an-email' }, 'the email is not valid'],
    ['a phone number', { phone: '123' }, 'the phone number is not valid'],
    ['a date of birth', { dob: '1990-02-30' }, 'the date of birth is not a date'],
    ['a "member since"', { memberSince: 'long ago' }, '"member since" is not a date'],
  ])('with an invalid %s, which is left out with a note', (_, cells, note) => {
    const read = accepted(cells)
    expect(read.notes).toEqual([expect.stringContaining(note)])
    expect(read).toMatchObject({ memberSince: null, person: { email: null, phone: null, dob: null } })
  })
  test('with any amount in a Uniform program, which is ignored with a note', () => {
    expect(accepted({ amount: 'ten' })).toMatchObject({ amount: null, notes: [expect.stringContaining('amount was ignored')] })
  })
  test('with extra cells, which are ignored with a note', () => expect(accepted({}, { surplus: 2 }).notes).toEqual(['surplus cells were ignored']))
  test.each([
    ['1990-02-28', '1990-02-28'],
    ['2/28/1990', '1990-02-28'],
    ['02-28-1990', '1990-02-28'],
    ['2/29/1992', '1992-02-29'],
  ])('with %s as a date', (text, dob) => expect(accepted({ dob: text }).person.dob).toBe(dob))
  test('with its e-mail in lower case', () => expect(accepted({ email: 'RUTH@Example.org' }).person.email).toBe('ruth@example.org'))
})
