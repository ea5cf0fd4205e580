import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

const signature = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(content)
    .digest('base64')}`

/** The headers of a message according to Standard Webhooks, signed with each secret. `timestamp`: in Unix seconds. */
export const signedHeaders = (secrets: readonly string[], id: string, timestamp: number, body: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => signature(secret, `${id}.${timestamp}.${body}`)).join(' '),
})
