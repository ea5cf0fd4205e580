import type { z } from 'zod'
import { apiUrl } from './address.ts'
import { exchange, json, send as request } from './client.ts'

/** A resource with the ETag of the state that was read. */
export type Versioned<Value> = { value: Value; etag: string | null }

const send = async <Value>(path: string, schema: z.ZodType<Value>, init: Parameters<typeof request>[1]): Promise<Versioned<Value>> => {
  const { response, data } = await exchange(() => request(apiUrl(path), init), json)
  return { value: schema.parse(data), etag: response.headers.get('etag') }
}

export const getVersioned = <Value>(path: string, schema: z.ZodType<Value>, signal: AbortSignal) => send(path, schema, { headers: {}, signal })

const change = <Value>(
  method: 'PUT' | 'POST',
  path: string,
  body: unknown,
  schema: z.ZodType<Value>,
  etag: string | null,
  more: Record<string, string> = {},
) =>
  send(path, schema, {
    method,
    headers: { 'content-type': 'application/json', ...(etag === null ? {} : { 'if-match': etag }), ...more },
    body: JSON.stringify(body),
  })

/** Refused with 412 when somebody else has changed it since. */
export const putVersioned = <Value>(path: string, body: unknown, schema: z.ZodType<Value>, etag: string | null) =>
  change('PUT', path, body, schema, etag)

/** The same for what adds to a resource: with one key for all tries (useAttempt) it is added once. */
export const postVersioned = <Value>(path: string, body: unknown, schema: z.ZodType<Value>, etag: string | null, idempotencyKey: string) =>
  change('POST', path, body, schema, etag, { 'idempotency-key': idempotencyKey })
