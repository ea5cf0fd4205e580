import { createHash } from 'node:crypto'
import type { Response } from 'express'

const HEADER = 'Content-Security-Policy'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
/** The policy source that allows exactly this style sheet or attribute. */
export const styleHash = hashOf

type Directive = 'script-src' | 'style-src' | 'frame-src' | 'connect-src'

/** Changes the policy of one answer, directive by directive. */
const change = (res: Response, by: (policy: Map<string, readonly string[]>) => void): void => {
  const policy = new Map<string, readonly string[]>()
  for (const directive of String(res.getHeader(HEADER)).split(';')) {
    const [name = '', ...sources] = directive.trim().split(' ')
    policy.set(name, sources)
  }
  by(policy)
  res.setHeader(HEADER, [...policy].map(([name, sources]) => [name, ...sources].join(' ')).join(';'))
}

/** Widens the policy of one page; a directive that the policy lacks starts with what default-src allows. */
const allow = (res: Response, more: Partial<Record<Directive, readonly string[]>>): void =>
  change(res, (policy) => {
    for (const [name, sources] of Object.entries(more)) policy.set(name, [...(policy.get(name) ?? ["'self'"]), ...sources])
  })

/** Allows one page inline styles, by a nonce or by their hashes. */
export const allowStyles = (res: Response, sources: readonly string[]): void => allow(res, { 'style-src': sources })

/** Allows one page exactly this inline script. */
export const allowScript = (res: Response, script: string): void => allow(res, { 'script-src': [hashOf(script)] })

const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** Allows one page Stripe.js, what it frames and calls (docs.stripe.com/security/guide#content-security-policy), and wallets within it. */
export const allowStripe = (res: Response): void => {
  allow(res, { 'script-src': STRIPE_JS, 'frame-src': [...STRIPE_JS, 'https://hooks.stripe.com'], 'connect-src': ['https://api.stripe.com'] })
  allowPayment(res, STRIPE_JS)
  // Wallets and banks answer from windows of their own to the frame that opened them.
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
}

/** Allows one page, and those that it frames from these origins, to ask the browser for a payment. */
export const allowPayment = (res: Response, origins: readonly string[]): void => {
  res.setHeader('Permissions-Policy', `payment=(${['self', ...origins.map((origin) => `"${origin}"`)].join(' ')})`)
}

/** Lets these sites and the own origin frame one page, and no other (R154). frame-ancestors stands in for X-Frame-Options. */
export const allowFraming = (res: Response, origins: readonly string[]): void => {
  change(res, (policy) => policy.set('frame-ancestors', ["'self'", ...origins]))
  res.removeHeader('X-Frame-Options')
}
