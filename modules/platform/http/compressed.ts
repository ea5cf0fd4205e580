import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Request, RequestHandler } from 'express'

const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/**
 * The stored encoding to send; null for an uncompressed file. In that case Accept-Encoding is removed, so that `compression` does not compress the
 * file for a client that accepts deflate only.
 */
export const storedEncoding = (req: Request): 'br' | 'gzip' | null => {
  for (const encoding of ['br', 'gzip'] as const) if (req.acceptsEncodings(encoding)) return encoding
  delete req.headers['accept-encoding']
  return null
}

/** Serves the files that the build has compressed; mount it before the static folder. No request then waits for a compressor. */
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
