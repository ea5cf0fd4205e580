import { createHash } from 'node:crypto'
import type { Response } from 'express'

const HEADER = 'Content-Security-Policy'
const FROM_FILES = "style-src 'self'"

/** The policy source that allows exactly this style sheet or attribute. */
export const styleHash = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Allows one page inline styles, by a nonce or by their hashes. */
export const allowStyles = (res: Response, sources: readonly string[]): void => {
  res.setHeader(HEADER, String(res.getHeader(HEADER)).replace(FROM_FILES, [FROM_FILES, ...sources].join(' ')))
}
