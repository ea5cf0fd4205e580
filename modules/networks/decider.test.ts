import { expect, test } from 'vitest'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { scenario } from '../kernel/scenario.ts'
import { memoryEventStore } from '../platform/event-store.memory.ts'
import { networkDecider } from './decider.ts'
import { reserveSlug, slugOf } from './slugs.ts'

const networkId = 'network' as NetworkId
const by = 'ada' as UserId

test('a network is created once, with its maker as its Admin', () => {
  scenario(networkDecider)()
    .when({ type: 'CreateNetwork', networkId, name: 'Synod', slug: 'synod', description: null, by })
    .then(
      {
        type: 'NetworkCreated',
        data: {
          networkId,
          name: 'Synod',
          slug: 'synod',
          description: null,
          timeZone: 'America/New_York',
          reminderDays: [-7, 0, 3, 10, 30],
          createdBy: by,
        },
      },
      { type: 'NetworkRoleGranted', data: { networkId, userId: by, role: 'Admin' } },
    )
})

test.each([
  ['Synod of the Plains', 'synod-of-the-plains'],
  ['  Iglesia de Jesús — Perú! ', 'iglesia-de-jesus-peru'],
  ['教会', 'network'],
  [`${'a'.repeat(47)} b`, 'a'.repeat(47)],
])('the slug of %j is %s', (name, slug) => expect(slugOf(name)).toBe(slug))

test('networks of one name get different slugs, a repeat the same one', async () => {
  const store = memoryEventStore()
  const reserve = (network: string, cause: string) =>
    reserveSlug(store, 'Synod', network, { actor: 'user:ada', at: '2026-01-01T00:00:00.000Z' as never, cause })
  expect(await reserve('first', 'a')).toBe('synod')
  expect(await reserve('second', 'b')).toBe('synod-2')
  expect(await reserve('first', 'a')).toBe('synod')
  await store.close()
})
