import { sql } from 'slonik'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { statements } from './merged-page.ts'

const Row = z.object({ id: z.string() })
type Shape = Readonly<{ order: string }>
type Given = Readonly<{ a: string; b: number }>

test('composes a statement once for each shape, with the values of each call', () => {
  let composed = 0
  const list = statements(({ order }: Shape, { a, b }: Given) => {
    composed += 1
    return sql.type(Row)`select id from t where b = ${b} and (a = ${a} or ${b} > 1) order by ${sql.identifier([order])}`
  })
  expect(list({ order: 'asc' }, { b: 2, a: 'A' })).toMatchObject({
    sql: 'select id from t where b = $slonik_1 and (a = $slonik_2 or $slonik_3 > 1) order by "asc"',
    values: [2, 'A', 2],
  })
  // A value may be equal to the name of another one.
  expect(list({ order: 'asc' }, { a: 'b', b: 5 }).values).toEqual([5, 'b', 5])
  expect(list({ order: 'desc' }, { a: 'A', b: 2 }).sql).toContain('order by "desc"')
  expect(composed).toBe(2)
})

test('rejects a statement that contains a fixed value, since all calls would share it', () => {
  const leaking = statements(({ order }: Shape, { a }: Given) => sql.type(Row)`select id from t where a = ${a} and b = ${order}`)
  expect(() => leaking({ order: 'one' }, { a: 'A', b: 1 })).toThrow('holds a value of its own')
})
