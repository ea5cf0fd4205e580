import { expect, test } from 'vitest'
import { instantOf } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { memoryEventStore } from '../platform/event-store/memory.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { networkStream } from './events.ts'
import { webhookTurnOff } from './webhook-routes.ts'

test('does not turn off a webhook for failures of its former address', async () => {
  const store = memoryEventStore()
  const [networkId, webhookId] = ['network' as NetworkId, 'webhook']
  const circumstances: Circumstances = { actor: 'system:webhooks', at: instantOf(0), cause: 'test' }
  const terms = { name: 'Ledger', url: 'https://new.example/', happenings: ['bill.paid'] }
  const named = { networkId, name: 'Synod', slug: 'synod', description: null, timeZone: 'UTC', reminderDays: [0], createdBy: 'ada' }
  const events = [
    { type: 'NetworkCreated', data: named },
    { type: 'WebhookMade', data: { networkId, webhookId, ...terms, secretNumber: 0 } },
  ]
  await store.append(networkStream(networkId), eventsFor(networkStream(networkId), 0, events as never, circumstances), 'none')
  // Nobody is invited in this test, so nothing needs to be sealed.
  const turnOff = webhookTurnOff({ store, personal: { openAll: async () => [], sealAll: async () => [] } as Partial<PersonalData> as PersonalData })
  const off = (url: string) => turnOff({ networkId, webhookId, url, because: 'gone' }, circumstances)
  expect(await off('https://old.example/')).toEqual([])
  expect(await off('https://new.example/')).toHaveLength(1)
  expect(await off('https://new.example/')).toEqual([])
})
