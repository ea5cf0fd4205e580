import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, RequestHandler } from 'express'

const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/**
 * The stored encoding to send; null for an uncompressed file. In that case Accept-Encoding is removed, so that
 * `compression` does not compress the file for a client that accepts deflate only.
 */
const storedEncoding = (req: Request): 'br' | 'gzip' | null => {
  for (const encoding of ['br', 'gzip'] as const) if (req.acceptsEncodings(encoding)) return encoding
  delete req.headers['accept-encoding']
  return null
}

/**
 * Serves the files that the build has compressed; mount it before the static folder. No request then waits for a
 * compressor.
 */
export const compressed = (folder: string): RequestHandler => {
  const files = new Set(readdirSync(folder).filter((file) => file.endsWith(SUFFIXES.gzip)))
  return (req, res, next) => {
    if (!files.has(req.path.slice(1) + SUFFIXES.gzip)) return next()
    res.vary('Accept-Encoding')
    const encoding = storedEncoding(req)
    if (encoding) {
      res.type(path.extname(req.path)).setHeader('Content-Encoding', encoding)
      req.url = `${req.path}${SUFFIXES[encoding]}`
    }
    next()
  }
}

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/**
 * Serves a text that stays the same until the next start. The text is made and compressed once, for the first request;
 * each later answer costs no more than sending the text. Answers 304 to a client that has it.
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
