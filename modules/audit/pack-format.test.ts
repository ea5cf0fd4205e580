import { expect, test } from 'vitest'
import { csvLine } from '../shared/csv.ts'
import { cellsOf } from './pack-format.ts'

test('reads back what it wrote, even names that look like formulas or numbers', () => {
  for (const name of ['Dues', "'Dues'", '-5', "'-5", '-5 off', '=1+1', '"Quoted", indeed', ''])
    expect(cellsOf(csvLine(['id', name, '1.00']).trimEnd()), name).toEqual(['id', name, '1.00'])
})
