import { expect, test } from 'vitest'
import { fileProblem, isUnicode } from './check-file.ts'

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
