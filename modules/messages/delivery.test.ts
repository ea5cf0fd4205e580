import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, startApp, startNetwork } from '../../scripts/testing/app.ts'
import type { CampaignStats } from '../campaigns/contract.ts'
import { addDays, type Instant, instantOf, type LocalDate } from '../kernel/dates.ts'
import { type MailServer, startMailServer } from '../sandbox/mail-server.ts'
import type { ListOf } from '../shared/api.ts'
import type { Message } from './contract.ts'

let server: MailServer
let app: App
beforeAll(async () => {
  server = await startMailServer()
  app = await startApp({ SMTP_URL: server.url, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

let people = 0
const payors = (count: number): string =>
  ['firstName,lastName,email', ...Array.from({ length: count }, () => `Payor${++people},Test,payor${people}@delivery.example`)].join('\n')
const campaign = async (count: number, more: { dueDate?: LocalDate } = {}) => {
  const { admin, programId } = await startNetwork(app, { csv: payors(count), terms: more })
  server.forget()
  const program = `/api/assessment-programs/${programId}`
  const path = `${program}/campaign`
  return {
    admin,
    make: (status: 'Active' | 'Completed') => admin.put(`${program}/status`, { status }),
    upload: (more: number) => admin.upload(programId, payors(more)),
    launch: () => admin.put(`${path}/status`, { status: 'Active' }),
    pause: () => admin.put(`${path}/status`, { status: 'Paused' }),
    stats: async () => (await admin.get<{ data: CampaignStats }>(`${path}/stats`)).data,
  }
}
const moveTo = (now: Instant) => app.guest().post('/api/sandbox/clock', { now })
const checkCalendar = () => moveTo(instantOf(Date.now()))
const ledger = async (admin: Client, status: string) => (await admin.get<ListOf<Message>>(`/api/messages?pageSize=100&status=${status}`)).data
const bills = () => [...server.taken.values()].filter(({ to }) => to.endsWith('@delivery.example'))

test('sends each bill once for any number of simultaneous requests', async () => {
  server.behave(() => 'take')
  const { admin, launch, stats } = await campaign(60)
  await Promise.all([...Array.from({ length: 10 }, launch), ...Array.from({ length: 6 }, checkCalendar)])
  await expect.poll(async () => (await stats()).status).toBe('Completed')
  await Promise.all(Array.from({ length: 3 }, checkCalendar))
  expect(bills().map(({ times }) => times)).toEqual(Array.from({ length: 60 }, () => 1))
  expect(new Set(bills().map(({ to }) => to)).size).toBe(60)
  expect(await ledger(admin, 'Sent')).toHaveLength(60)
  expect(await stats()).toMatchObject({ processedCount: 60, totalCount: 60 })
})

test('the run reports an outage of the mail server, resumes by itself and withdraws the report', async () => {
  await server.down()
  const { admin, launch, stats } = await campaign(25)
  await launch()
  await expect
    .poll(async () => [(await stats()).status, (await stats()).errorMessage])
    .toEqual(['InProgress', 'The mail server cannot be reached. We keep trying.'])
  expect(await ledger(admin, 'Pending')).toHaveLength(25)
  await server.up()
  await checkCalendar()
  await expect.poll(async () => [(await stats()).status, (await stats()).errorMessage]).toEqual(['Completed', null])
  expect(bills().map(({ times }) => times)).toEqual(Array.from({ length: 25 }, () => 1))
})

test('mails that are left when a program ends during its run are sent once it is active again, however late', async () => {
  await server.down()
  const { launch, make, stats } = await campaign(5)
  await launch()
  await expect.poll(async () => (await stats()).errorMessage).toBe('The mail server cannot be reached. We keep trying.')
  await make('Completed')
  server.behave(() => 'take')
  await server.up()
  await checkCalendar()
  await expect.poll(async () => (await stats()).status).toBe('Completed')
  expect(bills()).toEqual([])
  await make('Active')
  await moveTo(instantOf(Date.now() + 3 * 86_400_000))
  await expect.poll(() => bills().map(({ times }) => times)).toEqual([1, 1, 1, 1, 1])
  await checkCalendar()
})

test('bills that are issued during a delivery are sent once', async () => {
  await server.down()
  const { admin, upload, launch, stats } = await campaign(900)
  await launch()
  await expect.poll(async () => (await admin.get<ListOf<Message>>('/api/messages?status=Pending')).pagination.totalItems).toBeGreaterThan(500)
  await upload(300)
  server.behave(() => 'take')
  await server.up()
  await checkCalendar()
  await expect.poll(async () => (await stats()).status, { timeout: 60_000 }).toBe('Completed')
  expect(bills()).toHaveLength(1_200)
  expect(bills().filter(({ times }) => times > 1)).toEqual([])
}, 90_000)

test('deferred and refused recipients do not delay others; a refused mail has failed and can be sent again', async () => {
  let patient = false
  const [putOff, refused] = [people + 3, people + 7].map((n) => `payor${n}@delivery.example`)
  server.behave((to) => (to === refused && !patient ? 'refuse' : to === putOff && !patient ? 'defer' : 'take'))
  const { admin, launch, stats } = await campaign(30)
  await launch()
  await expect.poll(async () => (await stats()).errorMessage).toBe('The mail server puts off some mails. We keep trying.')
  expect(await ledger(admin, 'Sent')).toHaveLength(28)
  const [failed] = await ledger(admin, 'Failed')
  expect(failed).toMatchObject({ payor: { email: refused }, error: `550 5.1.1 <${refused}>: no such mailbox` })
  patient = true
  await checkCalendar()
  await expect.poll(async () => (await stats()).status).toBe('Completed')
  await admin.post(`/api/messages/${failed?.id}/retry`)
  await expect.poll(async () => (await ledger(admin, 'Sent')).length).toBe(30)
  expect(bills().map(({ times }) => times)).toEqual(Array.from({ length: 30 }, () => 1))
  expect(await stats()).toMatchObject({ processedCount: 30, totalCount: 30, errorMessage: null })
})

test('if the connection breaks after the server took the mail, sends it again with the same Message-ID', async () => {
  server.behave((_, attempt) => (attempt === 1 ? 'drop' : 'take'))
  const { launch, stats } = await campaign(5)
  await launch()
  await expect
    .poll(async () => {
      await checkCalendar()
      return (await stats()).status
    })
    .toBe('Completed')
  expect(bills().map(({ times }) => times)).toEqual([2, 2, 2, 2, 2])
})

/**
 * Makes two bills of John and Mary, who share an address, and the reminder mail about both, which waits for the mail
 * server.
 */
const waitingDigest = async (shared: string) => {
  server.behave(() => 'take')
  const today = new Date().toISOString().slice(0, 10) as LocalDate
  const at = (days: number) => `${addDays(today, days)}T14:30:00.000Z` as Instant
  const { admin, bills: owed } = await startNetwork(app, {
    csv: `firstName,lastName,email\nJohn,Test,${shared}\nMary,Test,${shared}`,
    terms: { dueDate: addDays(today, 8) },
  })
  await admin.put(`/api/assessment-programs/${owed[0]?.program.id}/campaign/status`, { status: 'Active' })
  await expect.poll(async () => (await ledger(admin, 'Sent')).length).toBe(2)
  server.forget()
  await server.down()
  await moveTo(at(1))
  await expect.poll(async () => (await ledger(admin, 'Pending')).length).toBe(1)
  return { admin, owed, at }
}

test('a payor is reminded a day later if the other payor at their address leaves it while the digest waits', async () => {
  const shared = 'shared@delivery.example'
  const { admin, owed, at } = await waitingDigest(shared)
  const [john] = owed.map(({ individualMember }) => individualMember).filter((member) => member?.firstName === 'John')
  await admin.put(`/api/members/${john?.id}`, { email: '' })
  await server.up()
  await moveTo(at(1))
  await expect.poll(async () => (await ledger(admin, 'Pending')).length).toBe(0)
  expect(bills()).toEqual([])
  await moveTo(at(2))
  await expect.poll(() => bills().map(({ to }) => to)).toEqual([shared])
  await checkCalendar()
})

test('a payor whose bill was left out of a waiting reminder mail is reminded a day later', async () => {
  const [shared, own] = ['shared2@delivery.example', 'own@delivery.example']
  const { admin, at } = await waitingDigest(shared)
  const [digest] = await ledger(admin, 'Pending')
  expect(digest?.bills).toHaveLength(2)
  await admin.put(`/api/members/${digest?.payor.id}`, { email: own })
  await server.up()
  await moveTo(at(1))
  await expect.poll(() => bills().map(({ to }) => to)).toEqual([own])
  await moveTo(at(2))
  await expect.poll(() => bills().map(({ to }) => to)).toEqual([own, shared])
  const [later] = await ledger(admin, 'Sent')
  expect(later?.bills, 'and of the other one').toHaveLength(1)
  await checkCalendar()
})

test('a pause stops reminders: at most 20 are still sent, and the others follow a day after it ends', async () => {
  server.behave(() => 'take')
  const today = new Date().toISOString().slice(0, 10) as LocalDate
  const { launch, pause, stats } = await campaign(60, { dueDate: addDays(today, 8) })
  await launch()
  await expect.poll(async () => (await stats()).status).toBe('Completed')
  server.forget()
  server.behave(() => 'slow')
  const reminded = moveTo(`${addDays(today, 1)}T14:30:00.000Z` as Instant)
  await server.until(6, 20_000)
  await pause()
  const before = server.taken.size
  await reminded
  expect(server.taken.size).toBeLessThanOrEqual(before + 20)
  server.behave(() => 'take')
  await checkCalendar()
  await launch()
  await moveTo(`${addDays(today, 2)}T14:30:00.000Z` as Instant)
  await expect.poll(() => bills().length).toBe(60)
  expect(bills().map(({ times }) => times)).toEqual(Array.from({ length: 60 }, () => 1))
  await checkCalendar()
}, 60_000)

test('an address without a mailbox gets no more reminders or other mails (R96)', async () => {
  const gone = `payor${people + 2}@delivery.example`
  server.behave((to) => (to === gone ? 'refuse' : 'take'))
  const today = app.clock.now().slice(0, 10) as LocalDate
  const { admin, launch, stats } = await campaign(3, { dueDate: addDays(today, 8) })
  await launch()
  await expect.poll(async () => (await stats()).status).toBe('Completed')
  const tried = () => server.tries(gone)
  expect(tried()).toBe(1)
  for (const days of [2, 9, 12]) await moveTo(`${addDays(today, days)}T15:00:00.000Z` as Instant)
  await expect.poll(async () => (await ledger(admin, 'Sent')).filter(({ purpose }) => purpose === 'reminder').length).toBeGreaterThan(1)
  expect(tried()).toBe(1)
  await checkCalendar()
})
