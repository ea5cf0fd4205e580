import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import { instantOf } from '../kernel/dates.ts'
import type { DomainEvent } from '../kernel/decider.ts'
import type { StreamName } from '../platform/event-store/event-store.ts'
import { eventsFor, MOST_A_DAY } from '../platform/handle.ts'
import type { WebhookSecret } from '../webhooks/contract.ts'
import type { ApiKeySecret } from './contract.ts'

const DAY_MS = 86_400_000
const REFUSED = [429, 'This has been changed 200 times within a day, which is the limit. Please try again tomorrow.']

let app: App
let made: Awaited<ReturnType<typeof startNetwork>>
beforeAll(async () => {
  app = await startApp()
  made = await startNetwork(app, { terms: { type: 'Custom' } })
})
afterAll(() => app.stop())

const said = async (asked: Promise<{ status: number; body: { message?: string } | null }>) => {
  const { status, body } = await asked
  return status < 300 ? 'done' : [status, body?.message]
}

/** The events that a command on the stream reads. */
const readFor = async (stream: StreamName) => {
  const events = await app.store.read(stream)
  return { events: events.length, bytes: JSON.stringify(events.map(({ data, metadata }) => [data, metadata])).length }
}

test("a thousand changes of a network's webhooks and API keys leave its stream small, and each can still be ended", async () => {
  const { admin, networkId } = made
  const stream: StreamName = `network-${networkId}`
  const [webhooks, keys] = [`/api/networks/${networkId}/webhooks`, `/api/networks/${networkId}/api-keys`]
  const hook = await admin.post<WebhookSecret>(webhooks, { name: 'Ledger', url: 'https://ledger.example/0', happenings: ['bill.paid'] })
  const key = await admin.post<ApiKeySecret>(keys, { name: 'Ledger', scope: 'read' })
  const before = await readFor(stream)
  const changed = `${webhooks}/${hook.id}`
  let done = 0
  let refused = 0
  for (let n = 1; n <= 1_000; n += 1) {
    const outcome =
      n % 3 > 0
        ? await said(admin.send('put', changed, { json: { url: `https://ledger.example/${n}` } }))
        : await said(admin.send('post', n % 2 > 0 ? `${changed}/secret` : `${keys}/${key.id}/replace`))
    if (outcome === 'done') done += 1
    else {
      expect(outcome).toEqual(REFUSED)
      refused += 1
    }
  }
  const after = await readFor(stream)
  expect(refused).toBeGreaterThan(700)
  expect(done).toBeLessThanOrEqual(MOST_A_DAY)
  expect(after.events).toBeLessThanOrEqual(MOST_A_DAY + 5)
  expect(after.bytes / before.bytes).toBeLessThan(MOST_A_DAY)
  expect(await said(admin.send('put', `/api/networks/${networkId}`, { json: { name: 'Another name' } })), 'settings').toEqual(REFUSED)
  expect(await said(admin.send('post', webhooks, { json: { name: 'B', url: 'https://b.example/', happenings: ['bill.paid'] } }))).toEqual(REFUSED)
  expect((await admin.send('post', `${changed}/secret`)).headers.get('retry-after')).toBe('60')
  expect([await said(admin.send('delete', changed)), await said(admin.send('delete', `${keys}/${key.id}`))]).toEqual(['done', 'done'])
}, 60_000)

test('another day allows another two hundred changes', async () => {
  const { admin, networkId } = await startNetwork(app, { csv: '' })
  const settings = { json: { name: 'Another name' } }
  const edited = ['A', 'B'].map((name) => ({ type: 'NetworkSettingsEdited', data: { networkId, name } }))
  await fill(`network-${networkId}`, (n) => edited[n % 2] as DomainEvent, instantOf(Date.parse(app.clock.now()) - DAY_MS + 60_000))
  expect(await said(admin.send('put', `/api/networks/${networkId}`, settings))).toEqual(REFUSED)
  const other = await startNetwork(app, { csv: '' })
  await fill(`network-${other.networkId}`, (n) => edited[n % 2] as DomainEvent, instantOf(Date.parse(app.clock.now()) - DAY_MS))
  expect(await said(other.admin.send('put', `/api/networks/${other.networkId}`, settings))).toBe('done')
})

/** Appends to one stream as many repeatable events as people may cause in a day, as their commands would. */
const fill = async (stream: StreamName, event: (n: number) => DomainEvent, at = app.clock.now()): Promise<void> => {
  const last = (await app.store.read(stream)).length - 1
  const events = Array.from({ length: MOST_A_DAY }, (_, n) => event(n))
  await app.store.append(stream, eventsFor(stream, last + 1, events, { actor: 'guest', at }), last < 0 ? 'none' : last)
}

test.each<[string, () => readonly [StreamName, (n: number) => DomainEvent, method: 'put' | 'post' | 'patch', path: string, json?: object]]>([
  [
    'a program',
    () => {
      const { programId } = made
      const changed = { ...terms, type: 'Custom', amount: 10_000 }
      const event = (n: number) => ({ type: 'ProgramChanged', data: { programId, terms: { ...changed, name: `Dues ${n}` } } })
      return [`program-${programId}`, event, 'put', `/api/assessments/${programId}`, { ...terms, type: 'Custom', name: 'Other dues' }]
    },
  ],
  [
    'a payment profile whose account numbers are looked at',
    () => {
      const { profileId } = made
      const event = { type: 'PaymentProfileRevealed', data: { profileId } }
      return [`profile-${profileId}`, () => event, 'post', `/api/payment-profiles/${profileId}/reveal`]
    },
  ],
  [
    'a campaign',
    () => {
      const { networkId, programId } = made
      const launchAt = (n: number) => instantOf(Date.parse(app.clock.now()) + (n + 1) * DAY_MS)
      const event = (n: number) => ({ type: 'CampaignScheduled', data: { programId, networkId, launchAt: launchAt(n) } })
      const json = { status: 'Scheduled', launchAt: launchAt(500) }
      return [`campaign-${programId}`, event, 'put', `/api/assessment-programs/${programId}/campaign/status`, json]
    },
  ],
  [
    'a bill that is adjusted',
    () => {
      const billId = made.bills[0]?.id ?? ''
      const event = (n: number) => ({
        type: 'BillAdjusted',
        data: { billId, adjustmentId: `a-${n}`, amount: 1, reason: 'test', released: [] },
      })
      return [`bill-${billId}`, event, 'post', `/api/assessment-bills/${billId}/adjustments`, { amount: 1, reason: 'More' }]
    },
  ],
])('limits %s to two hundred changes a day', async (_, changes) => {
  const [stream, event, method, path, json] = changes()
  const ask = () => said(made.admin.send(method, path, json === undefined ? {} : { json }))
  await fill(stream, event)
  expect(await ask()).toEqual(REFUSED)
})
