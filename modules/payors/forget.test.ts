import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundInTables } from '../../scripts/found-in-tables.ts'
import { tablesAreTheLog } from '../../scripts/invariants.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { openReadSide } from '../../scripts/with-log.ts'
import type { Bill } from '../bills/contract.ts'
import { followKeys } from '../platform/personal-data/installation-keys.ts'
import { personalData } from '../platform/personal-data/personal-data.ts'
import { type MailServer, startMailServer } from '../sandbox/mail-server.ts'

let server: MailServer
let app: App
beforeAll(async () => {
  server = await startMailServer()
  app = await startApp({ SMTP_URL: server.url })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

/** The data of two people, in words that occur nowhere else. */
const wordsOf = (mark: string) => ({
  mark,
  csv: `firstName,lastName,email,phone\nQuillan${mark},Vexworth${mark},quillan${mark}@forget.example,(320) ${mark}-7733\nOle${mark},Two,ole${mark}@forget.example,(320) ${mark}-8844\n`,
  theirs: [`Quillan${mark}`, `Vexworth${mark}`, `quillan${mark}@forget.example`, `${mark}7733`, `${mark}-7733`, `Wembley-${mark}`, `Quince${mark}`],
  others: [`Ole${mark}`, `ole${mark}@forget.example`, `${mark}8844`, `Ordinary-${mark}`],
})
type Words = ReturnType<typeof wordsOf>

/** A payor with data of every kind, and another payor. */
const started = async ({ mark, csv }: Words) => {
  server.behave((to) => (to.startsWith('quillan') ? 'refuse' : 'take'))
  const made = await startNetwork(app, { csv, terms: { type: 'Custom' } })
  const { admin } = made
  const of = (name: string, bills: readonly Bill[] = made.bills) =>
    bills.find(({ individualMember }) => individualMember?.firstName === `${name}${mark}`)
  const bill = of('Quillan')
  const id = bill?.individualMember?.id ?? ''
  const post = (billId: string | undefined, path: string, json: object, key: string = crypto.randomUUID()) =>
    admin.send<{ data: Bill }>('post', `/api/assessment-bills/${billId}/${path}`, { json, headers: { 'idempotency-key': key } })
  const receipt = { amount: 10, method: 'check', reference: `Wembley-${mark} of Quillan${mark}` }
  await post(bill?.id, 'receipts', receipt, 'a-receipt')
  await post(of('Ole')?.id, 'receipts', { ...receipt, reference: `Ordinary-${mark}` })
  await post(bill?.id, 'adjustments', { amount: 5, reason: `Quince${mark} said so` })
  const guest = app.guest()
  await guest.post(`/api/assessments/${bill?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  await admin.post(`/api/assessment-bills/${bill?.id}/not-received`, { reason: `Quince${mark} of the bank knows nothing` })
  await app.written()
  return { ...made, id, bill, post, receipt }
}

test('encrypts all data of a payor in the log and in jobs, and shows it to authorized readers', async () => {
  const { theirs, ...words } = wordsOf('511')
  const { admin, id, bill, post, receipt } = await started({ ...words, theirs })
  const plain = await foundInTables(app.pool, theirs)
  expect(plain.filter((where) => !where.startsWith('read.'))).toEqual([])
  const { data: payments } = await admin.get<{ data: { description: string }[] }>('/api/payments?search=Wembley')
  expect(payments).toMatchObject([{ description: expect.stringContaining('Wembley-511 of Quillan511') }])
  const { data: history } = await admin.get<{ data: { reason: string | null }[] }>(`/api/assessment-bills/${bill?.id}/history`)
  expect(history.flatMap(({ reason }) => reason ?? [])).toEqual(['Quince511 said so', 'Quince511 of the bank knows nothing'])
  const { data: mails } = await admin.get<{ data: { error: string | null; payor: { id: string } }[] }>('/api/messages?pageSize=100')
  expect(mails.filter(({ payor }) => payor.id === id).map(({ error }) => error)).toContain('550 5.1.1 <quillan511@forget.example>: no such mailbox')
  expect((await post(bill?.id, 'receipts', receipt, 'a-receipt')).body.data.individualMember?.firstName, 'a stored answer').toBe('Quillan511')
})

test('leaves nothing of a forgotten payor in any table, and all data of others', async () => {
  const words = wordsOf('522')
  const { theirs, others } = words
  const { admin, id, networkId, bill, post } = await started(words)
  const before = await foundInTables(app.pool, others)
  expect((await admin.send('delete', `/api/members/${id}`)).status).toBe(204)
  expect(await foundInTables(app.pool, theirs)).toEqual([])
  expect(await foundInTables(app.pool, others)).toEqual(before)
  const answers = await app.pool.query(`select 1 from idempotency_keys where rights::text like '%' || $1 || '%'`, [networkId])
  expect(answers.rowCount, 'an answer that was stored may name them').toBe(0)
  expect((await admin.send('put', `/api/members/${id}`, { json: { phone: '320 555 0000' } })).status).toBe(404)
  expect((await admin.send('delete', `/api/members/${id}`)).status).toBe(204)
  expect((await app.store.read(`member-${id}`)).map(({ type }) => type)).toEqual(['MemberForgotten'])
  // Money that arrives later is recorded, without its texts.
  expect((await post(bill?.id, 'receipts', { amount: 10, method: 'check', reference: 'Wembley-522 again' })).status).toBe(201)
  expect((await post(bill?.id, 'adjustments', { amount: 5, reason: 'Quince522 once more' })).status).toBe(201)
  await app.written()
  expect(await foundInTables(app.pool, theirs)).toEqual([])
  await openReadSide({ url: app.database.url, masterKeys: [app.masterKey] }, async (opened) => expect(await tablesAreTheLog(opened)).toEqual([]))
  expect(app.complaints).toEqual([])
})

test('completes forgetting a payor after a crash right after the event', async () => {
  const words = wordsOf('533')
  const { theirs } = words
  const { admin, id, networkId, bill } = await started(words)
  const stream = `member-${id}` as const
  const metadata = { $correlationId: 'x', $causationId: 'x', actor: 'user:x', schema: 1, at: app.clock.now() }
  // Only the event is recorded; the crash came before all other steps.
  await app.store.append(stream, [{ id: crypto.randomUUID(), type: 'MemberForgotten', data: { memberId: id, networkId }, metadata }], 'none')
  await expect.poll(() => foundInTables(app.pool, theirs)).toEqual([])
  await expect.poll(async () => (await app.pool.query('select wrapped from person_keys where owner = $1', [id])).rows).toEqual([{ wrapped: null }])
  expect((await admin.get<{ data: Bill }>(`/api/assessment-bills/${bill?.id}`)).data.individualMember?.firstName).toBe('Forgotten member')
  const again = async () => (await app.pool.query(`select 1 from graphile_worker._private_jobs where key = $1`, [`forget/${id}/again`])).rowCount
  await expect.poll(again, { message: 'what was under way meanwhile is looked for once more' }).toBe(1)
})

test('deletes mails that the sandbox has caught', async () => {
  const caught = await startApp()
  const { csv, theirs } = wordsOf('544')
  const { admin, programId, bills } = await startNetwork(caught, { csv })
  await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
  await caught.mailTo('quillan544@forget.example', /./)
  await caught.mailTo('ole544@forget.example', /./)
  await admin.post(`/api/assessment-programs/${programId}/campaign/test-mail`)
  await caught.written()
  const id = bills.find(({ individualMember }) => individualMember?.firstName === 'Quillan544')?.individualMember?.id
  expect((await admin.send('delete', `/api/members/${id}`)).status).toBe(204)
  expect(await foundInTables(caught.pool, theirs)).toEqual([])
  expect(await caught.mailsTo('ole544@forget.example', /./)).toHaveLength(1)
  await caught.stop()
})

test('makes every process drop the deleted key', async () => {
  const stop = new AbortController()
  const [here, there] = [personalData(app.pool, [app.masterKey]), personalData(app.pool, [app.masterKey])]
  await followKeys(app.database.url, there.refresh, stop.signal)
  const owner = crypto.randomUUID()
  const [sealed = null] = await here.sealAll([{ owner, value: 'a secret' }])
  const read = async () => (await there.openAll<string>([{ owner, sealed }]))[0]
  expect(await read()).toBe('a secret')
  await here.forget(owner)
  await expect.poll(read).toBeNull()
  expect(await there.sealAll([{ owner, value: 'another' }])).toEqual([null])
  stop.abort()
  await setTimeout(50)
})
