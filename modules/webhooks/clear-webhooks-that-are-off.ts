import { networkEvents } from '../networks/events.ts'
import type { Job } from '../platform/jobs.ts'
import { reaction } from '../platform/process.ts'

/** Fails pending deliveries of a webhook that is turned off; deletes all of a removed one. */
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
