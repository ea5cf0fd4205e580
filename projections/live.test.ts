import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Instant } from '../modules/kernel/dates.ts'
import type { NetworkId } from '../modules/kernel/ids.ts'
import { memoryEventStore } from '../modules/platform/event-store/memory.ts'
import { eventsFor } from '../modules/platform/handle.ts'
import type { Queries } from '../modules/platform/postgres/database.ts'
import { type App, type Client, startApp, startNetwork, terms } from '../scripts/testing/app.ts'
import { liveChanges } from './live.ts'

const NETWORK = '6b1d1c7e-53a1-4c39-8d8a-4a6f4a9f0001' as NetworkId
/** All events here name their network, so that no lookup is needed. */
const db = {} as Queries

const following = (settled: () => Promise<boolean>, patience?: number) => {
  const store = memoryEventStore()
  const live = liveChanges({ store, db, log: pino({ level: 'silent' }), settled, ...(patience === undefined ? {} : { patience }) })
  const received: (string | null)[] = []
  let ends = 0
  const { begun, stop } = live.listen(
    NETWORK,
    ({ id }) => received.push(id),
    () => {
      ends += 1
    },
  )
  const change = async (id: string) => {
    const events = eventsFor(`program-${id}`, 0, [{ type: 'ProgramCreated', data: { networkId: NETWORK } }], {
      actor: 'system:test',
      at: '2026-01-01T00:00:00.000Z' as Instant,
      cause: id,
    })
    await store.append(`program-${id}`, events, 'none')
  }
  return { received, begun, ends: () => ends, change, stop, close: store.close }
}

test('after a failed read, sends all changes, including the changes that the read missed', async () => {
  let failures = 0
  const { received, begun, ends, change, stop, close } = following(async () => {
    failures += 1
    if (failures === 1) throw new Error('Connection terminated')
    return true
  })
  await begun
  await change('a')
  await change('b')
  await expect.poll(() => received).toEqual(['a', 'b'])
  expect(ends()).toBe(0)
  stop()
  await close()
})

test('ends streams after a long interruption, and serves new ones afterwards', async () => {
  let isBroken = true
  const { received, begun, ends, change, stop, close } = following(async () => {
    if (isBroken) throw new Error('Connection terminated')
    return true
  }, 200)
  await begun
  await change('a')
  await expect.poll(ends).toBeGreaterThan(0)
  isBroken = false
  await setTimeout(2_500)
  await change('b')
  await expect.poll(() => received).toContain('b')
  stop()
  await close()
})

let app: App
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_FACTOR: '1' })
})
afterAll(() => app.stop())

const listen = async (client: Client) => {
  const leaving = new AbortController()
  const response = await fetch(`${app.base}/api/events`, { headers: { cookie: client.cookie() }, signal: leaving.signal })
  const received: string[] = []
  const ended = (async () => {
    const texts = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let read = await texts?.read(); read?.value !== undefined; read = await texts?.read()) received.push(read.value)
    return true
  })().catch(() => false)
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ended, received, leave: () => leaving.abort() }
}

test('a user can have ten streams; after one ends, another can begin (R112)', async () => {
  const { admin } = await startNetwork(app)
  const streams = await Promise.all(Array.from({ length: 10 }, () => listen(admin)))
  expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const eleventh = await listen(admin)
  expect([eleventh.status, Number(eleventh.retryAfter) > 0]).toEqual([429, true])
  expect((await listen((await startNetwork(app)).admin)).status).toBe(200)
  streams[3]?.leave()
  await expect.poll(async () => (await listen(admin)).status).toBe(200)
  for (const { leave } of streams) leave()
})

test('a stream ends with the session, and with the role', async () => {
  const { admin, networkId } = await startNetwork(app)
  const second = await app.join('Second')
  await app.grantAccess(admin, networkId, second, 'Auditor')
  await second.post('/api/auth/network', { networkId })
  const theirs = await listen(second)
  expect(theirs.status).toBe(200)
  const { data } = await admin.get<{ data: { userId: string; email: string }[] }>(`/api/networks/${networkId}/people`)
  await admin.send('delete', `/api/networks/${networkId}/people/${data.find(({ email }) => email === second.email)?.userId}`)
  expect(await Promise.race([theirs.ended, setTimeout(6_000, 'still open')])).toBe(true)

  const mine = await listen(admin)
  await admin.post('/api/auth/logout')
  expect(await Promise.race([mine.ended, setTimeout(6_000, 'still open')])).toBe(true)
})

test('a stream sends no change after the role, the session or the second factor has ended', async () => {
  const { admin, networkId, programId } = await startNetwork(app)
  const second = await app.join('Auditor')
  const userId = await app.grantAccess(admin, networkId, second, 'Auditor')
  await second.post('/api/auth/network', { networkId })
  const theirs = await listen(second)
  await admin.put(`/api/assessments/${programId}`, { ...terms, name: 'Before' })
  await expect.poll(() => theirs.received.filter((text) => text.includes('"program"')).length).toBe(1)
  await admin.send('delete', `/api/networks/${networkId}/people/${userId}`)
  await admin.put(`/api/assessments/${programId}`, { ...terms, name: 'After' })
  expect(await Promise.race([theirs.ended, setTimeout(6_000, 'still open')])).toBe(true)
  expect(theirs.received.filter((text) => text.includes('"program"'))).toHaveLength(1)
})

test('a Member reads the name of a network and none of its settings (R13)', async () => {
  const { admin, networkId } = await startNetwork(app)
  await admin.put(`/api/networks/${networkId}`, {
    embedOrigins: ['https://www.example.org'],
    contactEmail: 'office@example.org',
    description: 'Ours',
  })
  const member = await app.join('Member')
  await app.grantAccess(admin, networkId, member, 'Member')
  const one = await member.get(`/api/networks/${networkId}`)
  expect(one).toMatchObject({ name: 'Synod', role: 'Member', embedOrigins: [], reminderDays: [], contactEmail: null, description: null })
  expect((await member.get<{ data: unknown[] }>('/api/networks')).data).toEqual([one])
})

/** Requests streams on one connection. Only the first is answered; the others wait behind it. */
const listenInLine = async (clients: readonly Client[]) => {
  const socket = connect(Number(new URL(app.base).port), '127.0.0.1')
  socket.on('error', () => {})
  const headOf = (client: Client) =>
    `GET /api/events HTTP/1.1\r\nhost: ${new URL(app.base).host}\r\naccept-encoding: identity\r\ncookie: ${client.cookie()}\r\n\r\n`
  socket.write(clients.map(headOf).join(''))
  await once(socket, 'data')
  return socket
}

test('a stream that ends while it waits behind another sends nothing', async () => {
  const { admin, networkId, programId } = await startNetwork(app)
  const second = await app.join('Third')
  await app.grantAccess(admin, networkId, second, 'Auditor')
  await second.post('/api/auth/network', { networkId })
  const crashed = vi.fn()
  process.on('uncaughtException', crashed)
  const socket = await listenInLine([admin, second])
  await setTimeout(500)
  await second.post('/api/auth/logout')
  await setTimeout(2_500)
  await admin.put(`/api/assessments/${programId}`, { ...terms, name: 'Other' })
  await setTimeout(500)
  process.off('uncaughtException', crashed)
  expect(crashed).not.toHaveBeenCalled()
  socket.destroy()
})

test('a stream that waits behind another ends when its connection does', async () => {
  const { admin } = await startNetwork(app)
  const socket = await listenInLine(Array(10).fill(admin))
  await expect.poll(async () => (await listen(admin)).status).toBe(429)
  socket.destroy()
  await expect.poll(async () => (await listen(admin)).status, { timeout: 5_000 }).toBe(200)
  const streams = await Promise.all(Array.from({ length: 8 }, () => listen(admin)))
  expect(streams.map(({ status }) => status)).toEqual(Array(8).fill(200))
  for (const { leave } of streams) leave()
})

test('sends the change when a mail is delivered long after it was queued', async () => {
  const { admin, bills } = await startNetwork(app)
  const [{ id } = expect.fail('no bill')] = bills
  await admin.post(`/api/assessments/${id}/mark-as-paid`, { paymentMethod: 'zelle' })
  const mails = async () => (await admin.get<{ data: { id: string; status: string }[] }>(`/api/messages?billId=${id}`)).data
  await expect.poll(mails).toMatchObject([{ status: 'Sent' }])
  const [{ id: mail } = expect.fail('no mail')] = await mails()
  const { status, received, leave } = await listen(admin)
  expect(status).toBe(200)
  const stream = `message-${mail}` as const
  const { length } = await app.store.read(stream)
  const opened = { type: 'MessageOpened', data: { messageId: mail } }
  await app.store.append(stream, eventsFor(stream, length, [opened], { actor: 'system:test', at: app.clock.now(), cause: 'opened' }), length - 1)
  await expect.poll(() => received.join('')).toContain(`"kind":"message","id":"${mail}"`)
  leave()
})
