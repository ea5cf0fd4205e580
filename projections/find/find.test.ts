import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Found } from '../../modules/networks/contract.ts'
import { type App, type Client, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'

let app: App
let made: Awaited<ReturnType<typeof startNetwork>>
let admin: Client & { email: string }
beforeAll(async () => {
  app = await startApp()
  const people = [
    'Grace,Lindqvist,grace@post.example.org,(320) 555-5767',
    'José,Núñez,jose@example.org,',
    'Anna-Lena,O_Brien 100%,,',
    'Phoebe,Cook,,',
    "Seán,O'Brien,,",
    "Nora,D'Arcy-Smith,,",
    'Marc,OConnor,,',
    'Jeanluc,Picard,,',
    'Freyja,Þórðardóttir,,',
    'Ayşe,Işık,,',
    '小明,王,,',
    '민수,김,,',
  ]
  const many = Array.from({ length: 30 }, (_, i) => `Ruth,Same${String.fromCharCode(97 + (i % 26))}${i},,`)
  made = await startNetwork(app, { csv: ['firstName,lastName,email,phone', ...people, ...many].join('\n'), terms: { name: 'Annual Dues' } })
  admin = made.admin
  await admin.post(`/api/networks/${made.networkId}/assessments`, { ...terms, name: 'Pension Fund' })
  await admin.post(`/api/assessment-bills/${billOf('Lindqvist')}/receipts`, { amount: 40, method: 'check', reference: 'CHK-1042' })
})
afterAll(() => app.stop())

const billOf = (lastName: string) => made.bills.find(({ individualMember }) => individualMember?.lastName === lastName)?.id
const find = async (q: string, client: Client = admin) => (await client.get<{ data: Found[] }>(`/api/find?q=${encodeURIComponent(q)}`)).data
const first = async (q: string) => {
  const [found] = await find(q)
  return found && `${found.kind} ${found.title}`
}

test.each([
  ['Grace Lindqvist', 'payor Grace Lindqvist'],
  ['lindqvist', 'payor Grace Lindqvist'],
  ['linqvist', 'payor Grace Lindqvist'],
  ['Lindquist', 'payor Grace Lindqvist'],
  ['grac lindkvist', 'payor Grace Lindqvist'],
  ['lindqvist gr', 'payor Grace Lindqvist'],
  ['Li', 'payor Grace Lindqvist'],
  ['grace@post.example.org', 'payor Grace Lindqvist'],
  ['post.example', 'payor Grace Lindqvist'],
  ['555-5767', 'payor Grace Lindqvist'],
  ['3205555767', 'payor Grace Lindqvist'],
  ['jose nunez', 'payor José Núñez'],
  ['JOSÉ', 'payor José Núñez'],
  ['o_brien 100%', 'payor Anna-Lena O_Brien 100%'],
  ['pheobe', 'payor Phoebe Cook'],
  ["O'Brien, Seán", "payor Seán O'Brien"],
  ['o’brien, s', "payor Seán O'Brien"],
  ['sean o brien', "payor Seán O'Brien"],
  ['darcy smith', "payor Nora D'Arcy-Smith"],
  ["o'connor", 'payor Marc OConnor'],
  ['jean luc', 'payor Jeanluc Picard'],
  ['jean-luc picard', 'payor Jeanluc Picard'],
  ['thordardottir', 'payor Freyja Þórðardóttir'],
  ['isik', 'payor Ayşe Işık'],
  ['王小明', 'payor 小明 王'],
  ['王', 'payor 小明 王'],
  ['김민수', 'payor 민수 김'],
  ['dues', 'program Annual Dues'],
  ['pention fund', 'program Pension Fund'],
  ['lindqvist dues', 'bill Grace Lindqvist: Annual Dues'],
  ['chk-1042', 'payment $40.00 from Grace Lindqvist'],
])('%j finds %s first', async (q, title) => expect(await first(q)).toBe(title))

test('the lists of payors, bills and payments compare names like the search', async () => {
  const texts = [
    "O'Brien, Sean",
    'seán o’brien',
    'sean o brien',
    'darcy smith',
    "d'arcysmith",
    "o'connor",
    'thordardottir',
    'isik',
    '王小明',
    '김민수',
  ]
  for (const text of texts)
    for (const path of ['members', 'assessment-bills'])
      expect((await admin.get<{ data: unknown[] }>(`/api/${path}?search=${encodeURIComponent(text)}`)).data, `${path} ${text}`).toHaveLength(1)
  expect((await admin.get<{ data: unknown[] }>('/api/payments?search=LINDQVIST%2C%20Grace')).data).toHaveLength(1)
})

test('finds bills and payments by a prefix of the id', async () => {
  const id = billOf('Núñez') ?? ''
  for (const q of [id, id.slice(0, 8)]) expect((await find(q))[0]).toMatchObject({ kind: 'bill', id, url: `/payors/bills/${id}` })
  const { data } = await admin.get<{ data: { id: string }[] }>('/api/payments')
  for (const q of [data[0]?.id ?? '', (data[0]?.id ?? '').slice(0, 9).toUpperCase()])
    expect(await find(q)).toEqual([expect.objectContaining({ kind: 'payment', id: data[0]?.id, url: `/payors/bills/${billOf('Lindqvist')}` })])
})

test('returns at most twenty results, each once, and none for fewer than two characters', async () => {
  const found = await find('ruth')
  expect(found).toHaveLength(20)
  expect(new Set(found.map(({ id }) => id)).size).toBe(20)
  for (const q of ['', ' ', 'r', ' r ', 'xyzzyx', '%', '%%', '_%', "';--", '\\\\', '😀😀', '\u0301\u0301']) expect(await find(q), q).toEqual([])
})

test('searches only the current network', async () => {
  const other = await startNetwork(app, { terms: { name: 'Elsewhere' } })
  for (const q of ['Lindqvist', 'linqvist', 'dues', 'CHK-1042', billOf('Lindqvist') ?? '', 'lindqvist dues'])
    expect(await find(q, other.admin), q).toEqual([])
  expect(await find('lindqvist', await app.join('Solo'))).toEqual([])
})

test('does not find forgotten payors, nor renamed payors by the old name', async () => {
  const { data } = await admin.get<{ data: { id: string; name: string }[] }>('/api/members?search=phoebe')
  await admin.put(`/api/members/${data[0]?.id}`, { firstName: 'Tabitha', lastName: 'Cook' })
  expect(await first('tabita')).toBe('payor Tabitha Cook')
  expect(await find('phoebe')).toEqual([])
  await admin.send('delete', `/api/members/${data[0]?.id}`)
  expect(await find('tabitha')).toEqual([])
  const { rows } = await app.pool.query(`select 1 from read.name_words where word in ('tabitha', 'phoebe', 'cook')`)
  expect(rows).toEqual([])
})

test('logs nothing unexpected', () => expect(app.complaints).toEqual([]))
