import type { NetworkEvent } from '../networks/events.ts'
import type { Job } from '../platform/jobs.ts'
import type { Process } from '../platform/process.ts'

/** What waits for a webhook that an Admin has turned off fails; of one that was removed nothing is left. */
export const clearWebhooksThatAreOff: Process = {
  name: 'clear-webhooks-that-are-off',
  categories: ['network'],
  fromNowOn: true,
  jobsFor: (events) =>
    events.flatMap((recorded): Job[] => {
      const { type, data } = recorded as unknown as NetworkEvent
      if (type !== 'WebhookRemoved' && !(type === 'WebhookChanged' && !data.isOn)) return []
      const { webhookId } = data
      return [{ task: 'deliver-webhook', payload: { webhookId }, key: `clear/${webhookId}` }]
    }),
}
