import { replay } from '../kernel/decider.ts'
import type { NameOf, Notice } from '../platform/mail/letter.ts'
import type { HeldWebhook } from './access.ts'
import { networkDecider } from './decider.ts'
import type { NetworkEvent } from './events.ts'
import { isWebhookEvent } from './webhooks.ts'

const PAGE = { label: 'Look at the webhooks', path: '/settings/webhooks' } as const

type NoticeText = readonly [subject: string, text: string]

/** The notice of an event; null for a change that does not affect where data goes. */
const noticeTextOf = (event: NetworkEvent, before: HeldWebhook | undefined, after: HeldWebhook, who: string): NoticeText | null => {
  const { name, url } = after
  const called = `the webhook "${name}"`
  const host = new URL(url).host
  switch (event.type) {
    case 'WebhookMade':
      return ['was made', `${who} has made ${called}. From now on ${host} is told of what happens: which bill, how much and when, without names.`]
    case 'WebhookChanged':
      return before && before.url === url ? null : ['has a new address', `${who} has moved ${called} to ${host}.`]
    case 'WebhookSecretReplaced':
      return ['has a new secret', `${who} has given ${called} a new secret. The previous secret also signs for another 24 hours.`]
    case 'WebhookTurnedOff':
      return event.data.because === 'gone'
        ? ['was turned off', `${host} has answered that it is gone for good (410), so ${called} was turned off.`]
        : [
            'was turned off',
            `${host} has accepted nothing for three days, so ${called} was turned off. Once it is on again, you can resend the events that failed.`,
          ]
    case 'WebhookRemoved':
      return ['was removed', `${who} has removed ${called}. No more events are sent to ${host}.`]
    default:
      return null
  }
}

/** The notice to every Admin about a changed webhook (R34). */
export const noticeOfWebhooks = async (events: readonly NetworkEvent[], actor: string, nameOf: NameOf): Promise<Notice | null> => {
  const event = events.at(-1)
  const network = replay(networkDecider, events)
  if (!event || !isWebhookEvent(event) || !network) return null
  const { webhookId, networkId } = event.data
  const after = network.webhooks.get(webhookId)
  const before = replay(networkDecider, events.slice(0, -1))?.webhooks.get(webhookId)
  const found = after && noticeTextOf(event, before, after, await nameOf(actor))
  if (!found) return null
  const [done, text] = found
  return { networkId, subject: `The webhook "${after.name}" of ${network.settings.name} ${done}`, text, page: PAGE }
}
