import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { RequestHandler } from 'express'

/** Stands before what serves the folder: whoever takes brotli gets the file as the build has compressed it, and no request waits for a compressor. */
export const compressed = (folder: string): RequestHandler => {
  const files = new Set(readdirSync(folder).filter((file) => file.endsWith('.br')))
  return (req, res, next) => {
    const file = `${req.path.slice(1)}.br`
    if (files.has(file)) {
      res.vary('Accept-Encoding')
      if (req.acceptsEncodings('br')) {
        res.type(path.extname(req.path)).setHeader('Content-Encoding', 'br')
        req.url = `/${file}`
      }
    }
    next()
  }
}
