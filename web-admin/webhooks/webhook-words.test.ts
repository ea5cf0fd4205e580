import { expect, test } from 'vitest'
import type { Instant } from '../../modules/kernel/dates.ts'
import { Problem, type Webhook } from '../../modules/webhooks/contract.ts'
import { webhookEventTypes } from '../../modules/webhooks/values.ts'
import { setNetworkClock } from '../domain/api/network-clock.ts'
import {
  badgeOfDelivery,
  badgeOfWebhook,
  changeOf,
  earlierWords,
  eventsWords,
  groups,
  outcomeWords,
  sentOf,
  stateWords,
  triesWords,
} from './webhook-words.ts'

setNetworkClock('2026-03-31T17:00:00.000Z[America/Chicago]')
const at = (text: string) => text as Instant
const webhook = { isOn: true, offBecause: null, failingSince: null, deliveredAt: null } as Webhook

test('every type of webhook event is in one group', () => {
  expect(groups.flatMap(({ types }) => types).sort()).toEqual([...webhookEventTypes].sort())
})

test('names up to two types, and counts more', () => {
  expect(eventsWords({ happenings: ['bill.paid', 'bill.issued'] })).toBe('bill.paid, bill.issued')
  expect(eventsWords({ happenings: ['bill.paid', 'bill.issued', 'bill.archived'] })).toBe('3 kinds of events')
  expect(eventsWords({ happenings: webhookEventTypes })).toBe('Everything')
})

test("says that a webhook is on, off, or failing since a time in the network's zone", () => {
  expect([badgeOfWebhook(webhook)[0], stateWords(webhook)]).toEqual(['On', 'Nothing sent yet'])
  expect(stateWords({ ...webhook, deliveredAt: at('2026-03-31T03:00:00.000Z') })).toBe('Last delivered on Mar 30, 2026')
  const failing = { ...webhook, failingSince: at('2026-03-31T03:00:00.000Z') }
  expect([badgeOfWebhook(failing)[0], stateWords(failing)]).toEqual(['Failing', 'Every delivery has failed since Mar 30, 2026, 10:00 PM'])
  expect([badgeOfWebhook({ ...failing, isOn: false })[0], stateWords({ ...failing, isOn: false })]).toEqual(['Off', null])
  expect(stateWords({ ...failing, isOn: false, offBecause: 'failing' })).toBe('Every delivery failed for three days')
})

test('mentions the previous secret while it still signs', () => {
  expect(earlierWords({ earlierSecretUntil: null }, '2026-03-31T17:00:00.000Z')).toBeNull()
  expect(earlierWords({ earlierSecretUntil: at('2026-03-31T17:00:00.000Z') }, '2026-03-31T17:00:00.000Z')).toBeNull()
  expect(earlierWords({ earlierSecretUntil: at('2026-04-01T17:00:00.000Z') }, '2026-03-31T17:00:00.000Z')).toBe(
    'The previous secret also signs until Apr 1, 2026, 12:00 PM',
  )
})

test('says how a delivery went and when the next try is', () => {
  const first = { state: 'waiting', status: null, problem: null, nextTryAt: at('2026-03-31T17:00:00.000Z') } as const
  expect([badgeOfDelivery({ ...first, tries: 0 })[0], outcomeWords(first)]).toEqual(['Waiting', ''])
  expect(outcomeWords({ ...first, state: 'delivered', status: 200, nextTryAt: null })).toBe('Answered 200')
  const failed = { ...first, status: 500, problem: 'status' } as const
  expect([badgeOfDelivery({ ...failed, tries: 2 })[0], outcomeWords(failed)]).toEqual([
    'Trying again',
    'Answered 500. It was rejected. Next try Mar 31, 2026, 12:00 PM',
  ])
  for (const problem of Problem.options) expect(outcomeWords({ ...first, state: 'failed', problem })).not.toBe('')
  expect([triesWords({ tries: 0, tookMs: null }), triesWords({ tries: 1, tookMs: 213 }), triesWords({ tries: 2, tookMs: 10_004 })]).toEqual([
    '0 tries',
    '1 try, the last took 213 ms',
    '2 tries, the last took 10.0 s',
  ])
})

test('labels a request Sent only after it was sent, with the address used', () => {
  const body = '{"id":"1"}'
  const before = { url: null, headers: null, body, state: 'waiting' } as const
  expect(sentOf(before)).toEqual({ label: 'Not sent yet', text: '{\n  "id": "1"\n}' })
  expect(sentOf({ ...before, state: 'failed' }).label).toBe('Not sent')
  const sent = { ...before, url: 'https://books.example/hook', headers: { 'webhook-id': '1', 'content-type': 'application/json' } }
  expect(sentOf(sent)).toEqual({
    label: 'Sent',
    text: 'POST https://books.example/hook\nwebhook-id: 1\ncontent-type: application/json\n\n{\n  "id": "1"\n}',
  })
  expect(sentOf({ ...sent, url: null }).text).toMatch(/^webhook-id: 1\n/)
})

test('sends only changed fields, without the on/off state', () => {
  const shown = { ...webhook, name: 'Books', url: 'https://books.example/hook', happenings: [...webhookEventTypes] }
  const { name, url, happenings } = shown
  expect(changeOf(shown, { name, url, happenings })).toBeNull()
  expect(changeOf(shown, { name: 'Ledger', url, happenings })).toEqual({ name: 'Ledger' })
  expect(changeOf(shown, { name, url: 'https://ledger.example/', happenings: ['bill.paid'] })).toEqual({
    url: 'https://ledger.example/',
    happenings: ['bill.paid'],
  })
})
