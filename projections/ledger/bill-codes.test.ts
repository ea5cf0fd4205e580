import { afterAll, beforeAll, expect, test } from 'vitest'
import { BillCode } from '../../modules/kernel/ids.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { codeOf, giveCodes } from './bill-codes.ts'
import type { BillRow } from './tables.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('a code has eight unambiguous characters, and is read in any spelling', () => {
  const code = codeOf('AAAAAAAAAAAAAAAAAAAAAA')
  expect(code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/)
  expect(codeOf('AAAAAAAAAAAAAAAAAAAAAB')).not.toBe(code)
  expect(BillCode.parse(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)).toBe(code)
  for (const typed of ['', 'ABCD123', 'ABCDEFG0', 'ABCDEFGI', `${code}2`, 'ÄBCDEFGH']) expect(BillCode.safeParse(typed).success, typed).toBe(false)
})

test('bills of a network never share a code, within a batch or across batches; bills of two networks may (R98)', async () => {
  const { networkId, bills } = await startNetwork(app)
  const other = await startNetwork(app)
  const taken = bills[0]?.code ?? ''
  const { rows } = await app.pool.query<{ id: string; code: string }>('select id, code from read.bills where network_id = $1', [networkId])
  for (const { id, code } of rows) expect(code).toBe(codeOf(id))
  const row = (id: string, network = networkId) => ({ id, networkId: network, code: taken }) as BillRow
  const issued = [row('b1'), row('b2'), row('b3', other.networkId), row('b4', other.networkId)]
  const client = await app.pool.connect()
  try {
    await client.query('set search_path to read')
    await giveCodes(client, issued)
  } finally {
    client.release(true)
  }
  const [b1, b2, b3, b4] = issued.map(({ code }) => code)
  expect([b1, b2]).not.toContain(taken)
  expect(b1).not.toBe(b2)
  expect(b3, 'in another network it is free').toBe(taken)
  expect(b4).not.toBe(taken)
  expect(b1, 'the next one').toBe(codeOf('b1', 1))
})
