import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RequestHandler } from 'express'
import { storedEncoding } from './compressed.ts'

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/**
 * Serves a text that stays the same until the next start. It is made and compressed once, for the first request, so that repeating a large one costs
 * no more than sending it. Answers 304 to a client that has it.
 */
export const keptAnswer = (type: string, make: () => string | Buffer): RequestHandler => {
  const prepare = async () => {
    const plain = Buffer.from(make())
    const [br, gz] = await Promise.all([brotli(plain, QUALITY), gzipped(plain, { level: 9 })])
    return { plain, br, gzip: gz, etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"` }
  }
  let kept: ReturnType<typeof prepare> | undefined
  return async (req, res) => {
    kept ??= prepare()
    const { etag, plain, ...compressed } = await kept
    res.vary('Accept-Encoding').type(type).set({ ETag: etag, 'Cache-Control': 'no-cache' })
    if (req.fresh) return void res.status(304).end()
    const encoding = storedEncoding(req)
    const body = encoding ? compressed[encoding] : plain
    if (encoding) res.set('Content-Encoding', encoding)
    res.set('Content-Length', String(body.length)).end(body)
  }
}
