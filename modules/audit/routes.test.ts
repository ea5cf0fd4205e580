import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { unzip } from '../../scripts/testing/packs.ts'
import { auditKeyOf, problemsOf, reportsOn, takePack } from '../../scripts/testing/taken-packs.ts'
import type { Instant } from '../kernel/dates.ts'
import { problemText } from './verify/report.ts'

type Made = Awaited<ReturnType<typeof startNetwork>>

let app: App
let made: Made
let other: Made
type Person = Client & { email: string }
const people: Person[] = []
const moment = (text: string) => text as Instant
const [begun, half, ended] = [moment('2030-01-01T00:00:00.000Z'), moment('2030-02-01T00:00:00.000Z'), moment('2030-03-01T12:00:00.000Z')]

const busy = async ({ admin, bills: [a, b], programId }: Made, n: number) => {
  await admin.post(`/api/assessment-bills/${a?.id}/receipts`, { amount: 40 + n, method: 'check', reference: 'Ruth, No. 7' })
  await admin.post(`/api/assessment-bills/${b?.id}/adjustments`, { amount: 5, reason: 'Agreed with Ole' })
  await app.guest().send('post', `/api/assessments/${b?.id}/mark-as-paid`, { json: { paymentMethod: 'zelle' } })
  await admin.upload(programId, `firstName,lastName,email\nEva${n},Comer${n},eva${n}@example.org\n`)
}

beforeAll(async () => {
  app = await startApp()
  app.clock.moveTo(begun)
  made = await startNetwork(app)
  other = await startNetwork(app)
  for (const name of ['Nora', 'Mia', 'Sten']) people.push(await app.join(name))
  const [auditor, member] = people as [Person, Person]
  await app.grantAccess(made.admin, made.networkId, auditor, 'Auditor')
  await app.grantAccess(made.admin, made.networkId, member, 'Member')
  await busy(made, 1)
  await busy(other, 1)
  app.clock.moveTo(half)
  await busy(other, 2)
  await busy(made, 2)
  await made.admin.send('put', `/api/assessment-bills/${made.bills[0]?.id}/archive`, { json: { reason: 'Moved away' } })
  await made.admin.send('put', `/api/assessments/${made.programId}`, {
    json: { name: '=Dues, "new"', frequency: 'OneTime', type: 'Uniform', amount: 100, dueDate: '2150-06-30' },
  })
  app.clock.moveTo(ended)
})
afterAll(() => app.stop())

const ask = (client: Client, from: string, to: string) =>
  fetch(`${app.base}/api/audit/pack?${new URLSearchParams({ from, to })}`, { headers: { cookie: client.cookie() } })
const packOf = (client: Client, from: string, to: string) => takePack(app, client, { from, to })
const problems = async (client: Client, ...packs: Uint8Array[]) => problemsOf(packs, await auditKeyOf(client))

test('packs of a network verify with its key: one of the whole record, and two of consecutive halves', async () => {
  const { admin } = made
  const whole = await packOf(admin, '2029-12-01', '2030-03-01')
  const [first, second] = [await packOf(admin, '2029-12-01', half), await packOf(admin, half, ended)]
  expect(await problems(admin, whole)).toEqual([])
  expect(await problems(admin, first, second)).toEqual([])
  expect(await problems(admin, first, whole)).toEqual([])
  expect(await problems(other.admin, await packOf(other.admin, '2030-01-01', '2030-02-28'))).toEqual([])
  expect((await problems(other.admin, first))[0]).toMatch(/^manifest\.json: is of network /)

  const files = await unzip(whole)
  const text = (name: string) => Buffer.from(files.get(name) ?? []).toString('utf8')
  expect(text('closing/bills.csv').split('\r\n')).toHaveLength(1 + made.bills.length + 2 + 1)
  expect(text('control.csv')).toMatch(/whole,BillAdjusted,2,0,10\.00,0\.00,10\.00,0\.00/)
  const {
    totalAssessed = 0,
    totalCollected = 0,
    totalOutstanding = 0,
    unappliedCredit = 0,
  } = await admin.get<Record<string, number>>('/api/dashboard/summary')
  const sums = [totalAssessed, totalCollected, totalOutstanding, unappliedCredit].map((dollars) => dollars.toFixed(2))
  expect(text('closing/figures.csv').trim().split('\r\n').at(-1)).toBe(['whole', '', 4, ...sums].join(','))
})

test('a span includes the events of its first moment and none of its last', async () => {
  const { admin, networkId } = made
  const { rows } = await app.pool.query<{ at: Date; before: number }>(
    `select at, (select count(*)::int from read.journal o where o.network_id = j.network_id and o.at < j.at) as before
     from read.journal j where network_id = $1 order by position offset 3 limit 1`,
    [networkId],
  )
  const [{ at, before } = { at: new Date(0), before: 0 }] = rows
  const moment = at.toISOString()
  const manifest = async (from: string, to: string) =>
    JSON.parse(Buffer.from((await unzip(await packOf(admin, from, to))).get('manifest.json') ?? []).toString()) as Record<string, { size: number }>
  expect(before).toBeGreaterThan(1)
  expect((await manifest('2029-12-01', moment)).closing).toEqual({ size: before })
  expect((await manifest(moment, ended)).opening).toEqual({ size: before })
})

test('a pack contains no name, address or reason, and forgetting a payor changes no pack', async () => {
  const { admin, bills } = made
  const before = await unzip(await packOf(admin, '2029-12-01', half))
  const all = Buffer.concat([...before.values()]).toString('latin1')
  // Whole words only: encrypted text is base64, which contains short names by chance.
  for (const personal of ['Ruth', 'Ole', 'ruth@example\\.org', 'Comer', 'eva1', 'Agreed', 'No\\. 7', '000987654321'])
    expect(all).not.toMatch(new RegExp(`\\b${personal}\\b`))
  expect((await admin.send('delete', `/api/members/${bills[0]?.individualMember?.id}`)).status).toBe(204)
  const after = await packOf(admin, '2029-12-01', half)
  expect(await problems(admin, after)).toEqual([])
  for (const name of ['events.jsonl', 'closing/bills.csv', 'proof.json', 'checkpoint-closing.txt'])
    expect(Buffer.from((await unzip(after)).get(name) ?? [])).toEqual(Buffer.from(before.get(name) ?? []))
})

test("a payment's proof verifies, and fails after any change", async () => {
  const { admin, bills } = made
  const { data } = await admin.get<{ data: { id: string }[] }>(`/api/assessment-bills/${bills[0]?.id}/payments`)
  const path = `/api/audit/proof?paymentId=${data.at(-1)?.id}`
  const proof = await admin.get<Record<string, string>>(path)
  const verified = async (content: string) => {
    const [report] = await reportsOn([content], await auditKeyOf(admin))
    return { problems: report?.problems.map(problemText), proved: report?.proved }
  }
  const text = JSON.stringify(proof)
  const { problems: none, proved } = await verified(text)
  expect([none, proved?.[0]]).toEqual([[], expect.stringMatching(/^A payment of \$41\.00 .* is in the books of network /)])

  const altered: Record<string, (from: string) => unknown> = {
    line: (line) => line.replace('4100', '4200'),
    index: (index) => Number(index) + 1,
    proof: (hashes) => hashes.slice(1),
    checkpoint: (note) => note.replace(/\n\d+\n/, '\n7\n'),
    network: () => other.networkId,
    key: () => '',
  }
  for (const [field, alter] of Object.entries(altered)) {
    const { problems: some } = await verified(JSON.stringify({ ...proof, [field]: alter(proof[field] as string) }))
    expect([field, some?.[0]]).toEqual([field, expect.stringMatching(/^the proof: /)])
  }
  const foreign = await admin.get<{ data: { id: string }[] }>(path).then(() => other.admin.send('get', path))
  expect(foreign.status).toBe(404)
  expect((await admin.send('get', '/api/audit/proof?paymentId=none')).status).toBe(404)
})

test.each([
  ['2030-02-01', '2030-01-01', 'from'],
  [half, half, 'from'],
  ['2030-01-01', '2030-03-02', 'to'],
  ['2030-01-01', '2030-03-01T13:00:00Z', 'to'],
  ['yesterday', '2030-01-01', 'from'],
  ['2030-01-01', '', 'to'],
  ['2030-02-30', '2030-03-01', 'from'],
])('rejects a span from %j to %j', async (from, to, field) => {
  const answer = await ask(made.admin, from, to)
  expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path: field }] }])
})

test('Auditors can download packs; Members, guests and people without a network cannot', async () => {
  const [auditor, member, stranger] = people as [Person, Person, Person]
  expect(await problems(auditor, await packOf(auditor, '2030-01-01', half))).toEqual([])
  for (const [client, status] of [
    [member, 403],
    [app.guest(), 401],
    [stranger, 404],
  ] as const) {
    expect((await ask(client, '2030-01-01', half)).status).toBe(status)
    expect((await client.send('get', '/api/audit/public-key')).status).toBe(status)
  }
})

test('an aborted download leaves nothing running', async () => {
  const away = new AbortController()
  const answer = await fetch(`${app.base}/api/audit/pack?from=2030-01-01&to=2030-02-28`, {
    headers: { cookie: made.admin.cookie() },
    signal: away.signal,
  })
  await answer.body?.getReader().read()
  away.abort()
  expect(await problems(made.admin, await packOf(made.admin, '2030-01-01', half))).toEqual([])
  const { rows } = await app.pool.query("select name from installation_keys where name = 'audit'")
  expect(rows).toHaveLength(1)
  expect(app.complaints).toEqual([])
})
