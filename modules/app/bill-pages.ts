import { randomBytes } from 'node:crypto'
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'
import type { PayPageView } from '../../pay-widget/pay/view.ts'
import { sendPdf } from '../../projections/paper/send-pdf.ts'
import type { Spoken } from '../../projections/paper/sheets.ts'
import type { ClaimPayment } from '../bills/claims.ts'
import { Claim } from '../bills/contract.ts'
import type { TakeBackClaim } from '../bills/several-claims.ts'
import type { Clock } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import { BillId, type NetworkId } from '../kernel/ids.ts'
import type { Appended } from '../platform/event-store/event-store.ts'
import { allowPayment, allowScript, allowStripe } from '../platform/http/content-security.ts'
import type { Costly } from '../platform/http/turns.ts'
import { type PaperSize, paperSizes } from '../shared/paper.ts'
import type { Sheet } from '../shared/sheet.ts'
import { form, isTooMany, languageOf, spokenIn, unlisted } from './drawn-pages.ts'
import type { FindPagesDependencies } from './find-pages.ts'

export type BillPagesDependencies = Readonly<{
  now: Clock
  findBill: (id: BillId) => Promise<Readonly<{ bill: PayPageView['bill']; networkId: NetworkId }> | null>
  /** The printable bill, for anyone with its link. */
  findSheet: (id: BillId, spoken: Spoken) => Promise<Sheet | null>
  costly: Pick<Costly, 'pages' | 'papers' | 'texts'>
  claim: ClaimPayment
  claimLimits: readonly RequestHandler[]
  takeBack: TakeBackClaim
  /** True if the mailed token may withdraw the claim of this bill. */
  isTakeBack: (id: BillId, token: string) => Promise<boolean>
  settled: (appended: readonly Appended[]) => Promise<boolean>
  /** The processor of cards and bank debits; null if none is set up. */
  stripe: 'stripe' | 'stand-in' | null
  frame: FindPagesDependencies['frame']
  security: FindPagesDependencies['security']
}>

type Drawing = Readonly<{
  assets: PayPageView['assets']
  /** The script that prints the page, allowed by the page's policy. */
  printing: string
  renderPayPage: (view: PayPageView) => string
  renderSheet: (sheet: Sheet) => string
}>
type Draw = (req: Request, res: Response, inFrame: boolean, more?: Partial<PayPageView>) => Promise<Readonly<{ status: number; html: string }>>

/** The path at which the sandbox serves its Stripe.js. */
const STAND_IN = '/sandbox/stripe/stripe.js'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const sizeOf = (req: Request): PaperSize => paperSizes.find((each) => each === req.query.size) ?? 'letter'

/** The idempotency key of a form. */
const attemptOf = (req: Request): string | null => /^[\w-]{22}$/.exec(String((req.body as { attempt?: unknown } | undefined)?.attempt))?.[0] ?? null

/** Draws the page of the bill that the address names. */
const drawer = ({ findBill, frame, stripe }: BillPagesDependencies, { assets, printing, renderPayPage }: Drawing): Draw => {
  return async (req, res, inFrame, more = {}) => {
    const id = BillId.safeParse(req.params.id)
    const base = {
      id: String(req.params.id),
      ...languageOf(req),
      step: inFrame || req.query.as === 'guest' ? 'guest' : 'choose',
      method: text(req.query.method),
      whole: req.query.pays === 'all',
      list: text(req.query.list),
      withdrawToken: null,
      problem: null,
      attempt: randomBytes(16).toString('base64url'),
      standIn: stripe === 'stand-in' ? STAND_IN : null,
      assets,
    } as const
    const framed = async (network: NetworkId | null) => (inFrame ? await frame(req, res, network) : {})
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
}

const allowPaying =
  (stripe: BillPagesDependencies['stripe']): RequestHandler =>
  (_req, res, next) => {
    if (stripe === 'stripe') allowStripe(res)
    if (stripe === 'stand-in') allowPayment(res, [])
    next()
  }

/** Mounts the page of a bill at an address, and its form 'Mark as sent' for browsers without script. */
const mountBillPage = (
  app: Express,
  { now, costly, claim, claimLimits, settled, stripe, security }: BillPagesDependencies,
  draw: Draw,
  { address, inFrame }: Readonly<{ address: string; inFrame: boolean }>,
): void => {
  app.get(address, unlisted, allowPaying(stripe), costly.pages, async (req, res) => {
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

  app.post(
    address,
    unlisted,
    allowPaying(stripe),
    form,
    costly.pages,
    ...claimLimits,
    async (req: Request, res: Response) => {
      const body = (req.body ?? {}) as Record<string, unknown>
      const attempt = attemptOf(req)
      const asked = Claim.safeParse({ paymentMethod: body.paymentMethod, pays: body.pays })
      if (!asked.success || body.sent !== 'on')
        return asked.success
          ? again(req, res, 400, { code: 'box-unticked', message: 'Please tick the box once you have sent the payment.' })
          : again(req, res, 400, { code: 'invalid', message: 'Unknown payment method' })
      try {
        const by = { method: asked.data.paymentMethod, whole: asked.data.pays === 'all', language: languageOf(req).lang }
        const { shown, withdrawToken } = await claim(String(req.params.id), by, {
          actor: 'guest',
          at: now(),
          // A form sent twice makes a single claim, and each answer shows the link that withdraws the claim.
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

/** Withdraws a claim by the link in the mail about it, with or without script. */
const mountTakeBack = (
  app: Express,
  { now, costly, claimLimits, takeBack, isTakeBack, settled, stripe }: BillPagesDependencies,
  draw: Draw,
): void => {
  const address = '/pay/:id/take-back/:token'
  const takeBackOf = async (req: Request): Promise<BillId | null> => {
    const id = BillId.safeParse(req.params.id)
    return id.success && (await isTakeBack(id.data, String(req.params.token))) ? id.data : null
  }
  app.get(address, unlisted, allowPaying(stripe), costly.pages, async (req, res) => {
    const more = (await takeBackOf(req)) ? { takeBack: req.originalUrl } : {}
    const { status, html } = await draw(req, res, false, more)
    res.status(status).type('html').send(html)
  })
  app.post(address, unlisted, form, ...claimLimits, async (req: Request, res: Response) => {
    const id = await takeBackOf(req)
    if (id) {
      await settled(await takeBack(id, { actor: 'guest', at: now(), cause: req.id }))
    }
    res.redirect(303, req.originalUrl)
  })
}

/** A bill's sheet: a PDF to keep, and the HTML that the bill's page prints in place of itself. */
const mountPaper = (app: Express, { now, costly, findSheet }: BillPagesDependencies, draw: Draw, { renderSheet }: Drawing): void => {
  app.get('/pay/:id/bill.pdf', unlisted, costly.papers, async (req, res) => {
    const id = BillId.safeParse(req.params.id)
    const sheet = id.success ? await findSheet(id.data, spokenIn(req)) : null
    // An unknown bill gets a page that says so.
    if (!sheet)
      return void res
        .status(404)
        .type('html')
        .send((await draw(req, res, false)).html)
    await sendPdf(res, [sheet], { name: sheet.code ? `bill-${sheet.code}` : 'bill', size: sizeOf(req), at: now(), opens: true })
  })

  // The page of a bill prints this sheet, and not itself.
  app.get('/pay/:id/sheet', unlisted, costly.pages, async (req, res) => {
    const id = BillId.safeParse(req.params.id)
    const sheet = id.success ? await findSheet(id.data, { language: languageOf(req).lang }) : null
    if (!sheet) return void res.status(404).end()
    res.type('html').send(renderSheet(sheet))
  })
}

export const mountBillPages = (app: Express, dependencies: BillPagesDependencies, drawing: Drawing): void => {
  const draw = drawer(dependencies, drawing)
  mountPaper(app, dependencies, draw, drawing)
  mountBillPage(app, dependencies, draw, { address: '/pay/:id', inFrame: false })
  // The same page within a frame on a church's site: nobody is signed in there, and no cookie is set or sent.
  mountBillPage(app, dependencies, draw, { address: '/embed/pay/:id', inFrame: true })
  mountTakeBack(app, dependencies, draw)
}
