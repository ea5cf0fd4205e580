import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { DomainError } from '../../kernel/errors.ts'

const MAX_BYTES = 1024 * 1024
const MAX_AGE_SECONDS = 300

const refused = () => new DomainError('invalid', 'signature-invalid', 'The signature is missing, wrong or too old.')

/** The raw body, a megabyte at most: the signature covers these bytes. */
export const bytesOf = async (req: Request): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new DomainError('too-large', 'too-large', 'The request is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`. For callers of a webhook, and for tests. */
export const signatureOf = (secret: string, body: string | Buffer, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`

/**
 * The JSON body of a webhook, read raw and verified against its signature, which may be five minutes old. Without a
 * secret, every request is refused. A request without a signature is refused before its body is read.
 */
export const signedBody = async (req: Request, header: string, secret: string | undefined, nowSeconds: number): Promise<unknown> => {
  const given = req.get(header) ?? ''
  const seconds = Number(/^t=([1-9]\d{0,11}),v1=[\da-f]{64}$/.exec(given)?.[1] ?? Number.NaN)
  if (!secret || !(Math.abs(nowSeconds - seconds) <= MAX_AGE_SECONDS)) throw refused()
  const body = await bytesOf(req)
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(signatureOf(secret, body, seconds)))) throw refused()
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new DomainError('invalid', 'invalid', 'The request is not valid JSON.')
  }
}
