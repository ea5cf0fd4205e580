import type { OutgoingCall } from '../platform/http/openapi.ts'
import { bodyOf, type WebhookEventType, webhookEventData } from './contract.ts'
import { signedHeaders } from './signature.ts'
import { webhookEvents, webhookEventTypes } from './values.ts'

const headers = Object.keys(signedHeaders([], '', 0, ''))

const callOf = (type: WebhookEventType): OutgoingCall => ({
  name: type,
  summary: webhookEvents[type],
  description:
    'Signed as Standard Webhooks specifies. Answer with any 2xx status within ten seconds; anything else is tried again for about three days.',
  headers,
  body: bodyOf(type, webhookEventData[type]),
})

export const publishedWebhookEvents = (): readonly OutgoingCall[] => webhookEventTypes.map(callOf)
