import express, { type Request, type RequestHandler } from 'express'

/** For the pages of payors, which the server draws: they are not indexed, kept, or passed on as a referrer. */
export const unlisted: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Robots-Tag', 'noindex')
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('Cache-Control', 'no-store')
  next()
}

/** The body of a page's own form, sent without script. */
export const form = express.urlencoded({ extended: false, limit: '10kb' })

export const languageOf = (req: Request): Readonly<{ lang: 'en' | 'es'; langChosen: boolean }> => {
  const { lang } = req.query
  if (lang === 'en' || lang === 'es') return { lang, langChosen: true }
  return { lang: req.acceptsLanguages('en', 'es') === 'es' ? 'es' : 'en', langChosen: false }
}
