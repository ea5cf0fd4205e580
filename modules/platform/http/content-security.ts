import { createHash } from 'node:crypto'
import type { Response } from 'express'

const HEADER = 'Content-Security-Policy'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
/** The policy source that allows exactly this style sheet or attribute. */
export const styleHash = hashOf

type Directive = 'script-src' | 'style-src' | 'frame-src' | 'connect-src'

/** Changes single directives in the policy of one answer. */
const change = (res: Response, by: (policy: Map<string, readonly string[]>) => void): void => {
  const policy = new Map<string, readonly string[]>()
  for (const directive of String(res.getHeader(HEADER)).split(';')) {
    const [name = '', ...sources] = directive.trim().split(' ')
    policy.set(name, sources)
  }
  by(policy)
  res.setHeader(HEADER, [...policy].map(([name, sources]) => [name, ...sources].join(' ')).join(';'))
}

/** Widens the policy of one page; a missing directive starts from default-src. */
const allow = (res: Response, more: Partial<Record<Directive, readonly string[]>>): void =>
  change(res, (policy) => {
    for (const [name, sources] of Object.entries(more)) policy.set(name, [...(policy.get(name) ?? ["'self'"]), ...sources])
  })

/** Allows inline styles on one page, by a nonce or by their hashes. */
export const allowStyles = (res: Response, sources: readonly string[]): void => allow(res, { 'style-src': sources })

/** Allows exactly this inline script on one page. */
export const allowScript = (res: Response, script: string): void => allow(res, { 'script-src': [hashOf(script)] })

const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com']

/**
 * Allows Stripe.js on one page, with its frames and calls (docs.stripe.com/security/guide#content-security-policy) and
 * its wallets.
 */
export const allowStripe = (res: Response): void => {
  allow(res, { 'script-src': STRIPE_JS, 'frame-src': [...STRIPE_JS, 'https://hooks.stripe.com'], 'connect-src': ['https://api.stripe.com'] })
  allowPayment(res, STRIPE_JS)
  // Wallets and banks answer from their own windows to the frame that opened them.
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
}

/** Allows one page, and frames of these origins on it, to use the browser's Payment Request. */
export const allowPayment = (res: Response, origins: readonly string[]): void => {
  res.setHeader('Permissions-Policy', `payment=(${['self', ...origins.map((origin) => `"${origin}"`)].join(' ')})`)
}

/** Allows only these sites and our own origin to frame the page (R86). frame-ancestors replaces X-Frame-Options. */
export const allowFraming = (res: Response, origins: readonly string[]): void => {
  change(res, (policy) => policy.set('frame-ancestors', ["'self'", ...origins]))
  res.removeHeader('X-Frame-Options')
}
