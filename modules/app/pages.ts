import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import express, { type ErrorRequestHandler, type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import type { PayPageView } from '../../pay-widget/pay/view.ts'
import type { ProofPageView } from '../../pay-widget/proof/view.ts'
import type { ReceiptPageView } from '../../pay-widget/receipt/view.ts'
import { sendPdf } from '../../projections/paper/send-pdf.ts'
import type { Spoken } from '../../projections/paper/sheets.ts'
import type { ClaimPayment, WithdrawClaim } from '../bills/claims.ts'
import { Claim } from '../bills/contract.ts'
import type { Clock } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import { BillId, type NetworkId, type PaymentId } from '../kernel/ids.ts'
import { type PaperSize, paperSizes } from '../kernel/paper.ts'
import type { Sheet } from '../kernel/sheet.ts'
import type { Appended } from '../platform/event-store/event-store.ts'
import { compressed } from '../platform/http/compressed.ts'
import { allowPayment, allowScript, allowStripe, allowStyles, styleHash } from '../platform/http/content-security.ts'
import type { Costly } from '../platform/http/costly.ts'
import { keptAnswer } from '../platform/http/kept-answer.ts'
import { letterStyles } from '../platform/mail/letter.ts'
import { isAdminPath } from './admin-paths.ts'
import { form, isTooMany, languageOf, spokenIn, unlisted } from './drawn-pages.ts'
import { type FindPagesDependencies, mountFindPages } from './find-pages.ts'
import { mountReminderPages, type ReminderPagesDependencies } from './reminder-pages.ts'

type ReceiptView = Pick<ReceiptPageView, 'bill' | 'payment' | 'proof' | 'failed'> & Partial<Pick<ReceiptPageView, 'lang'>>

export type PagesDependencies = Readonly<{
  /** The folder of the built browser code. */
  dist: string
  now: Clock
  findBill: (id: BillId) => Promise<Readonly<{ bill: PayPageView['bill']; networkId: NetworkId }> | null>
  /** Where the proof of a payment is (R169). */
  proofOf: (networkId: NetworkId, payment: PaymentId) => string
  isProof: (token: string) => Promise<boolean>
  /** A bill on paper, as the holder of its link gets it. */
  findSheet: (id: BillId, spoken: Spoken) => Promise<Sheet | null>
  /** The receipt of one payment of a bill on paper. */
  findReceipt: (id: BillId, paymentId: string, spoken: Spoken) => Promise<Sheet | null>
  costly: Pick<Costly, 'pages' | 'papers' | 'texts'>
  claim: ClaimPayment
  claimLimits: readonly RequestHandler[]
  withdraw: WithdrawClaim
  /** Whether a token of a mail takes back the claim of a bill. */
  isTakeBack: (id: BillId, token: string) => Promise<boolean>
  settled: (appended: readonly Appended[]) => Promise<boolean>
  /** What takes cards and bank debits; null for nothing. */
  stripe: 'stripe' | 'stand-in' | null
  find: FindPagesDependencies['find']
  reminders: ReminderPagesDependencies['reminders']
  frame: FindPagesDependencies['frame']
  security: FindPagesDependencies['security']
}>

const SVG = 'image/svg+xml; charset=utf-8'
/** Express names the charset of text alone, and a drawing is XML. */
const nameCharset = (res: Response, file: string): void => {
  if (file.endsWith('.svg')) res.setHeader('Content-Type', SVG)
}

/** Where the sandbox serves its Stripe.js. */
const STAND_IN = '/sandbox/stripe/stripe.js'

type PayServer = {
  renderPayPage: (view: PayPageView) => string
  renderSheet: (sheet: Sheet) => string
  renderReceiptPage: (view: ReceiptPageView) => string
  renderProofPage: (view: ProofPageView) => string
  renderFindPage: FindPagesDependencies['render']
  renderRemindersPage: ReminderPagesDependencies['render']
}

const toKeep =
  (name: string): RequestHandler =>
  (_req, res, next) => {
    res.attachment(name)
    next()
  }

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const sizeOf = (req: Request): PaperSize => paperSizes.find((each) => each === req.query.size) ?? 'letter'

/** The key of a form, by which its repeat is known. */
const attemptOf = (req: Request): string | null => /^[\w-]{22}$/.exec(String((req.body as { attempt?: unknown } | undefined)?.attempt))?.[0] ?? null

/** The pages: the admin, the template, and the pay page, which the server draws so that it needs no script. */
export const mountPages = async (
  app: Express,
  {
    dist,
    now,
    findBill,
    findSheet,
    findReceipt,
    costly,
    proofOf,
    isProof,
    claim,
    claimLimits,
    withdraw,
    isTakeBack,
    settled,
    stripe,
    security,
    ...frames
  }: PagesDependencies,
): Promise<void> => {
  const built = (file: string) => path.join(dist, 'pay-widget', file)
  const drawing = (await import(built('server.mjs'))) as PayServer
  const { renderPayPage, renderSheet, renderReceiptPage, renderProofPage, renderFindPage } = drawing
  const manifest = JSON.parse(readFileSync(built('manifest.json'), 'utf8')) as Omit<PayPageView['assets'], 'styles'> & { printing: string }
  const at = (file: string) => `/pay-assets/${file}`
  const styles = readFileSync(built('pay.css'), 'utf8')
  const printing = readFileSync(built(manifest.printing), 'utf8').trim()
  const assets = { start: at(manifest.start), framed: at(manifest.framed), print: at(manifest.print), styles }

  // These pages hold their style sheet: most payors come once, on phones, and the first drawing need not wait for a second answer.
  const styleSource = styleHash(styles)
  app.use(['/pay', '/find', '/embed', '/proofs', '/reminders'], (_req, res, next) => {
    allowStyles(res, [styleSource])
    next()
  })

  const draw = async (
    req: Request,
    res: Response,
    inFrame: boolean,
    more: Partial<PayPageView> = {},
  ): Promise<Readonly<{ status: number; html: string }>> => {
    const id = BillId.safeParse(req.params.id)
    const base = {
      id: String(req.params.id),
      ...languageOf(req),
      step: inFrame || req.query.as === 'guest' ? 'guest' : 'choose',
      method: text(req.query.method),
      withdrawToken: null,
      problem: null,
      attempt: randomBytes(16).toString('base64url'),
      standIn: stripe === 'stand-in' ? STAND_IN : null,
      assets,
    } as const
    const framed = async (network: NetworkId | null) => (inFrame ? await frames.frame(req, res, network) : {})
    try {
      const found = id.success ? await findBill(id.data) : null
      const bill = found?.bill ?? null
      if (bill) allowScript(res, printing)
      const within = { ...(bill && { printing }), ...(await framed(found?.networkId ?? null)) }
      return { status: bill ? 200 : 404, html: renderPayPage({ ...base, bill, ...within, ...more }) }
    } catch (error) {
      res.locals.fault = error
      return { status: 503, html: renderPayPage({ ...base, bill: null, failed: true, ...(await framed(null)), ...more }) }
    }
  }

  const allowPaying: RequestHandler = (_req, res, next) => {
    if (stripe === 'stripe') allowStripe(res)
    if (stripe === 'stand-in') allowPayment(res, [])
    next()
  }

  /** A link that a browser has opened is answered with a page, not with the refusal of a call. */
  const tooMany: ErrorRequestHandler = (error, req, res, next) => {
    if (res.headersSent || !isTooMany(error, req, `${req.method.toLowerCase()} ${req.baseUrl}`, security)) return next(error)
    const view = { ...languageOf(req), path: req.originalUrl, askPath: req.originalUrl, network: null, contact: undefined, assets }
    allowStyles(res, [styleSource])
    res
      .status(429)
      .type('html')
      .send(renderFindPage({ ...view, shown: { step: 'slow-down' } }))
  }

  app.get('/pay/:id/bill.pdf', unlisted, costly.papers, async (req, res) => {
    const id = BillId.safeParse(req.params.id)
    const sheet = id.success ? await findSheet(id.data, spokenIn(req)) : null
    // Whoever has no such bill gets the page that says so.
    if (!sheet)
      return void res
        .status(404)
        .type('html')
        .send((await draw(req, res, false)).html)
    await sendPdf(res, [sheet], { name: sheet.code ? `bill-${sheet.code}` : 'bill', size: sizeOf(req), at: now(), opens: true })
  })

  // The page of a bill prints this sheet in its place.
  app.get('/pay/:id/sheet', unlisted, costly.pages, async (req, res) => {
    const id = BillId.safeParse(req.params.id)
    const sheet = id.success ? await findSheet(id.data, { language: languageOf(req).lang }) : null
    if (!sheet) return void res.status(404).end()
    res.type('html').send(renderSheet(sheet))
  })

  for (const [address, inFrame] of [
    ['/pay/:id', false],
    // The same page within a frame of a church's own site: nobody is signed in there, and no cookie is set or sent.
    ['/embed/pay/:id', true],
  ] as const) {
    app.get(address, unlisted, allowPaying, costly.pages, async (req, res) => {
      const { status, html } = await draw(req, res, inFrame)
      res.status(status).type('html').send(html)
    })

    const again = async (req: Request, res: Response, status: number, problem: PayPageView['problem']) => {
      const { paymentMethod } = (req.body ?? {}) as Record<string, unknown>
      const page = await draw(req, res, inFrame, { step: 'guest', method: text(paymentMethod), problem })
      res
        .status(page.status === 200 ? status : page.status)
        .type('html')
        .send(page.html)
    }
    const slowDown: ErrorRequestHandler = (error, req, res, next) => {
      if (!isTooMany(error, req, `post ${address}`, security)) return next(error)
      return again(req, res, 429, { code: error.code, message: error.message })
    }

    /** 'Mark as sent' without script. */
    app.post(
      address,
      unlisted,
      allowPaying,
      form,
      costly.pages,
      ...claimLimits,
      async (req: Request, res: Response) => {
        const body = (req.body ?? {}) as Record<string, unknown>
        const attempt = attemptOf(req)
        const asked = Claim.safeParse({ paymentMethod: body.paymentMethod })
        if (!asked.success || body.sent !== 'on')
          return asked.success
            ? again(req, res, 400, { code: 'box-unticked', message: 'Please tick the box once you have sent the payment.' })
            : again(req, res, 400, { code: 'invalid', message: 'Unknown payment method' })
        try {
          const by = { method: asked.data.paymentMethod, language: languageOf(req).lang }
          const { shown, withdrawToken } = await claim(String(req.params.id), by, {
            actor: 'guest',
            at: now(),
            // Sent twice before script runs, it is one claim, whose way back both answers show.
            cause: attempt ? `form/${attempt}` : req.id,
          })
          await settled(shown)
          const { status, html } = await draw(req, res, inFrame, { step: 'guest', method: asked.data.paymentMethod, withdrawToken })
          res.status(status).type('html').send(html)
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
          await again(req, res, error.reason === 'missing' ? 404 : 409, { code: error.code, message: error.message })
        }
      },
      slowDown,
    )
  }

  // A payor who said that they sent the money takes it back, by the link in the mail about it, with or without script.
  const takeBack = '/pay/:id/take-back/:token'
  const takeBackOf = async (req: Request): Promise<BillId | null> => {
    const id = BillId.safeParse(req.params.id)
    return id.success && (await isTakeBack(id.data, String(req.params.token))) ? id.data : null
  }
  app.get(takeBack, unlisted, allowPaying, costly.pages, async (req, res) => {
    const more = (await takeBackOf(req)) ? { takeBack: req.originalUrl } : {}
    const { status, html } = await draw(req, res, false, more)
    res.status(status).type('html').send(html)
  })
  app.post(takeBack, unlisted, form, ...claimLimits, async (req: Request, res: Response) => {
    const id = await takeBackOf(req)
    if (id) {
      const { shown } = await withdraw(id, { proof: null, owner: true }, { actor: 'guest', at: now(), cause: req.id })
      await settled(shown)
    }
    res.redirect(303, req.originalUrl)
  })

  const none = { bill: null, payment: null, proof: null }
  const sendReceipt = (req: Request, res: Response, status: number, view: ReceiptView) =>
    res
      .status(status)
      .type('html')
      .send(renderReceiptPage({ id: String(req.params.id), paymentId: String(req.params.paymentId), ...languageOf(req), assets, ...view }))
  app.get('/pay/:id/receipts/:paymentId', unlisted, costly.pages, async (req, res) => {
    const id = BillId.safeParse(req.params.id)
    const send = (status: number, view: ReceiptView) => sendReceipt(req, res, status, view)
    const { lang: spoken, langChosen } = languageOf(req)
    try {
      const found = id.success ? await findBill(id.data) : null
      if (!found?.bill) return send(404, none)
      const { bill, networkId } = found
      if (!('payments' in bill)) return send(200, { ...none, bill })
      // A payment of another bill is as absent as one that never was.
      const payment = bill.payments.find((each) => each.id === req.params.paymentId)
      if (!payment) return send(404, none)
      const lang = langChosen ? spoken : (payment.language ?? spoken)
      return send(200, { bill, payment, proof: proofOf(networkId, payment.id), lang })
    } catch (error) {
      res.locals.fault = error
      return send(503, { ...none, failed: true })
    }
  })
  app.get('/pay/:id/receipts/:paymentId/receipt.pdf', unlisted, costly.papers, async (req, res) => {
    const id = BillId.safeParse(req.params.id)
    const sheet = id.success ? await findReceipt(id.data, String(req.params.paymentId), spokenIn(req)) : null
    if (!sheet) return void sendReceipt(req, res, 404, none)
    const name = sheet.code ? `receipt-${sheet.code}` : 'receipt'
    await sendPdf(res, [sheet], { name, size: sizeOf(req), at: now(), opens: true })
  })

  const check = '/verify/proof.js'
  app.get('/proofs/:token', unlisted, costly.pages, async (req, res) => {
    const asked = String(req.params.token)
    const token = (await isProof(asked)) ? asked : null
    res
      .status(token === null ? 404 : 200)
      .type('html')
      .send(renderProofPage({ token, lang: languageOf(req).lang, check, assets }))
  })
  app.get(
    check,
    costly.texts,
    keptAnswer('js', () => readFileSync(path.join(dist, 'verify/proof.js'))),
  )

  // What churches paste into their sites. The newest of version 1 is asked for again within the hour; one with its whole version never changes.
  const widget = path.join(dist, 'pay-widget')
  const ofTag: RequestHandler = (req, res, next) => {
    res.setHeader('Access-Control-Allow-Origin', '*')
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    res.setHeader('Cache-Control', /^\/v1\.\d/.test(req.path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    next()
  }
  for (const file of [/^\/v1(?:\.\d+\.\d+)?\.js$/, '/v1.json'])
    app.get(file, ofTag, compressed(widget), express.static(widget, { index: false, cacheControl: false }))

  mountFindPages(app, { ...frames, security, assets, render: renderFindPage, turns: costly.pages })
  mountReminderPages(app, { ...frames, now, settled, security, assets, render: drawing.renderRemindersPage, turns: costly.pages })
  app.use(['/pay', '/embed/pay', '/proofs'], tooMany)

  const files = { index: false, setHeaders: nameCharset } as const
  const immutable = { ...files, immutable: true, maxAge: '365d' } as const
  app.use('/pay-assets', compressed(widget), express.static(widget, immutable))
  app.use('/templates', express.static(path.join(import.meta.dirname, '../members/templates'), files))

  const admin = path.join(dist, 'web-admin')
  // Browsers ask for it whatever a page says.
  app.get('/favicon.ico', (_req, res) => res.type(SVG).sendFile(path.join(admin, 'mark.svg')))
  // To be kept: a verifier that comes with the pack that it checks proves little.
  app.get(
    '/verify',
    costly.texts,
    toKeep('vestry-verify.html'),
    keptAnswer('html', () => readFileSync(path.join(dist, 'verify/vestry-verify.html'))),
  )
  // A client that names no wish gets the refusal of a call, as does a script.
  app.use('/verify', (error: unknown, req: Request, res: Response, next: NextFunction) =>
    req.accepts(['json', 'html']) === 'html' ? tooMany(error, req, res, next) : next(error),
  )
  app.use('/assets', compressed(path.join(admin, 'assets')), express.static(path.join(admin, 'assets'), immutable))
  app.use(express.static(admin, files))
  const [head = '', body = ''] = readFileSync(path.join(admin, 'index.html'), 'utf8').split('NONCE')
  const mails = ["'unsafe-hashes'", ...letterStyles.map(styleHash)]
  // The admin's one document draws every address without a file, also as a 404.
  app.get(/^\/(?!api\/|oauth\/|pay-assets\/|assets\/|templates\/)/, (req, res) => {
    res.setHeader('Cache-Control', 'no-cache')
    // A mailed link's token stays in the address bar: nothing that the page loads is told of it.
    if (req.query.token !== undefined) res.setHeader('Referrer-Policy', 'no-referrer')
    // A dialog's scroll lock is a style of its own; the preview of a mail inherits this policy.
    const nonce = randomBytes(16).toString('base64')
    allowStyles(res, [`'nonce-${nonce}'`, ...mails])
    res
      .status(isAdminPath(req.path) ? 200 : 404)
      .type('html')
      .send(head + nonce + body)
  })
}
