import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import { type App, type Client, startApp, startNetwork } from '../../scripts/testing/app.ts'

let app: App
let admin: Client & { email: string }
let made: Awaited<ReturnType<typeof startNetwork>>
beforeAll(async () => {
  app = await startApp()
  app.clock.moveTo('2026-03-01T03:00:00.000Z' as Instant)
  const rows = Array.from({ length: 40 }, (_, i) => `Ruth,Row ${String.fromCharCode(97 + (i % 26))}${i},r${i}@example.org,+1 320 555 ${1000 + i}`)
  const hostile = [`"=HYPERLINK(""http://evil.example"")",Cook,h@example.org,`, `"@a, ""b""",-5,,`]
  made = await startNetwork(app, {
    csv: ['firstName,lastName,email,phone', ...rows, ...hostile].join('\n'),
    terms: { type: 'Custom', amount: 1234.5, dueDate: '2026-03-01', name: '+Dues, "2026"' },
  })
  admin = made.admin
  const [a, b, c] = made.bills
  await admin.put(`/api/assessment-bills/${a?.id}/mark-as-paid`, { method: 'check', reference: '=1+1' })
  await admin.post(`/api/assessment-bills/${b?.id}/receipts`, { amount: 0.1, method: 'wire' })
  await admin.put(`/api/assessment-bills/${c?.id}/archive`)
})
afterAll(() => app.stop())

const records = (text: string) => parse(text, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[]
/** An id may begin with '-', which makes a spreadsheet read it as a formula. */
const idOf = (row: Record<string, string>) => row.Bill?.replace(/^'/, '')
const file = async (path: string, client: Client = admin) => {
  const answer = await client.send('get', `/api/exports/${path}`)
  expect([answer.status, answer.headers.get('content-type')], answer.text).toEqual([200, 'text/csv; charset=utf-8'])
  return { ...answer, rows: records(answer.text) }
}

test('exports bills with headers, amounts and days for a spreadsheet, a file name with the day, and no formula', async () => {
  const { headers, text, rows } = await file('bills.csv')
  // It is still 28 February in New York.
  expect(headers.get('content-disposition')).toBe('attachment; filename="bills-2026-02-28.csv"')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(text.split('\r\n')[0]).toBe(
    'Bill,Payor,Email,Congregation,Program,Period,Due date,Status,Amount,Balance,Created,Payment profile,Assessed,Collected,Next due,Next amount',
  )
  expect(rows).toHaveLength(42)
  expect(rows.find((row) => idOf(row) === made.bills[1]?.id)).toMatchObject({
    Program: `'+Dues, "2026"`,
    'Due date': '2026-03-01',
    Status: 'Partial',
    Amount: '1234.50',
    Balance: '1234.40',
    Created: '2026-02-28',
    'Payment profile': 'Main',
  })
  expect(rows.map((row) => row.Payor)).toEqual(expect.arrayContaining([`'=HYPERLINK("http://evil.example") Cook`, `'@a, "b" -5`]))
  for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+@\t\r]/)
})

test('a compressed file leaves no warning in the log', async () => {
  const warnings: Error[] = []
  const receive = (warning: Error) => warnings.push(warning)
  process.on('warning', receive)
  const { headers } = await file('bills.csv')
  process.off('warning', receive)
  expect(headers.get('content-encoding')).toBe('gzip')
  expect(warnings).toEqual([])
})

test('a file begins with the byte order mark by which spreadsheets detect UTF-8', async () => {
  const answer = await fetch(`${app.base}/api/exports/members.csv`, { headers: { cookie: admin.cookie() } })
  expect([...new Uint8Array(await answer.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

test('exports payments with method and reference', async () => {
  const { headers, rows } = await file('payments.csv')
  expect(headers.get('content-disposition')).toBe('attachment; filename="payments-2026-02-28.csv"')
  expect(rows.map((row) => [row.Amount, row.Method, row.Reference, row.Status])).toEqual([
    ['0.10', 'Wire', '', 'Completed'],
    ['1234.50', 'Check', "'=1+1", 'Completed'],
  ])
  expect((await file('payments.csv?orderBy=amount&search=%3D1')).rows).toHaveLength(1)
})

test('exports members with names and balances', async () => {
  const { rows } = await file('members.csv')
  const listed = await admin.get<{ data: { name: string; balance: number }[] }>('/api/members?pageSize=100')
  expect(rows.map((row) => [row.Name?.replace(/^'/, ''), Number(row.Balance)])).toEqual(listed.data.map(({ name, balance }) => [name, balance]))
  expect(rows[5]?.Phone).toMatch(/^'\+1 320/)
  expect((await file('members.csv?kind=congregation')).rows).toEqual([])
})

test.each(['createdAt', 'dueDate', 'amount', 'balance', 'payor', 'program', 'status'])(
  'exports the bills by %s, in the order of the list',
  async (orderBy) => {
    for (const filter of ['', '&status=Unpaid', `&assessmentProgramId=${made.programId}&search=row`]) {
      const query = `orderBy=${orderBy}&order=asc${filter}`
      const list = await admin.get<{ data: Bill[] }>(`/api/assessment-bills?pageSize=100&${query}`)
      expect((await file(`bills.csv?${query}`)).rows.map(idOf)).toEqual(list.data.map(({ id }) => id))
    }
  },
)

test('answers a person without a network with an empty file, and rejects wrong filters', async () => {
  const solo = await app.join('Solo')
  for (const name of ['bills', 'payments', 'members']) expect((await file(`${name}.csv`, solo)).rows).toEqual([])
  const foreign = await startNetwork(app)
  expect((await file(`bills.csv?assessmentProgramId=${made.programId}`, foreign.admin)).rows).toEqual([])
  const refused = await admin.send('get', '/api/exports/bills.csv?status=Foo')
  expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8'])
})

test("a file is sent page by page at the reader's speed, each row once, and stops when the connection closes", async () => {
  const n = 3_500
  await app.pool.query(
    `insert into read.bills (id, code, network_id, program_id, payor_id, state, amount, collected, balance, due_date, next_due, period, n, adjusted, credited, unapplied, created_at, position, revision, since, changed_at, took)
     select lpad(i::text, 22, 'A'), lpad(i::text, 8, 'A'), network_id, program_id, payor_id, state, amount, collected, balance, due_date, next_due, period, n, adjusted, credited, unapplied, created_at, 1000 + i, revision, since, changed_at, took
     from read.bills, generate_series(1, $2::int) i where id = $1`,
    [made.bills[5]?.id, n],
  )
  for (const order of ['asc', 'desc']) {
    const { rows } = await file(`bills.csv?orderBy=amount&order=${order}`)
    expect(new Set(rows.map(idOf)).size).toBe(n + 42)
    expect(rows).toHaveLength(n + 42)
  }
  for (let i = 0; i < 8; i += 1) {
    const away = new AbortController()
    const answer = await fetch(`${app.base}/api/exports/bills.csv`, { headers: { cookie: admin.cookie() }, signal: away.signal })
    await answer.body?.getReader().read()
    away.abort()
  }
  expect((await admin.send('get', '/api/assessment-bills')).status).toBe(200)
})

test('logs nothing unexpected', () => expect(app.complaints).toEqual([]))

test('finds a program by its name without accents, in every list and file', async () => {
  const own = await startNetwork(app, { csv: 'firstName,lastName\nRuth,One\n', terms: { name: 'Ofrenda de Oración' } })
  await own.admin.put(`/api/assessment-bills/${own.bills[0]?.id}/mark-as-paid`, { method: 'check' })
  const found = async (path: string, search: string) =>
    (await own.admin.get<{ pagination: { totalItems: number } }>(`/api/${path}?search=${encodeURIComponent(search)}`)).pagination.totalItems
  for (const path of ['assessments', 'assessment-bills', 'payments'])
    expect([await found(path, 'DE oracion'), await found(path, 'oración'), await found(path, 'oracional')], path).toEqual([1, 1, 0])
  for (const name of ['bills.csv', 'payments.csv']) expect((await file(`${name}?search=oracion`, own.admin)).rows).toHaveLength(1)
})
