import { expect, test } from 'vitest'
import { fileProblem, isUnicode, many, timeLeft } from './upload-words.ts'

test("says the time left in seconds or minutes, and 'almost done' only once no row is left", () => {
  const left = (secondsLeft: number | null, done = 370) => timeLeft({ rows: 1000, done, secondsLeft })
  expect([0, 1, 2, 89, 90, 200].map((seconds) => left(seconds))).toEqual([
    '1 second left',
    '1 second left',
    '2 seconds left',
    '89 seconds left',
    '2 minutes left',
    '3 minutes left',
  ])
  expect(left(null)).toBeNull()
  expect(left(0, 1000)).toBe('almost done')
})

test('counts with a singular or plural noun', () => {
  expect([many(1, 'row'), many(59_500, 'row')]).toEqual(['1 row', '59,500 rows'])
})

const file = (name: string, size: number, type = '') => ({ name, size, type })

test('accepts a non-empty CSV, by its name or its type, up to 5 MB', () => {
  expect(fileProblem(file('members.CSV', 10))).toBeNull()
  expect(fileProblem(file('members', 10, 'text/csv'))).toBeNull()
  expect(fileProblem(file('members.xlsx', 10))).toBe('Invalid file type. Please select a CSV file.')
  expect(fileProblem(file('members.csv', 5_242_881))).toBe('File size exceeds 5MB limit.')
  expect(fileProblem(file('members.csv', 5_242_880))).toBeNull()
  expect(fileProblem(file('members.csv', 0))).toBe('Please select a non-empty file.')
})

test('detects files whose encoding must be guessed', async () => {
  const is = (bytes: string | Uint8Array<ArrayBuffer>) => isUnicode(new Blob([bytes]))
  expect(await is('firstName,lastName\nJosé,Peña\n')).toBe(true)
  expect(await is(Uint8Array.from(Buffer.from('\ufeffJosé', 'utf16le')))).toBe(true)
  expect(await is(Uint8Array.from(Buffer.from('José,Peña', 'latin1')))).toBe(false)
  expect(await is('Jos\ufffd,One')).toBe(false)
})
