import { expect, test } from 'vitest'
import type { Instant } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { Appended } from '../platform/event-store/event-store.ts'
import type { Answered } from '../platform/http/post-outward.ts'
import { deliverTasks, WAITS } from './deliver.ts'
import type { Claimed, Outcome } from './deliveries.ts'

const THREE_DAYS = 72 * 3_600
const claimed = (n: number, more: Partial<Claimed> = {}): Claimed => ({
  ...{ id: `delivery-${n}`, eventId: `event-${n}`, type: 'bill.paid', body: '{}', tries: 1, dueAt: new Date(0), secondsLeft: THREE_DAYS },
  ...more,
})

/**
 * Delivers the deliveries that are claimed in each round. The webhook's address may change in each round; the last one
 * stays, and null means removed.
 */
const delivering = async (turns: Claimed[][], addresses: (string | null)[], answers: Record<string, Answered>) => {
  const sent: string[] = []
  const noted: Outcome[] = []
  const asked: string[] = []
  const closed: boolean[] = []
  let looked = 0
  const addressNow = () => addresses[Math.min(looked, addresses.length - 1)] ?? null
  const { 'deliver-webhook': deliver } = deliverTasks({
    deliveries: {
      claim: async () => turns.shift() ?? [],
      note: async (_, __, outcome) => void noted.push(outcome),
      close: async (_, isRemoved) => void closed.push(isRemoved),
      nextDue: async () => null,
      tookNothingSince: async () => true,
      wake: async () => {},
    },
    networksKnown: async () => {},
    webhookById: async (id) => {
      const url = addressNow()
      looked += 1
      if (url === null) return null
      const secret = { secretNumber: 0, keyVersion: 1, earlierUntil: null, earlierKeyVersion: 1 }
      return { id, networkId: 'network' as NetworkId, url, isOn: true, ...secret }
    },
    secretOf: async () => 'whsec_c2VjcmV0',
    post: async (url) => {
      sent.push(url)
      return answers[url] ?? { ms: 1, status: 200, text: '' }
    },
    turnOff: async ({ url, because }) => {
      asked.push(`${url} ${because}`)
      return url === addressNow() ? [{} as Appended] : []
    },
    settled: async () => true,
    now: () => '2026-01-01T00:00:00.000Z' as Instant,
    signal: new AbortController().signal,
  })
  await deliver({ webhookId: 'webhook' })
  return { sent, noted, asked, closed }
}

test('after a webhook has moved, sends the rest to its new address, and does not turn it off for failures of the old one', async () => {
  const moved = await delivering([[claimed(1)], [claimed(2)]], ['https://old/', 'https://new/'], { 'https://old/': { ms: 1, status: 410, text: '' } })
  expect(moved.sent).toEqual(['https://old/', 'https://new/'])
  expect(moved.noted.map(({ url, state }) => [url, state])).toEqual([
    ['https://old/', 'waiting'],
    ['https://new/', 'delivered'],
  ])
  expect([moved.asked, moved.closed]).toEqual([['https://old/ gone'], []])
  const stayed = await delivering([[claimed(1)], [claimed(2)]], ['https://old/'], { 'https://old/': { ms: 1, status: 410, text: '' } })
  expect([stayed.sent, stayed.closed]).toEqual([['https://old/'], [false]])
})

test('sends nothing more to a webhook that is removed meanwhile', async () => {
  const removed = await delivering([[claimed(1)], [claimed(2)]], ['https://old/', null], {})
  expect([removed.sent, removed.closed]).toEqual([['https://old/'], [true]])
})

test('gives up a delivery only once its three days are over, even if the next wait would exceed them', async () => {
  const failing: Record<string, Answered> = { 'https://old/': { ms: 1, status: 500, text: '' } }
  const tried = async (tries: number, secondsLeft: number) => {
    const { noted } = await delivering([[claimed(1, { tries, secondsLeft })]], ['https://old/'], failing)
    return noted.map(({ state, nextTry }) => [state, nextTry])
  }
  expect(await tried(1, THREE_DAYS)).toEqual([['waiting', WAITS[0]]])
  expect(await tried(WAITS.length, 20 * 3_600)).toEqual([['waiting', 72_000]])
  expect(await tried(WAITS.length, 600)).toEqual([['waiting', 600]])
  expect(await tried(WAITS.length, -1)).toEqual([['failed', null]])
  expect(await tried(WAITS.length + 1, 600)).toEqual([['failed', null]])
})
