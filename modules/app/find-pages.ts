import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'
import type { FindPageView, FindStep } from '../../pay-widget/find/view.ts'
import type { Embed, Framing } from '../embed/module.ts'
import { FindRequest, type KnownNetwork } from '../find-bills/contract.ts'
import type { FindBills } from '../find-bills/module.ts'
import { DomainError } from '../kernel/errors.ts'
import { Unavailable } from '../platform/event-store/event-store.ts'
import { isConnectionFault } from '../platform/postgres/postgres-faults.ts'
import { labelRoute, type SecurityLog } from '../platform/security-log.ts'
import { form, languageOf, unlisted } from './drawn-pages.ts'

export type FindPagesDependencies = Readonly<{
  find: FindBills
  frame: Embed['frame']
  security: Pick<SecurityLog, 'note'>
  assets: FindPageView['assets']
  render: (view: FindPageView) => string
}>

const ASK = '/find/:network'
const FRAMED = '/embed/find/:network'
const LINK = '/find/:network/:token'

const statuses: Partial<Record<FindStep['step'], number>> = { over: 404, unknown: 404, 'slow-down': 429, failed: 503 }

/** The pages on which payors without a link find their bills (R153): forms that the server draws, and no script. */
export const mountFindPages = (app: Express, { find, frame, security, assets, render }: FindPagesDependencies): void => {
  const draw = (req: Request, res: Response, network: string | null, shown: FindStep, status = statuses[shown.step] ?? 200): void => {
    const named = `/find/${encodeURIComponent(String(req.params.network))}`
    const framing = framingIn(res)
    const askPath = framing ? `/embed${named}` : named
    const path = req.params.token === undefined ? askPath : `${askPath}/${encodeURIComponent(String(req.params.token))}`
    const html = render({ ...languageOf(req), path, askPath, network, shown, assets, ...framing })
    res.status(status).type('html').send(html)
  }

  /** The network that an address names, looked up once for an answer. */
  const networkIn = async (req: Request, res: Response): Promise<KnownNetwork | null> => {
    if (res.locals.network === undefined) res.locals.network = await find.networkNamed(String(req.params.network))
    return res.locals.network
  }

  /** What a page shows of a network that there is; of another one, that there is none. */
  const page =
    (shownOf: (req: Request, network: KnownNetwork) => Promise<FindStep>): RequestHandler =>
    async (req, res) => {
      const network = await networkIn(req, res)
      if (!network) return draw(req, res, null, { step: 'unknown' })
      const shown = await shownOf(req, network)
      draw(req, res, network.name, shown, shown.step === 'ask' && shown.invalid ? 400 : undefined)
    }

  /** The page within a frame of the network's own sites. */
  const framed: RequestHandler = async (req, res, next) => {
    const network = await networkIn(req, res)
    if (network) res.locals.framing = await frame(req, res, network.id)
    next()
  }
  const framingIn = (res: Response): Framing | null => res.locals.framing ?? null

  const ask = page(async (req, network) => {
    const { email } = (req.body ?? {}) as { email?: unknown }
    const request = FindRequest.safeParse({ network: network.id, email })
    if (!request.success) return { step: 'ask', email: typeof email === 'string' ? email.slice(0, 254) : '', invalid: true }
    await find.ask(request.data)
    return { step: 'asked' }
  })

  const open = page(async ({ params }, { id }) => ((await find.isOpen(id, String(params.token))) ? { step: 'link' } : { step: 'over' }))

  const use = page(async ({ params }, { id }) => {
    const owed = await find.show(id, String(params.token))
    return owed ? { step: 'list', bills: owed.data, total: owed.pagination.totalItems } : { step: 'over' }
  })

  /** Limits count by the network that a body names. */
  const named: RequestHandler = (req, _res, next) => {
    req.body = { ...(req.body as object | undefined), network: req.params.network }
    next()
  }

  const problems: ErrorRequestHandler = (error, req, res, next) => {
    if (error instanceof DomainError && error.reason === 'too-many') {
      labelRoute(req, `${req.method.toLowerCase()} ${String(req.route?.path)}`)
      security.note('limit', req, { user: null, code: error.code })
      return draw(req, res, null, { step: 'slow-down' })
    }
    if (!(error instanceof Unavailable) && !isConnectionFault(error)) return next(error)
    res.locals.fault = error
    draw(req, res, null, { step: 'failed' })
  }

  for (const [address, first] of [
    [ASK, [unlisted]],
    [FRAMED, [unlisted, framed]],
  ] as const) {
    app.get(
      address,
      ...first,
      page(async () => ({ step: 'ask', email: '', invalid: false })),
      problems,
    )
    app.post(address, ...first, form, named, ...find.askLimits, ask, problems)
  }
  app.get(LINK, unlisted, ...find.linkLimits, open, problems)
  app.post(LINK, unlisted, ...find.linkLimits, use, problems)
}
