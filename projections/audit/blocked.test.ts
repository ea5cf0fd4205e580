import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JournalRow, Unfolded } from '../../modules/audit/contract.ts'
import { readConfig } from '../../modules/platform/config.ts'
import type { StreamName } from '../../modules/platform/event-store/event-store.ts'
import type { ListOf } from '../../modules/shared/api.ts'
import type { HistoryRow } from '../../modules/shared/history.ts'
import { examine } from '../../scripts/doctor.ts'
import { moneyAgrees } from '../../scripts/invariants.ts'
import { differing, liveTables, refold } from '../../scripts/refold.ts'
import { type App, type Client, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { startWireProcess } from '../../scripts/testing/eventstoredb/process.ts'
import { auditKeyOf, takePack } from '../../scripts/testing/taken-packs.ts'
import { openReadSide } from '../../scripts/with-log.ts'
import { rebuild } from '../rebuild.ts'

const log = pino({ level: 'silent' })
const run = promisify(execFile)
const SECRET = 'twelve dollars of Ruth'
const REASON = 'The amount is no number; Ruth paid by check'

const unfolded = async (client: Client): Promise<Unfolded> => (await client.get<{ data: Unfolded }>('/api/audit/unfolded')).data

/** Appends an event that no command would emit: its envelope is correct, but no projector can apply its data. */
const append = async (app: App, stream: StreamName, type: string, data: Record<string, unknown>): Promise<string> => {
  const id = crypto.randomUUID()
  const metadata = { $correlationId: id, $causationId: id, actor: 'system:test', schema: 1, at: app.clock.now() }
  const { length } = await app.store.read(stream)
  await app.store.append(stream, [{ id, type, data, metadata }], length === 0 ? 'none' : length - 1)
  return id
}

const badPayment = (billId: string) => ({
  ...{ billId, paymentId: crypto.randomUUID(), amount: 1_200, applied: 1_200, method: 'check', reference: null, receivedOn: SECRET },
})

const standing = async (client: Client, count: number): Promise<Unfolded> => {
  await expect.poll(async () => (await unfolded(client)).standing.length).toBe(count)
  return unfolded(client)
}

const quarantine = (client: Client, id: string, reason: unknown = REASON) =>
  client.send<{ data: { goesOn: boolean } }>('post', `/api/audit/unfolded/${id}/set-aside`, { json: { reason } })

/** Checks that the live tables equal the log folded again in two batch sizes, and a rebuild. */
const isRebuilt = async (app: App, eventStore: string): Promise<void> => {
  await app.written()
  await app.ready()
  const live = await liveTables(app.pool)
  await openReadSide({ url: app.database.url, masterKeys: [app.masterKey], eventStore }, async (opened) => {
    for (const batch of [2_000, 3]) expect(differing(await refold(opened, live.positions, `refolded_${batch}`, batch), live.hashes)).toEqual([])
    await rebuild(opened)
  })
  await app.ready()
  expect(differing((await liveTables(app.pool)).hashes, live.hashes)).toEqual([])
  expect(await moneyAgrees(app.pool)).toEqual([])
}

describe.each(['postgres', 'EventStoreDB'])('on %s', (kind) => {
  let node: Awaited<ReturnType<typeof startWireProcess>> | null = null
  let eventStore = 'postgres'
  let app: App
  beforeAll(async () => {
    if (kind === 'EventStoreDB') node = await startWireProcess()
    eventStore = node?.connectionString ?? 'postgres'
    app = await startApp({ EVENT_STORE: eventStore })
  })
  afterAll(async () => {
    await app?.stop()
    await node?.stop()
  })

  test('reports a blocked event to its network, quarantines it, and leaves it out from its position on', async () => {
    const { admin, networkId, bills, programId } = await startNetwork(app)
    const other = await startNetwork(app)
    const auditor = await app.join('Olga')
    await app.grantAccess(admin, networkId, auditor, 'Auditor')
    const [bill, second] = bills.map(({ id }) => id)
    const path = `/api/assessment-bills/${bill}`
    await admin.post(`${path}/receipts`, { amount: 30, method: 'check' })
    await app.ready()
    const before = await admin.get('/api/dashboard/summary')
    expect(await unfolded(admin)).toEqual({ shown: [], standing: [], setAside: [] })

    const id = await append(app, `bill-${bill}`, 'PaymentRecorded', badPayment(bill ?? ''))
    const { shown, standing: stands } = await standing(admin, 1)
    expect(shown).toEqual([{ projection: 'ledger', asOf: expect.any(String), own: true }])
    expect(stands[0]).toMatchObject({ eventId: id, type: 'PaymentRecorded', stream: `bill-${bill}`, projections: ['ledger'] })
    expect(stands[0]?.about?.name).toMatch(/^(Ruth One|Ole Two), Dues$/)
    expect(stands[0]?.problem).toMatch(/^The database refuses it: a value of it is of another kind or size than the table takes \(22007/)
    expect(stands[0]?.summary).toBe('Payment of $12.00 recorded (Check): cannot be read yet')
    // The event's data may contain secrets, so only the log of the process shows it.
    expect(JSON.stringify(await unfolded(admin))).not.toContain(SECRET)

    // An Auditor sees the event but cannot act. An Admin of another network sees only that a projection is blocked.
    expect((await unfolded(auditor)).standing).toEqual((await unfolded(admin)).standing.map((one) => ({ ...one, triedAt: expect.any(String) })))
    expect((await quarantine(auditor, id)).status).toBe(403)
    expect(await unfolded(other.admin)).toEqual({ shown: [{ ...shown[0], own: false }], standing: [], setAside: [] })
    expect((await quarantine(other.admin, id)).status).toBe(404)
    expect((await quarantine(admin, id, ' ')).status).toBe(400)
    expect((await quarantine(admin, 'nonsense')).status).toBe(404)

    // The event's bill can be read but not changed. Other bills can be changed.
    const { data: rows } = await admin.get<{ data: HistoryRow[] }>(`${path}/history`)
    expect(rows.at(-1)).toMatchObject({ type: 'PaymentRecorded', summary: 'Payment of $12.00 recorded (Check): cannot be read yet' })
    expect(rows.at(-1)?.after).toEqual(rows.at(-2)?.after)
    expect(await admin.send('post', `${path}/receipts`, { json: { amount: 5, method: 'check' } })).toMatchObject({
      status: 409,
      body: { code: 'unfolded', message: expect.stringContaining('cannot be read') },
    })
    const meanwhile = await admin.send('post', `/api/assessment-bills/${second}/receipts`, { json: { amount: 10, method: 'check' } })
    expect([meanwhile.status, meanwhile.headers.get('vestry-lag')]).toEqual([201, 'true'])
    expect(await admin.get('/api/dashboard/summary')).toEqual(before)
    expect((await admin.send<{ problems: string[] }>('get', '/readyz')).body.problems).toEqual([
      expect.stringMatching(/^projection ledger has stopped/),
    ])

    // A rebuild does not wait for the event: it is blocked at the same place as the live read model.
    await rebuild({ pool: app.pool, store: app.store, projections: app.projections, log })
    expect((await unfolded(admin)).standing).toHaveLength(1)

    await app.pool.query(`update sessions set fresh_at = now() - interval '1 hour'`)
    // Only the database informs the server.
    await expect.poll(async () => (await quarantine(admin, crypto.randomUUID())).status, { interval: 5 }).toBe(403)
    expect(await quarantine(admin, id)).toMatchObject({ status: 403, body: { code: 'reauth-required' } })
    await admin.post('/api/auth/reauthenticate', { password: 'A-good-password-1' })
    const length = (await app.store.read(`bill-${bill}`)).length
    expect(await quarantine(admin, id)).toMatchObject({ status: 200, body: { data: { eventId: id, goesOn: true } } })
    await app.ready()
    expect((await app.store.read(`bill-${bill}`)).length).toBe(length)
    expect(app.noted.filter((line) => line.includes('"mending"'))).toHaveLength(1)
    expect((await admin.send('get', '/readyz')).status).toBe(200)
    const { shown: none, standing: nothing, setAside: listed } = await unfolded(admin)
    expect([none, nothing]).toEqual([[], []])
    expect(listed).toEqual([
      expect.objectContaining({
        eventId: id,
        type: 'PaymentRecorded',
        projections: ['ledger'],
        actor: { kind: 'user', name: 'Ada Example' },
        reason: REASON,
      }),
    ])
    // A repeated request gets the same answer, and nothing is appended.
    await app.written()
    const head = await app.store.head()
    expect((await quarantine(admin, id)).status).toBe(200)
    expect((await app.store.read(`mending-${networkId}`)).length).toBe(1)
    if (kind === 'postgres') expect(await app.store.head()).toBe(head)
    // The reason is encrypted like the payor's other texts.
    expect(JSON.stringify((await app.store.read(`mending-${networkId}`)).map(({ data }) => data))).not.toContain('Ruth')

    // The figures include the later events, and the bill can be changed again, even with the revision that the read
    // models show.
    expect(await admin.get('/api/dashboard/summary')).toMatchObject({ totalCollected: Number(before.totalCollected) + 10 })
    const shownBill = await admin.send<{ data: { status: string } }>('get', path)
    const edited = await admin.send('post', `${path}/adjustments`, {
      json: { amount: 5, reason: 'Agreed' },
      headers: { 'if-match': shownBill.headers.get('etag') ?? '' },
    })
    expect([edited.status, edited.headers.get('vestry-lag')]).toEqual([201, null])
    await admin.post(`${path}/receipts`, { amount: 12, method: 'check' })

    const { data: history } = await admin.get<{ data: HistoryRow[] }>(`${path}/history`)
    expect(history.find(({ revision }) => revision === length - 1)).toMatchObject({
      summary: 'Payment of $12.00 recorded (Check): could not be read, and was quarantined',
      cause: 'quarantined by Ada Example',
      reason: REASON,
    })
    const { data: journal } = await admin.get<ListOf<JournalRow>>('/api/audit/events?pageSize=100')
    expect(journal.find(({ type }) => type === 'EventSetAside')).toMatchObject({
      summary: 'An event that could not be read was quarantined: payment recorded',
      actor: { kind: 'user', name: 'Ada Example' },
      reason: REASON,
    })
    expect(journal.filter(({ stream }) => stream === `bill-${bill}`).map(({ revision }) => revision)).toEqual(
      history.map(({ revision }) => revision).reverse(),
    )

    await isRebuilt(app, eventStore)
    // Figures as of an earlier moment leave the event out as well.
    const at = history.find(({ revision }) => revision === length - 1)?.at
    expect(await admin.get(`/api/dashboard/summary?asOf=${at}`)).toMatchObject({ totalCollected: before.totalCollected })

    // The pack contains the event, lists it as quarantined, and adds up without it; so does a pack of a span that ends
    // before the quarantine.
    const key = await auditKeyOf(admin)
    const folder = mkdtempSync(join(tmpdir(), 'blocked-'))
    await pause(5)
    for (const to of [new Date(Date.parse(at ?? '') + 1).toISOString(), app.clock.now()]) {
      const file = join(folder, 'pack.zip')
      writeFileSync(file, await takePack(app, admin, { to }))
      const { stdout } = await run(process.execPath, ['dist/verify/vestry-verify.mjs', file, '--key', key])
      expect(stdout).toContain(`What event ${id} would have changed. It could not be read, and was quarantined: the tables leave it out.`)
      expect((await run('python3', ['modules/audit/verify/stranger.py', file, key])).stdout).toBe('proved\n')
    }
    expect(await admin.bills(programId)).toHaveLength(2)
  })
})

describe('[d] an event that two projections cannot apply', () => {
  let app: App
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  test('only the projections that could not apply it leave it out; events that build on its bill are quarantined one by one', async () => {
    const { admin, networkId, bills, programId } = await startNetwork(app)
    // A bill for no payor: the ledger cannot take its period, and the payment on it is then for an unknown bill.
    const issued = { billId: 'Z'.repeat(22), networkId, programId, payorId: crypto.randomUUID(), amount: 100, dueDate: 'never', period: 'x', n: 1 }
    const first = await append(app, `bill-${issued.billId}`, 'BillIssued', issued)
    const second = await append(app, `bill-${issued.billId}`, 'PaymentRecorded', { ...badPayment(issued.billId), amount: 100, applied: 100 })
    await standing(admin, 1)
    expect((await quarantine(admin, first)).body.data.goesOn).toBe(true)
    const { standing: next } = await standing(admin, 1)
    // The bill is in no table, so its network is known from its first event.
    expect(next.map(({ eventId }) => eventId)).toEqual([second])
    expect((await quarantine(admin, second)).status).toBe(200)
    await admin.post(`/api/assessment-bills/${bills[0]?.id}/receipts`, { amount: 10, method: 'check' })
    await isRebuilt(app, 'postgres')
  })

  test('an event that one projection cannot apply is left out only by that one', async () => {
    const { admin, bills } = await startNetwork(app)
    const memberId = bills[0]?.individualMember?.id ?? ''
    const id = await append(app, `member-${memberId}`, 'MemberChanged', { memberId, changes: 7, networkId: 'none' })
    const { standing: stands } = await standing(admin, 1)
    expect(stands[0]?.projections).toEqual(['members'])
    expect((await admin.send('put', `/api/members/${memberId}`, { json: { gender: 'f' } })).status).toBe(409)
    expect((await quarantine(admin, id)).body.data.goesOn).toBe(true)
    expect((await admin.send('put', `/api/members/${memberId}`, { json: { gender: 'f' } })).status).toBe(200)
    await isRebuilt(app, 'postgres')
  })

  test('an event without a network is reported only to the operator', async () => {
    const { admin } = await startNetwork(app)
    const id = await append(app, 'bill-nobodys', 'PaymentRecorded', badPayment('nobodys'))
    await expect.poll(async () => (await unfolded(admin)).shown).toHaveLength(1)
    expect((await unfolded(admin)).shown[0]).toMatchObject({ projection: 'ledger', own: false })
    expect((await unfolded(admin)).standing).toEqual([])
    expect((await quarantine(admin, id)).status).toBe(404)
    expect((await admin.send<{ problems: string[] }>('get', '/readyz')).status).toBe(503)
    const found = await examine(readConfig({ DATABASE_URL: app.database.url, DATA_DIR: '/nowhere' }))
    expect(found.find(({ about }) => about === 'read models')?.advice).toContain('ledger is blocked at a PaymentRecorded of bill-nobodys since')
  })
})
