import { expect, test } from 'vitest'
import { rejectedCsv } from './upload-results.tsx'

const errors = [
  { name: 'Zoë', error: 'Last name is required', row: 3 },
  { name: 'x', error: 'Amount must be a positive number', row: 9 },
]

test('writes rejected rows unchanged with their reasons, and escapes formulas', () => {
  const rows = [
    ['Zoë', '', '+1 212 555 0100', 'a "quoted", cell'],
    ['=HYPERLINK("http://evil")', '@x', '-1', 'two\nlines', 'surplus'],
  ]
  expect(rejectedCsv({ errors, rejected: { header: ['First Name', 'lastName', 'phone', 'notes'], rows } })).toBe(
    '\ufeffFirst Name,lastName,phone,notes,reason\r\n' +
      'Zoë,,\'+1 212 555 0100,"a ""quoted"", cell",Last name is required\r\n' +
      '"\'=HYPERLINK(""http://evil"")",\'@x,\'-1,"two\nlines",Amount must be a positive number\r\n',
  )
})

test('replaces the reasons of rows that are rejected again', () => {
  const rejected = { header: ['firstName', 'Reason', 'lastName'], rows: [['Zoë', 'Last name is required', '']] }
  expect(rejectedCsv({ errors, rejected })).toBe('\ufefffirstName,lastName,reason\r\nZoë,,Last name is required\r\n')
})

test('makes no file if no row was rejected', () => {
  expect(rejectedCsv({ errors: [] })).toBeNull()
  expect(rejectedCsv({ errors: [], rejected: { header: ['a'], rows: [] } })).toBeNull()
})
