import { CircleAlert, CircleCheck, CirclePause, Clock } from 'lucide-react'
import type { Delivery, DeliveryDetails, NewWebhook, Problem, Webhook, WebhookChange, WebhookEventType } from '../../modules/webhooks/contract.ts'
import { TEST, webhookEvents, webhookEventTypes } from '../../modules/webhooks/values.ts'
import { formatDayOf, formatMinuteOf } from '../domain/api/network-clock.ts'
import type { BadgeContent } from '../ui/badge.tsx'

type Group = Readonly<{ label: string; types: readonly WebhookEventType[] }>

const groupLabels = {
  bill: 'Bills',
  plan: 'Payment plans',
  payment: 'Payments',
  remittance: 'Remittances',
  deposit: 'Deposits',
  credit: 'Credit',
  payor: 'Payors',
  program: 'Programs',
  campaign: 'Campaigns',
  journal: 'Journal',
} as const

/** The types of webhook events, grouped by their subject. */
export const groups: readonly Group[] = Object.entries(groupLabels).map(([prefix, label]) => ({
  label,
  types: webhookEventTypes.filter((type) => type.startsWith(`${prefix}.`)),
}))

export const meaningOf = (type: Delivery['type']): string => (type === TEST ? 'A test' : webhookEvents[type])

/** The webhook events that a webhook receives; named if there are at most two. */
export const eventsWords = ({ happenings: types }: Pick<Webhook, 'happenings'>): string =>
  types.length === webhookEventTypes.length ? 'Everything' : types.length <= 2 ? types.join(', ') : `${types.length} kinds of events`

export const badgeOfWebhook = ({ isOn, failingSince }: Pick<Webhook, 'isOn' | 'failingSince'>): BadgeContent => {
  if (!isOn) return ['Off', 'archived', CirclePause]
  return failingSince === null ? ['On', 'paid', CircleCheck] : ['Failing', 'overdue', CircleAlert]
}

/** A webhook's state in words; null if it is off and there is nothing to explain. */
export const stateWords = ({ isOn, offBecause, failingSince, deliveredAt }: Webhook): string | null => {
  if (!isOn && offBecause === 'gone') return 'Its server answered that the address is gone'
  if (!isOn && offBecause === 'failing') return 'Every delivery failed for three days'
  if (!isOn) return null
  if (failingSince !== null) return `Every delivery has failed since ${formatMinuteOf(failingSince)}`
  return deliveredAt === null ? 'Nothing sent yet' : `Last delivered on ${formatDayOf(deliveredAt)}`
}

/** Until when the previous secret also signs; null if it no longer signs. */
export const earlierWords = ({ earlierSecretUntil }: Pick<Webhook, 'earlierSecretUntil'>, now: string): string | null =>
  earlierSecretUntil === null || earlierSecretUntil <= now ? null : `The previous secret also signs until ${formatMinuteOf(earlierSecretUntil)}`

export const badgeOfDelivery = ({ state, tries }: Pick<Delivery, 'state' | 'tries'>): BadgeContent => {
  if (state === 'delivered') return ['Delivered', 'paid', CircleCheck]
  if (state === 'failed') return ['Failed', 'overdue', CircleAlert]
  return tries === 0 ? ['Waiting', 'neutral', Clock] : ['Trying again', 'pending', Clock]
}

const problems: Record<Problem, string> = {
  status: 'It was rejected',
  redirect: 'The answer was a redirect, which is not followed',
  timeout: 'No answer within ten seconds',
  'no-host': 'No server has this name',
  'not-public': 'The address is not public, so nothing is sent to it',
  'no-connection': 'No connection could be made, or it broke',
  tls: 'The certificate or the encryption is invalid',
  off: 'The webhook was turned off first',
}

/** The result of the last try and the time of the next one: 'Answered 500. It was rejected'. */
export const outcomeWords = ({ status, problem, nextTryAt, state }: Pick<Delivery, 'status' | 'problem' | 'nextTryAt' | 'state'>): string => {
  const answered = status === null ? [] : [`Answered ${status}`]
  const wrong = problem === null ? [] : [problems[problem]]
  const next = state === 'waiting' && nextTryAt !== null && problem !== null ? [`Next try ${formatMinuteOf(nextTryAt)}`] : []
  return [...answered, ...wrong, ...next].join('. ')
}

/** '1 try, 0.2 s'. */
export const triesWords = ({ tries, tookMs }: Pick<Delivery, 'tries' | 'tookMs'>): string => {
  const tried = `${tries} ${tries === 1 ? 'try' : 'tries'}`
  return tookMs === null ? tried : `${tried}, the last took ${tookMs < 1_000 ? `${tookMs} ms` : `${(tookMs / 1_000).toFixed(1)} s`}`
}

type Sent = Pick<DeliveryDetails, 'url' | 'headers' | 'body' | 'state'>

/** The sent request; only the body if the request was not sent. */
export const sentOf = ({ url, headers, body, state }: Sent): Readonly<{ label: string; text: string }> => {
  const content = JSON.stringify(JSON.parse(body), null, 2)
  if (headers === null) return { label: state === 'waiting' ? 'Not sent yet' : 'Not sent', text: content }
  const to = url === null ? [] : [`POST ${url}`]
  return { label: 'Sent', text: [...to, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', content].join('\n') }
}

/**
 * Only the fields that the user changed, so that another person's changes of other fields are kept; null if nothing has
 * changed.
 */
export const changeOf = (shown: NewWebhook, { name, url, happenings: types }: NewWebhook): WebhookChange | null => {
  const change: WebhookChange = {
    ...(name === shown.name ? {} : { name }),
    ...(url === shown.url ? {} : { url }),
    ...(types.join() === shown.happenings.join() ? {} : { happenings: types }),
  }
  return Object.keys(change).length === 0 ? null : change
}

/** Example code that verifies a webhook event. */
export const verifying = `import { Webhook } from 'standardwebhooks' // npm install standardwebhooks

// The raw body, before it is parsed.
app.post('/hook', express.raw({ type: 'application/json' }), (req, res) => {
  const event = new Webhook(process.env.WEBHOOK_SECRET).verify(req.body.toString(), req.headers)
  if (isNew(event.id)) remember(event) // an event may arrive twice
  res.sendStatus(204)
})`
