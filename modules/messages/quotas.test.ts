import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { addDays, type Instant, instantOf, type LocalDate } from '../kernel/dates.ts'

type Mail = Readonly<{ from: string; subject: string; html: string }>

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const mailsTo = async (to: string): Promise<Mail[]> => (await app.guest().get<{ data: Mail[] }>(`/api/sandbox/mail?to=${to}`)).data
const today = () => new Date().toISOString().slice(0, 10) as LocalDate
const moveTo = (now: Instant) => app.guest().post('/api/sandbox/clock', { now })

let number = 0
const billed = async () => {
  number += 1
  const email = `quota${number}@mail.example`
  const made = await startNetwork(app, { csv: `firstName,lastName,email\nRuth,Ökonjo,${email}` })
  return { ...made, email, billId: made.bills[0]?.id ?? '' }
}

test('a payor gets at most six mails an hour about one bill; others are sent in the next hour', async () => {
  const { admin, billId, email } = await billed()
  for (let i = 1; i <= 8; i += 1) await admin.post(`/api/assessment-bills/${billId}/receipts`, { amount: i, method: 'check' })
  await expect.poll(async () => (await mailsTo(email)).length).toBe(6)
  await app.written()
  await setTimeout(500)
  expect((await mailsTo(email)).map(({ subject }) => subject).every((subject) => subject.startsWith('Receipt'))).toBe(true)
  expect(await mailsTo(email)).toHaveLength(6)

  await moveTo(instantOf(Date.now() + 3_660_000))
  await app.pool.query(`update graphile_worker._private_jobs set run_at = now() where run_at > now() + interval '50 minutes'`)
  await expect.poll(async () => (await mailsTo(email)).length).toBe(8)
  await moveTo(instantOf(Date.now()))
})

test('repeated claims and withdrawals cause one mail per bill and day', async () => {
  // Noon, since the test must not cross midnight.
  await moveTo(`${addDays(today(), 1)}T12:00:00.000Z` as Instant)
  const { billId, email } = await billed()
  const claim = async () => {
    const { data } = await app
      .guest()
      .post<{ data: { withdrawToken: string } }>(`/api/assessments/${billId}/mark-as-paid`, { paymentMethod: 'zelle' })
    return data.withdrawToken
  }
  for (let i = 0; i < 4; i += 1)
    expect((await app.guest().send('delete', `/api/assessments/${billId}/mark-as-paid`, { json: { withdrawToken: await claim() } })).status).toBe(200)
  await app.written()
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['You marked your payment for Dues as sent'])
  await moveTo(`${addDays(today(), 2)}T12:00:00.000Z` as Instant)
  await claim()
  await expect.poll(async () => (await mailsTo(email)).length).toBe(2)
  await moveTo(instantOf(Date.now()))
})

test('mails of a network say which one it is if another network has the same name', async () => {
  const named = async (name: string, senderName?: string) => {
    const made = await billed()
    const { body } = await made.admin.send<{ slug: string }>('put', `/api/networks/${made.networkId}`, {
      json: { name, ...(senderName ? { senderName } : {}) },
    })
    const mail = async () => {
      const before = (await mailsTo(made.email)).length
      await made.admin.post(`/api/assessment-bills/${made.billId}/receipts`, { amount: 1, method: 'check' })
      await expect.poll(async () => (await mailsTo(made.email)).length).toBe(before + 1)
      const [newest] = await mailsTo(made.email)
      return { from: newest?.from ?? '', html: newest?.html ?? '' }
    }
    return { ...made, slug: body.slug, mail }
  }
  const first = await named('Conferencia San José')
  const like = await named('CONFERENCIA  san jose.')
  const sender = await named('Something else', 'Conferencia San Jose')
  expect((await first.mail()).from).toContain('Conferencia San José <')
  const mail = await like.mail()
  expect(mail.from).toContain(`CONFERENCIA  san jose. (${like.slug})`)
  expect(mail.html).toContain(`CONFERENCIA  san jose. (${like.slug})`)
  expect((await sender.mail()).from).toContain(`(${sender.slug})`)

  // The network that took the name later is marked, even if it was created earlier.
  const victim = await named('Iglesia del Valle')
  await first.admin.put(`/api/networks/${first.networkId}`, { name: 'Iglesia del Valle' })
  expect((await victim.mail()).from).toContain('Iglesia del Valle <')
  expect((await first.mail()).from).toContain(`Iglesia del Valle (${first.slug})`)

  const invited = `invited${number}@mail.example`
  await first.admin.post(`/api/networks/${first.networkId}/people`, { email: invited, role: 'Member', expiresAt: null })
  await expect.poll(async () => (await mailsTo(invited))[0]?.from).toContain(`Iglesia del Valle (${first.slug})`)
})

test('a user creates at most ten networks a day, even at the same time', async () => {
  const strict = await startApp({ RATE_LIMIT_FACTOR: '1' })
  const user = await strict.join()
  const make = (n: number) => user.send('post', '/api/networks', { json: { name: `Synod ${n}` } })
  const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => make(n)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(10).fill(201), ...Array(4).fill(429)])
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'slow-down' })
  const other = await strict.join('Other')
  expect((await other.send('post', '/api/networks', { json: { name: 'Another' } })).status).toBe(201)
  await strict.pool.query(`update limits set ends_at = ends_at - interval '1 day'`)
  expect((await make(20)).status).toBe(201)
  await strict.stop()
})

test('logs nothing unexpected', () => expect(app.complaints).toEqual([]))
