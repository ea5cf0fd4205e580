import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import express, { type ErrorRequestHandler, type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import type { PayPageView } from '../../pay-widget/pay/view.ts'
import type { ProofPageView } from '../../pay-widget/proof/view.ts'
import type { ReceiptPageView } from '../../pay-widget/receipt/view.ts'
import { sendPdf } from '../../projections/paper/send-pdf.ts'
import type { Spoken } from '../../projections/paper/sheets.ts'
import { BillId, type NetworkId, type PaymentId } from '../kernel/ids.ts'
import { allowStyles, styleHash } from '../platform/http/content-security.ts'
import { compressed, keptAnswer } from '../platform/http/kept-answer.ts'
import { letterStyles } from '../platform/mail/letter.ts'
import type { Sheet } from '../shared/sheet.ts'
import { isAdminPath } from './admin-paths.ts'
import { type AutopayPagesDependencies, mountAutopayPages } from './autopay-pages.ts'
import { type BillPagesDependencies, mountBillPages, sizeOf } from './bill-pages.ts'
import { isTooMany, languageOf, spokenIn, unlisted } from './drawn-pages.ts'
import { type FindPagesDependencies, mountFindPages } from './find-pages.ts'
import { mountReminderPages, type ReminderPagesDependencies } from './reminder-pages.ts'

type ReceiptView = Pick<ReceiptPageView, 'bill' | 'payment' | 'proof' | 'failed'> & Partial<Pick<ReceiptPageView, 'lang'>>

export type PagesDependencies = BillPagesDependencies &
  Readonly<{
    /** The folder of the built browser code. */
    dist: string
    /** The path of a payment's proof (R107). */
    proofOf: (networkId: NetworkId, payment: PaymentId) => string
    isProof: (token: string) => Promise<boolean>
    /** The printable receipt of one payment of a bill. */
    findReceipt: (id: BillId, paymentId: string, spoken: Spoken) => Promise<Sheet | null>
    find: FindPagesDependencies['find']
    reminders: ReminderPagesDependencies['reminders']
    autopay: AutopayPagesDependencies['autopay']
  }>

const SVG = 'image/svg+xml; charset=utf-8'
/** Express adds the charset only to text types, and an SVG file counts as XML. */
const nameCharset = (res: Response, file: string): void => {
  if (file.endsWith('.svg')) res.setHeader('Content-Type', SVG)
}

type PayServer = {
  renderPayPage: (view: PayPageView) => string
  renderSheet: (sheet: Sheet) => string
  renderReceiptPage: (view: ReceiptPageView) => string
  renderProofPage: (view: ProofPageView) => string
  renderFindPage: FindPagesDependencies['render']
  renderRemindersPage: ReminderPagesDependencies['render']
  renderAutopayPage: AutopayPagesDependencies['render']
}

const toKeep =
  (name: string): RequestHandler =>
  (_req, res, next) => {
    res.attachment(name)
    next()
  }

type Assets = PayPageView['assets']

/** The receipt of one payment, as a page and on paper. */
const mountReceipts = (
  app: Express,
  { now, findBill, findReceipt, costly, proofOf }: PagesDependencies,
  { renderReceiptPage, assets }: Pick<PayServer, 'renderReceiptPage'> & Readonly<{ assets: Assets }>,
): void => {
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
      // A payment of another bill gets the same answer as a payment that does not exist.
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
}

/** The page that proves a payment, and its script. */
const mountProofs = (
  app: Express,
  { dist, isProof, costly }: PagesDependencies,
  { renderProofPage, assets }: Pick<PayServer, 'renderProofPage'> & Readonly<{ assets: Assets }>,
): void => {
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
}

/**
 * The script that churches paste into their sites. Browsers ask again after an hour for the newest script of version 1;
 * the script of a full version number never changes.
 */
const mountTag = (app: Express, widget: string): void => {
  const ofTag: RequestHandler = (req, res, next) => {
    res.setHeader('Access-Control-Allow-Origin', '*')
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    res.setHeader('Cache-Control', /^\/v1\.\d/.test(req.path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    next()
  }
  for (const file of [/^\/v1(?:\.\d+\.\d+)?\.js$/, '/v1.json'])
    app.get(file, ofTag, compressed(widget), express.static(widget, { index: false, cacheControl: false }))
}

/** Offers the verifier as a file to keep: a verifier that comes with the pack it checks proves little. */
const mountVerifier = (app: Express, { dist, costly }: PagesDependencies, tooMany: ErrorRequestHandler): void => {
  app.get(
    '/verify',
    costly.texts,
    toKeep('vestry-verify.html'),
    keptAnswer('html', () => readFileSync(path.join(dist, 'verify/vestry-verify.html'))),
  )
  // Scripts, and clients without an Accept header, get the refusal as JSON, and browsers as a page.
  app.use('/verify', (error: unknown, req: Request, res: Response, next: NextFunction) =>
    req.accepts(['json', 'html']) === 'html' ? tooMany(error, req, res, next) : next(error),
  )
}

const FILES = { index: false, setHeaders: nameCharset } as const
const IMMUTABLE = { ...FILES, immutable: true, maxAge: '365d' } as const

/** The admin: its files, and one document for every address without a file. The document is also the body of a 404. */
const mountAdmin = (app: Express, admin: string): void => {
  // Browsers request this file without a link to it.
  app.get('/favicon.ico', (_req, res) => res.type(SVG).sendFile(path.join(admin, 'mark.svg')))
  app.use('/assets', compressed(path.join(admin, 'assets')), express.static(path.join(admin, 'assets'), IMMUTABLE))
  app.use(express.static(admin, FILES))
  const [head = '', body = ''] = readFileSync(path.join(admin, 'index.html'), 'utf8').split('NONCE')
  const mails = ["'unsafe-hashes'", ...letterStyles.map(styleHash)]
  app.get(/^\/(?!api\/|oauth\/|pay-assets\/|assets\/|templates\/)/, (req, res) => {
    res.setHeader('Cache-Control', 'no-cache')
    // A mailed link's token stays in the address bar, so no request of the page may send it as a referrer.
    if (req.query.token !== undefined) res.setHeader('Referrer-Policy', 'no-referrer')
    // The nonce allows the style that a dialog's scroll lock adds; the hashes allow the styles of a mail's preview,
    // which inherits this policy.
    const nonce = randomBytes(16).toString('base64')
    allowStyles(res, [`'nonce-${nonce}'`, ...mails])
    res
      .status(isAdminPath(req.path) ? 200 : 404)
      .type('html')
      .send(head + nonce + body)
  })
}

/** The pages: the admin, the template, and the pay page, which the server draws so that it needs no script. */
export const mountPages = async (app: Express, dependencies: PagesDependencies): Promise<void> => {
  const { dist, now, costly, settled, security, find, frame, reminders, autopay } = dependencies
  const widget = path.join(dist, 'pay-widget')
  const built = (file: string) => path.join(widget, file)
  const drawing = (await import(built('server.mjs'))) as PayServer
  const manifest = JSON.parse(readFileSync(built('manifest.json'), 'utf8')) as Omit<PayPageView['assets'], 'styles'> & { printing: string }
  const at = (file: string) => `/pay-assets/${file}`
  const styles = readFileSync(built('pay.css'), 'utf8')
  const printing = readFileSync(built(manifest.printing), 'utf8').trim()
  const assets = { start: at(manifest.start), framed: at(manifest.framed), print: at(manifest.print), styles }

  // The style sheet is part of these pages, so that the first paint waits for no second answer: most payors come once,
  // on phones.
  const styleSource = styleHash(styles)
  app.use(['/pay', '/find', '/embed', '/proofs', '/reminders', '/autopay'], (_req, res, next) => {
    allowStyles(res, [styleSource])
    next()
  })

  /** A link opened in a browser is answered with a page, not with the refusal of a call. */
  const tooMany: ErrorRequestHandler = (error, req, res, next) => {
    if (res.headersSent || !isTooMany(error, req, `${req.method.toLowerCase()} ${req.baseUrl}`, security)) return next(error)
    const view = { ...languageOf(req), path: req.originalUrl, askPath: req.originalUrl, network: null, contact: undefined, assets }
    allowStyles(res, [styleSource])
    res
      .status(429)
      .type('html')
      .send(drawing.renderFindPage({ ...view, shown: { step: 'slow-down' } }))
  }

  const drawn = { ...drawing, assets, printing }
  mountBillPages(app, dependencies, drawn)
  mountReceipts(app, dependencies, drawn)
  mountProofs(app, dependencies, drawn)
  mountTag(app, widget)
  mountFindPages(app, { find, frame, security, assets, render: drawing.renderFindPage, turns: costly.pages })
  mountAutopayPages(app, { autopay, now, settled, security, assets, render: drawing.renderAutopayPage, turns: costly.pages })
  mountReminderPages(app, { reminders, now, settled, security, assets, render: drawing.renderRemindersPage, turns: costly.pages })
  app.use(['/pay', '/embed/pay', '/proofs'], tooMany)

  app.use('/pay-assets', compressed(widget), express.static(widget, IMMUTABLE))
  app.use('/templates', express.static(path.join(import.meta.dirname, '../payors/templates'), FILES))
  mountVerifier(app, dependencies, tooMany)
  mountAdmin(app, path.join(dist, 'web-admin'))
}
