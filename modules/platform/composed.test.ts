import { sql } from 'slonik'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { composed, given } from './composed.ts'

const Row = z.object({ id: z.string() })

describe('a composed statement', () => {
  test('has each of its values once, however often it names it', () => {
    const list = composed(
      ({ order }: { order: 'asc' | 'desc' }) =>
        sql.type(Row)`select id from t where b = ${given('b')} and (a = ${given('a')} or ${given('b')} > 1) order by ${sql.identifier([order])}`,
    )
    expect(list({ order: 'asc' }, { a: 'A', b: 2, more: 3 })).toMatchObject({
      sql: 'select id from t where b = $slonik_1 and (a = $slonik_2 or $slonik_1 > 1) order by "asc"',
      values: [2, 'A'],
    })
    expect(list({ order: 'asc' }, { a: 'other', b: 5 }).values).toEqual([5, 'other'])
    expect(list({ order: 'desc' }, { a: 'A', b: 2 }).sql).toContain('order by "desc"')
  })

  test('is put together once for each shape', () => {
    let made = 0
    const list = composed(({ page }: { page: number }) => {
      made += 1
      return sql.type(Row)`select id from t limit ${sql.literalValue(String(page))}`
    })
    for (const page of [1, 2, 1, 2, 1]) list({ page }, {})
    expect(made).toBe(2)
  })

  test("refuses a value written into it, which would be everybody's", () => {
    const leaking = composed(({ network }: { network: string }) => sql.type(Row)`select id from t where network_id = ${network}`)
    expect(() => leaking({ network: 'one' }, {})).toThrow('holds a value of its own')
  })

  test('refuses to run without one of its values', () => {
    const list = composed(() => sql.type(Row)`select id from t where a = ${given('a')}`)
    expect(() => list({}, { b: 1 })).toThrow('was not given a')
  })
})
