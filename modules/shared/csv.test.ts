import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1 320 555', "'+1 320 555"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', '"\'\tx"'],
  ['\rx', '"\'\rx"'],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['Bell; Ruth', '"Bell; Ruth"'],
  ['x;=1+1', '"x;\'=1+1"'],
  ['x\t+1', '"x\t\'+1"'],
  ['x\r\n=1+1', '"x\r\n\'=1+1"'],
  ['-5.50', '-5.50'],
  ['-5+cmd', "'-5+cmd"],
  ['1234.50', '1234.50'],
  ['a "b", c', '"a ""b"", c"'],
  ['a=b', 'a=b'],
])('%j is written %s', (text, written) => expect(csvLine([text, null])).toBe(`${written},\r\n`))

test('keeps the number of cells for any content, and leaves no formula that a spreadsheet would run', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (cells) => {
      const [record] = parse(csvLine(cells), { record_delimiter: '\r\n', skip_empty_lines: false }) as string[][]
      expect(record?.map((text) => text.replaceAll("'", ''))).toEqual(cells.map((text) => text.replaceAll("'", '')))
      for (const text of record ?? []) for (const part of text.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^([=+@＝＋－＠]|-(?!\d+(\.\d+)?$))/)
    }),
  ))
