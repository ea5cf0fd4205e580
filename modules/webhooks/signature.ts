import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

const signature = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(content)
    .digest('base64')}`

/**
 * The headers of a message as Standard Webhooks defines them, with a signature for each secret. `timestamp`: Unix time
 * in seconds.
 */
export const signedHeaders = (secrets: readonly string[], id: string, timestamp: number, body: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => signature(secret, `${id}.${timestamp}.${body}`)).join(' '),
})
