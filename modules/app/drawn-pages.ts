import express, { type Request, type RequestHandler } from 'express'
import type { Spoken } from '../../projections/paper/sheets.ts'
import { DomainError } from '../kernel/errors.ts'
import { labelRoute, type SecurityLog } from '../platform/security-log.ts'

/** For payors' pages, which the server draws: they are not indexed, cached, or sent as a referrer. */
export const unlisted: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Robots-Tag', 'noindex')
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('Cache-Control', 'no-store')
  next()
}

/** The body of a page's form, sent without script. */
export const form = express.urlencoded({ extended: false, limit: '10kb' })

export const languageOf = (req: Request): Readonly<{ lang: 'en' | 'es'; langChosen: boolean }> => {
  const { lang } = req.query
  if (lang === 'en' || lang === 'es') return { lang, langChosen: true }
  return { lang: req.acceptsLanguages('en', 'es') === 'es' ? 'es' : 'en', langChosen: false }
}

/** The language of a PDF: the one that the visitor has chosen, else the payment's, else the browser's. */
export const spokenIn = (req: Request): Spoken => {
  const { lang, langChosen } = languageOf(req)
  return langChosen ? { language: lang } : { otherwise: lang }
}

/**
 * True if a page was requested too often. The security log then names `route`, since a page has no declared call to
 * name.
 */
export const isTooMany = (error: unknown, req: Request, route: string, security: Pick<SecurityLog, 'note'>): error is DomainError => {
  if (!(error instanceof DomainError) || error.reason !== 'too-many') return false
  labelRoute(req, route)
  security.note('limit', req, { user: null, code: error.code })
  return true
}
