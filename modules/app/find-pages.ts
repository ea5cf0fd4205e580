import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'
import type { FindPageView, FindStep, Typed } from '../../pay-widget/find/view.ts'
import type { Embed, Framing } from '../embed/module.ts'
import { BillOnPaper, FindRequest, type KnownNetwork } from '../find-bills/contract.ts'
import type { FindBills } from '../find-bills/module.ts'
import { cutText } from '../kernel/cut-text.ts'
import { Unavailable } from '../platform/event-store/event-store.ts'
import { cookieOf } from '../platform/http/headers.ts'
import { isConnectionFault } from '../platform/postgres/postgres-faults.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { form, isTooMany, languageOf, unlisted } from './drawn-pages.ts'

export type FindPagesDependencies = Readonly<{
  find: FindBills
  frame: Embed['frame']
  security: Pick<SecurityLog, 'note'>
  assets: FindPageView['assets']
  render: (view: FindPageView) => string
  /** Queues the requests of one IP address. */
  turns: RequestHandler
}>

const ASK = '/find/:network'
const FRAMED = '/embed/find/:network'
const LINK = '/find/:network/:token'
const COOKIE = 'vestry-find'

const statuses: Partial<Record<FindStep['step'], number>> = { over: 404, unknown: 404, 'slow-down': 429, failed: 503 }

const LONGEST = 254

const typedIn = ({ body }: Request): Typed => {
  const typed = (name: keyof Typed): string => {
    const value: unknown = (body as Record<string, unknown> | undefined)?.[name]
    return typeof value === 'string' ? cutText(value, LONGEST) : ''
  }
  return { email: typed('email'), code: typed('code'), name: typed('name') }
}

const answers = ({ find, frame, security, assets, render }: FindPagesDependencies) => {
  const draw = (req: Request, res: Response, network: KnownNetwork | null, shown: FindStep, status = statuses[shown.step] ?? 200): void => {
    const named = `/find/${encodeURIComponent(String(req.params.network))}`
    const framing = framingIn(res)
    const askPath = framing ? `/embed${named}` : named
    const path = req.params.token === undefined ? askPath : `${askPath}/${encodeURIComponent(String(req.params.token))}`
    const html = render({ ...languageOf(req), path, askPath, network: network?.name ?? null, contact: network?.contact, shown, assets, ...framing })
    res.status(status).type('html').send(html)
  }

  /** Looks up the network that an address names, once per answer. */
  const networkIn = async (req: Request, res: Response): Promise<KnownNetwork | null> => {
    if (res.locals.network === undefined) res.locals.network = await find.networkNamed(String(req.params.network))
    return res.locals.network
  }

  /** Draws a page of the network that the address names; if there is no such network, a page that says so. */
  const page =
    (shownOf: (req: Request, network: KnownNetwork) => Promise<FindStep>): RequestHandler =>
    async (req, res) => {
      const network = await networkIn(req, res)
      if (!network) return draw(req, res, null, { step: 'unknown' })
      const shown = await shownOf(req, network)
      draw(req, res, network, shown)
    }

  /** Allows the network's sites to frame the page. */
  const framed: RequestHandler = async (req, res, next) => {
    const network = await networkIn(req, res)
    if (network) res.locals.framing = await frame(req, res, network.id)
    next()
  }
  const framingIn = (res: Response): Framing | null => res.locals.framing ?? null

  const ask: RequestHandler = async (req, res) => {
    const network = await networkIn(req, res)
    if (!network) return draw(req, res, null, { step: 'unknown' })
    const request = FindRequest.safeParse({ ...(req.body as object | undefined), network: network.id })
    if (!request.success) return wrong(req, res, network, 'email', 400)
    await find.ask(request.data)
    const answer = new URL(req.originalUrl, 'http://here')
    answer.searchParams.set('asked', '1')
    res.redirect(303, answer.pathname + answer.search)
  }

  /**
   * Answers with the form again, filled with its values. The browser may keep this answer: without it, Back from the
   * bill would ask to send the form again.
   */
  const wrong = (req: Request, res: Response, network: KnownNetwork, form: 'email' | 'printed', status: number): void => {
    res.setHeader('Cache-Control', 'private, no-cache')
    draw(req, res, network, { step: 'ask', wrong: form, ...typedIn(req) }, status)
  }

  /** Opens the pay page of a printed bill; if the form is in a frame, the pay page opens in that frame. */
  const openPrinted: RequestHandler = async (req, res, next) => {
    const network = await networkIn(req, res)
    const printed = BillOnPaper.safeParse(req.body)
    const bill = network && printed.success ? await find.printed(network.id, printed.data) : null
    const { search } = new URL(req.originalUrl, 'http://here')
    // In a frame the page then scrolls its head into view (pay-widget/embed/in-frame.ts).
    if (bill) return res.redirect(303, framingIn(res) ? `/embed/pay/${bill}${search}#opened` : `/pay/${bill}${search}`)
    if (!network) return next()
    wrong(req, res, network, 'printed', 404)
  }

  const open = page(async (req, { id }) => {
    const found = await find.look(id, String(req.params.token), cookieOf(req, COOKIE))
    if (!found) return { step: 'over' }
    return found === 'link' ? { step: 'link' } : { step: 'list', ...found }
  })

  /**
   * Uses up the link, which opens the list to this browser, and redirects, so that Back and reload send no form again.
   */
  const use: RequestHandler = async (req, res, next) => {
    const network = await networkIn(req, res)
    if (!network) return next()
    const secret = await find.use(network.id, String(req.params.token))
    if (secret) res.cookie(COOKIE, secret, find.cookie(new URL(req.originalUrl, 'http://here').pathname))
    res.redirect(303, req.originalUrl)
  }

  /** Copies the network from the path to the body, since the limits count requests by the network in the body. */
  const named: RequestHandler = (req, _res, next) => {
    req.body = { ...(req.body as object | undefined), network: req.params.network }
    next()
  }

  const problems: ErrorRequestHandler = (error, req, res, next) => {
    if (isTooMany(error, req, `${req.method.toLowerCase()} ${String(req.route?.path)}`, security)) return draw(req, res, null, { step: 'slow-down' })
    if (!(error instanceof Unavailable) && !isConnectionFault(error)) return next(error)
    res.locals.fault = error
    draw(req, res, null, { step: 'failed' })
  }

  return { page, framed, ask, openPrinted, open, use, named, problems }
}

/** The pages on which payors without a link find their bills (R97): forms that the server draws, and no script. */
export const mountFindPages = (app: Express, dependencies: FindPagesDependencies): void => {
  const { find, turns } = dependencies
  const { page, framed, ask, openPrinted, open, use, named, problems } = answers(dependencies)
  for (const [address, first] of [
    [ASK, [unlisted, turns]],
    [FRAMED, [unlisted, turns, framed]],
  ] as const) {
    app.get(
      address,
      ...first,
      page(async ({ query }) => (query.asked === '1' ? { step: 'asked' } : { step: 'ask', wrong: null, email: '', code: '', name: '' })),
      problems,
    )
    const isPrinted = (req: Request) => (req.body as { code?: unknown } | undefined)?.code !== undefined
    const ifPrinted = (handlers: readonly RequestHandler[], wanted: boolean) =>
      handlers.map(
        (handle): RequestHandler =>
          (req, res, next) =>
            isPrinted(req) === wanted ? handle(req, res, next) : next(),
      )
    app.post(
      address,
      ...first,
      form,
      named,
      ...ifPrinted([...find.printedLimits, openPrinted], true),
      ...ifPrinted(find.askLimits, false),
      ask,
      problems,
    )
  }
  app.get(LINK, unlisted, turns, ...find.linkLimits, open, problems)
  app.post(LINK, unlisted, turns, ...find.linkLimits, use, open, problems)
}
