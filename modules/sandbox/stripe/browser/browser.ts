import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Router } from 'express'
import { TEST_ROUTING_NUMBER, testBanks } from '../test-numbers.ts'
import { spanish } from './spanish.ts'

const FOLDER = join(import.meta.dirname)
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')

/**
 * The frame's Content-Security-Policy: only its own script and style; any page may frame it, as with Stripe's. `origin`
 * is named, since in WebKit 'self' matches nothing for a page with an opaque origin.
 */
const policyOf = (nonce: string, origin: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self' ${origin}; form-action 'none'; base-uri 'none'`

const SPANISH = JSON.stringify(spanish)

const frame = (nonce: string, style: string, script: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Secure payment input frame</title><style nonce="${nonce}">${style}</style></head>
<body><script nonce="${nonce}">const TEST_BANKS = ${JSON.stringify(testBanks)}, TEST_ROUTING_NUMBER = '${TEST_ROUTING_NUMBER}', SPANISH = ${SPANISH}
${script}</script></body></html>`

/** Serves Stripe.js and the frame for what payors type. The frame's origin is opaque, so that no page can read it. */
export const browserParts = (router: Router, origin: () => string): void => {
  const stripe = read('stripe.js').replace('SPANISH_WORDS', () => SPANISH)
  const parts = { stripe, frame: read('frame.js'), style: read('frame.css') }
  router.get('/stripe.js', (_req, res) => void res.setHeader('Cache-Control', 'no-cache').type('text/javascript').send(parts.stripe))
  router.get('/frame', (_req, res) => {
    const nonce = randomBytes(16).toString('base64')
    res.removeHeader('X-Frame-Options')
    // A page with an opaque origin cannot have an agent cluster, and browsers would warn.
    res.removeHeader('Origin-Agent-Cluster')
    res.setHeader('Content-Security-Policy', policyOf(nonce, origin()))
    res.setHeader('Cache-Control', 'no-store')
    res.type('html').send(frame(nonce, parts.style, parts.frame))
  })
}
