import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Request, RequestHandler } from 'express'

const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/**
 * In which encoding a client gets what lies compressed; null: as it is, and the request is then one that takes no encoding, so that `compression`
 * does not compress it anew for a client that takes deflate alone.
 */
export const storedEncoding = (req: Request): 'br' | 'gzip' | null => {
  for (const encoding of ['br', 'gzip'] as const) if (req.acceptsEncodings(encoding)) return encoding
  delete req.headers['accept-encoding']
  return null
}

/** Stands before what serves the folder: a file goes out as the build has compressed it, and no request waits for a compressor. */
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
