import { networkEvents } from '../networks/events.ts'
import type { Job } from '../platform/jobs.ts'
import { reaction } from '../platform/process.ts'

/** When a webhook is turned off, its pending deliveries fail. When it is removed, all its deliveries are deleted. */
export const clearWebhooksThatAreOff = reaction(networkEvents, {
  name: 'clear-webhooks-that-are-off',
  categories: ['network'],
  fromNowOn: true,
  reactsTo: ['WebhookRemoved', 'WebhookChanged'],
  jobsFor: (events) =>
    events.flatMap(({ type, data }): Job[] => {
      if (type === 'WebhookChanged' && data.isOn) return []
      const { webhookId } = data
      return [{ task: 'deliver-webhook', payload: { webhookId }, key: `clear/${webhookId}` }]
    }),
})
