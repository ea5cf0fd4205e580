import { apiUrl, exchange, json, send as request, trusted } from './client.ts'

/** A resource with the ETag of the version read. */
export type Versioned<Value> = { value: Value; etag: string | null }

const send = async <Value>(path: string, init: Parameters<typeof request>[1]): Promise<Versioned<Value>> => {
  const { response, data } = await exchange(() => request(apiUrl(path), init), json)
  return { value: trusted(response.status, data), etag: response.headers.get('etag') }
}

export const getVersioned = <Value>(path: string, signal: AbortSignal) => send<Value>(path, { headers: {}, signal })

const change = <Value>(method: 'PUT' | 'POST', path: string, body: unknown, etag: string | null, more: Record<string, string> = {}) =>
  send<Value>(path, {
    method,
    headers: { 'content-type': 'application/json', ...(etag === null ? {} : { 'if-match': etag }), ...more },
    body: JSON.stringify(body),
  })

/** Sends a change, which is refused with 412 if the resource has changed since it was read. */
export const putVersioned = <Value>(path: string, body: unknown, etag: string | null) => change<Value>('PUT', path, body, etag)

/** Like putVersioned, for commands that add something. The idempotency key (useAttempt) is the same for all tries. */
export const postVersioned = <Value>(path: string, body: unknown, etag: string | null, idempotencyKey: string) =>
  change<Value>('POST', path, body, etag, { 'idempotency-key': idempotencyKey })
