import { isDeepStrictEqual } from 'node:util'
import { type Instant, instantOf } from '../kernel/dates.ts'
import { invalid, missing, refused } from '../kernel/errors.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { OffBecause, WebhookChange } from '../webhooks/contract.ts'
import { EARLIER_SECRET_HOURS, WEBHOOKS_MAX } from '../webhooks/values.ts'
import { type By, type Existing, type HeldWebhook, mayTouch } from './access.ts'
import type { NetworkEvent, WebhookTerms } from './events.ts'

/** Turns a webhook off after failures, if it still has the failed address. */
export type TurnWebhookOff = Readonly<{
  type: 'TurnWebhookOff'
  networkId: NetworkId
  webhookId: string
  url: string
  because: OffBecause
  at: Instant
}>

export type WebhookCommand =
  | ({ type: 'MakeWebhook'; webhookId: string; keyVersion: number } & WebhookTerms & By)
  /** Fields that are missing in the change keep their values. */
  | ({ type: 'ChangeWebhook'; webhookId: string; change: WebhookChange } & By)
  | ({ type: 'ReplaceWebhookSecret'; webhookId: string; keyVersion: number } & By)
  | ({ type: 'RemoveWebhook'; webhookId: string } & By)
  | TurnWebhookOff

const HOUR_MS = 3_600_000
/** A webhook has no end: an Admin who makes or changes one must have access without an end (R31). */
const FOR_GOOD = [{ expiresAt: null }]

/**
 * The webhook with this id.
 * @throws DomainError 404 if it is unknown or was removed
 */
const held = ({ webhooks }: Existing, webhookId: string): HeldWebhook => {
  const webhook = webhooks.get(webhookId)
  if (!webhook || webhook.removed) throw missing('Webhook')
  return webhook
}

/** A secret replaced at `at` signs beside the new one until this moment. */
export const earlierUntil = (at: Instant): Instant => instantOf(Date.parse(at) + EARLIER_SECRET_HOURS * HOUR_MS)

const mayBeCalled = ({ webhooks }: Existing, name: string, own: string): void => {
  const others = [...webhooks].filter(([id, { removed }]) => id !== own && !removed)
  if (others.some(([, other]) => other.name.toLowerCase() === name.toLowerCase())) throw invalid('name', 'Another webhook has this name')
}

const termsOf = ({ name, url, happenings }: WebhookTerms): WebhookTerms => ({ name, url, happenings })

export const decideWebhooks = (command: WebhookCommand, network: Existing): NetworkEvent[] => {
  const { networkId, webhookId, at } = command
  switch (command.type) {
    case 'MakeWebhook': {
      if (network.webhooks.has(webhookId)) return []
      mayTouch(network, command, FOR_GOOD)
      mayBeCalled(network, command.name, webhookId)
      if ([...network.webhooks.values()].filter(({ removed }) => !removed).length >= WEBHOOKS_MAX)
        throw refused('too-many-webhooks', `A network can have at most ${WEBHOOKS_MAX} webhooks. First remove one that is no longer used.`)
      return [{ type: 'WebhookMade', data: { networkId, webhookId, ...termsOf(command), keyVersion: command.keyVersion } }]
    }
    case 'ChangeWebhook': {
      const webhook = held(network, webhookId)
      mayTouch(network, command, FOR_GOOD)
      const { name = webhook.name, url = webhook.url, happenings = webhook.happenings, isOn = webhook.isOn } = command.change
      mayBeCalled(network, name, webhookId)
      const terms = { name, url, happenings }
      if (isOn === webhook.isOn && isDeepStrictEqual(terms, termsOf(webhook))) return []
      return [{ type: 'WebhookChanged', data: { networkId, webhookId, ...terms, isOn } }]
    }
    case 'ReplaceWebhookSecret': {
      const webhook = held(network, webhookId)
      mayTouch(network, command, FOR_GOOD)
      const until = earlierUntil(at)
      return webhook.earlierUntil === until
        ? []
        : [{ type: 'WebhookSecretReplaced', data: { networkId, webhookId, earlierUntil: until, keyVersion: command.keyVersion } }]
    }
    case 'RemoveWebhook': {
      const webhook = network.webhooks.get(webhookId)
      if (!webhook) throw missing('Webhook')
      // Removing a webhook grants nothing, so any Admin may.
      mayTouch(network, command, [])
      return webhook.removed ? [] : [{ type: 'WebhookRemoved', data: { networkId, webhookId } }]
    }
    case 'TurnWebhookOff': {
      const webhook = network.webhooks.get(webhookId)
      const { because, url } = command
      return webhook?.isOn && !webhook.removed && webhook.url === url ? [{ type: 'WebhookTurnedOff', data: { networkId, webhookId, because } }] : []
    }
  }
}

type WebhookEvent = Extract<NetworkEvent, { type: `Webhook${string}` }>
export const isWebhookEvent = (event: NetworkEvent): event is WebhookEvent => event.type.startsWith('Webhook')
