import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { startReceiver } from '../../scripts/testing/receiver.ts'
import { auditKeyOf, reportsOn, takePack } from '../../scripts/testing/taken-packs.ts'
import { LocalDate } from '../kernel/date-schemas.ts'
import { NetworkId } from '../kernel/ids.ts'
import { addJobs } from '../platform/jobs.ts'
import type { ListOf } from '../shared/api.ts'
import type { DailyHead } from './contract.ts'
import { problemText } from './verify/report.ts'

type Mail = Readonly<{ subject: string; text: string }>

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Moves the clock to another day once all work of the current one is done. */
const moveTo = async (day: string) => {
  await app.written()
  await app.guest().post('/api/sandbox/clock', { now: `${day}T17:00:00.000Z` })
}
const packOf = (client: Client, from: string, to: string) => takePack(app, client, { from, to })
const sealsTo = async (email: string) =>
  (await app.guest().get<{ data: Mail[] }>(`/api/sandbox/mail?to=${email}`)).data.filter(({ subject }) => subject.startsWith('Seal'))

test('seals, mails and lists each day with events, and checks a pack against the seal', async () => {
  await moveTo('2031-03-01')
  const made = await startNetwork(app)
  const { admin, networkId, bills } = made
  const pay = (amount: number) => admin.post(`/api/assessment-bills/${bills[0]?.id}/receipts`, { amount, method: 'check' })
  const seals = async () => (await admin.get<ListOf<DailyHead>>('/api/audit/heads')).data
  await pay(11)
  expect(await seals()).toEqual([])

  await moveTo('2031-03-02')
  await expect.poll(async () => (await sealsTo(admin.email)).length).toBe(1)
  const [first] = await seals()
  expect(first).toMatchObject({ day: '2031-03-01', size: expect.any(Number) })
  const [mail] = await sealsTo(admin.email)
  expect(mail?.subject).toBe('Seal of the journal of Synod, Mar 1, 2031')
  expect(mail?.text).toContain(first?.note)

  // No events are recorded after the second day.
  await pay(13)
  await moveTo('2031-03-03')
  await expect.poll(async () => (await sealsTo(admin.email)).length).toBe(2)
  await moveTo('2031-03-05')
  await moveTo('2031-03-09')
  await pay(12)
  await admin.send('put', `/api/networks/${networkId}`, { json: { mailSeals: false } })
  await moveTo('2031-03-10')
  await expect.poll(async () => (await seals()).map(({ day }) => day)).toEqual(['2031-03-09', '2031-03-02', '2031-03-01'])
  const [last] = await seals()
  expect(last?.size).toBeGreaterThan(first?.size ?? 0)
  expect(await sealsTo(admin.email)).toHaveLength(2)

  const whole = await packOf(admin, '2031-03-01', '2031-03-10')
  const key = await auditKeyOf(admin)
  const checked = async (zip: Uint8Array, text: string) => {
    const [report] = await reportsOn([zip, text], key)
    return [...(report?.problems.map(problemText) ?? []), ...(report?.proved.slice(-1) ?? []), ...(report?.open.slice(-1) ?? [])]
  }
  const fits = `The seal fits: none of the first ${first?.size} events was changed, added or taken away since it was signed.`
  const quoted = (mail?.text ?? '').replaceAll('\n', '\r\n> ')
  expect(await checked(whole, mail?.text ?? '')).toContain(fits)
  expect(await checked(whole, quoted)).toContain(fits)
  expect((await checked(await packOf(admin, '2031-03-09', '2031-03-10'), first?.note ?? '')).at(-1)).toMatch(
    /^Whether the seal fits: it was made of the first /,
  )

  const signed = first?.note ?? ''
  const root = signed.split('\n')[2] ?? ''
  const lastOf = last?.note.split('\n')[2] ?? ''
  expect(await checked(whole, signed.replace(root, lastOf))).toContain('the seal: is not signed with the key.')
  const other = await startNetwork(app)
  await moveTo('2031-03-11')
  const ofOther = async () => (await other.admin.get<ListOf<DailyHead>>('/api/audit/heads')).data[0]
  await expect.poll(ofOther).toBeTruthy()
  expect(await checked(whole, (await ofOther())?.note ?? '')).toContain('the seal: is not signed with the key.')
})

test("sends a day's seal once to subscribed webhooks, and a pack verifies against its note", async () => {
  const receiver = await startReceiver()
  try {
    await moveTo('2031-04-01')
    const { admin, networkId } = await startNetwork(app)
    const webhook = (path: string, happenings: readonly string[]) =>
      admin.post(`/api/networks/${networkId}/webhooks`, { name: path, url: `${receiver.url}${path}`, happenings })
    await webhook('/safe', ['journal.sealed'])
    await webhook('/books', ['bill.paid'])
    await app.ready()
    await moveTo('2031-04-02')
    await expect.poll(() => receiver.at('/safe').length).toBe(1)
    const [sent] = receiver.at('/safe')
    const [{ day, size, note } = { day: '', size: 0, note: '' }] = (await admin.get<ListOf<DailyHead>>('/api/audit/heads')).data
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      ...{ id: expect.any(String), type: 'journal.sealed', occurredAt: expect.stringMatching(/^2031-04-02T/), network: networkId },
      ...{ position: expect.any(Number), data: { day, size, note } },
    })
    expect(day).toBe('2031-04-01')
    const zip = await packOf(admin, '2031-04-01', '2031-04-02')
    const [report] = await reportsOn([zip, JSON.parse(sent?.body ?? '').data.note], await auditKeyOf(admin))
    expect(report?.proved.at(-1)).toMatch(/^The seal fits: none of the first /)

    await addJobs(app.pool, [{ task: 'sign-head', payload: { networkId: NetworkId.parse(networkId), day: LocalDate.parse(day) }, key: 'again' }])
    await app.written()
    expect([receiver.at('/safe').length, receiver.at('/books').length]).toEqual([1, 0])
  } finally {
    await receiver.stop()
  }
})

test('while read models are blocked, a seal does not hold up other jobs, and is made once they continue', async () => {
  const front = await startApp({ ROLE: 'web' })
  const projector = () => startApp({ ROLE: 'projector' }, { on: front })
  const [first, worker] = [await projector(), await startApp({ ROLE: 'worker' }, { on: front })]
  const { networkId } = await startNetwork(front)
  await first.stop()
  const [last] = (await front.store.read(`network-${networkId}`)).slice(-1)
  if (!last) throw new Error('the network has no events')
  const { metadata, revision, stream } = last
  await front.store.append(
    stream,
    [{ id: crypto.randomUUID(), type: 'InvitationRevoked', data: { networkId, invitationId: crypto.randomUUID() }, metadata }],
    revision,
  )

  const payload = { networkId: NetworkId.parse(networkId), day: LocalDate.parse('2150-01-01') }
  await addJobs(front.pool, [{ task: 'sign-head', payload, key: 'seal' }])
  const job = async () => (await front.pool.query('select last_error from graphile_worker.jobs where key = $1', ['seal'])).rows
  await expect.poll(job, { timeout: 30_000 }).toEqual([{ last_error: '[Unavailable] The event store cannot be reached.' }])

  const second = await projector()
  await front.pool.query(`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = 'seal'), run_at => now())`)
  await expect.poll(job).toEqual([])
  expect((await front.pool.query('select size from audit_heads where network_id = $1', [networkId])).rows).toEqual([{ size: expect.any(Number) }])
  for (const each of [worker, second, front]) await each.stop()
})

test('a receipt links to a proof that its payment is in the books, and a forged link is not found', async () => {
  const { admin, bills } = await startNetwork(app, { csv: 'firstName,lastName,email\nRuth,Bell,ruth@receipts.example' })
  await admin.post(`/api/assessment-bills/${bills[0]?.id}/receipts`, { amount: 12.5, method: 'check', reference: 'No. 7 of Ruth' })
  const receipt = async () => (await app.guest().get<{ data: Mail[] }>('/api/sandbox/mail?to=ruth@receipts.example')).data[0]
  await expect.poll(receipt).toBeTruthy()
  const [, path = ''] = /Proof that this payment is in the books: http:\/\/[^/]+(\/\S+)/.exec((await receipt())?.text ?? '') ?? []
  expect((await fetch(`${app.base}${path}`)).headers.get('content-type')).toBe('text/html; charset=utf-8')
  const answer = await fetch(`${app.base}/api${path}`)
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/^attachment; filename="payment-/)])
  const proof = await answer.text()
  expect(proof).not.toMatch(/Ruth|Bell|receipts\.example/)
  const [report] = await reportsOn([proof], await auditKeyOf(admin))
  expect([report?.problems, report?.proved[0]]).toEqual([[], expect.stringMatching(/^A payment of \$12\.50 /)])
  for (const forged of [path.slice(0, -1), path.replace(/.{8}-/, '00000000-'), '/proofs/x'])
    for (const address of [`/api${forged}`, forged]) expect((await fetch(`${app.base}${address}`)).status, address).toBe(404)
})
