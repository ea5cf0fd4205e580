import type { NetworkId } from '../kernel/ids.ts'
import { postOutward } from '../platform/http/post-outward.ts'
import { publicAddresses } from '../platform/http/public-address.ts'
import type { Crew } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { Process } from '../platform/process.ts'
import { clearWebhooksThatAreOff } from './clear-webhooks-that-are-off.ts'
import { type DeliverDependencies, deliverTasks } from './deliver.ts'
import { openDeliveries } from './deliveries.ts'
import { deliveryRoutes } from './routes.ts'
import { type SendDependencies, sendTasks, sendWebhookEvents } from './send-webhook-events.ts'
import { type WebhookEventsDependencies, webhookEventsAt } from './webhook-events.ts'

const BY_HAND = { name: 'webhooks-by-hand', max: 120, seconds: 3_600 } as const

/** The workers that send deliveries. Mostly they wait for other servers, so they need little processor time. */
export const deliverers: Crew = { tasks: ['deliver-webhook'], atOnce: 12 }

export type WebhooksNeeds = Platform &
  Pick<WebhookEventsDependencies, 'billAround'> &
  Pick<SendDependencies, 'listening' | 'networksKnown'> &
  Pick<DeliverDependencies, 'webhookById'> &
  Readonly<{ turnWebhookOff: DeliverDependencies['turnOff'] }>

export const webhookProcesses: readonly Process[] = [sendWebhookEvents, clearWebhooksThatAreOff]

/**
 * Webhook events for a network's own software, and the log of their deliveries. modules/networks makes and changes the
 * webhooks.
 */
export const openWebhooks = (needs: WebhooksNeeds) => {
  const { config, pool, keys, take, turnWebhookOff } = needs
  const deliveries = openDeliveries(pool)
  return {
    routes: deliveryRoutes({ ...needs, deliveries, takeByHand: (networkId: NetworkId, res) => take(BY_HAND, networkId, res) }),
    tasks: {
      ...sendTasks({ ...needs, webhookEventsAt: webhookEventsAt(needs), addDeliveries: deliveries.add }),
      ...deliverTasks({
        ...needs,
        deliveries,
        secretOf: keys.webhookSecret,
        post: postOutward(publicAddresses(config.sandbox)),
        turnOff: turnWebhookOff,
      }),
    },
  }
}
