import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'
import type { MailedPageView } from '../../pay-widget/mailed/view.ts'
import type { Contact } from '../kernel/contact.ts'
import type { Clock } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import { type Appended, Unavailable } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import { isConnectionFault } from '../platform/postgres/postgres-faults.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { form, isTooMany, languageOf, unlisted } from './drawn-pages.ts'

export type MailedPageDependencies<Step> = Readonly<{
  now: Clock
  settled: (appended: readonly Appended[]) => Promise<boolean>
  security: Pick<SecurityLog, 'note'>
  assets: MailedPageView<Step>['assets']
  render: (view: MailedPageView<Step>) => string
  /** Queues the requests of one IP address. */
  turns: RequestHandler
}>

type MailedPage<Step> = Readonly<{
  /** The page is at `/{name}/{token}`. */
  name: string
  limits: readonly RequestHandler[]
  /** The status of an answer with this step; 200 if it has none. */
  statuses?: Readonly<Record<string, number>>
  /** @throws DomainError 404 for a forged link */
  look: (token: string, req: Request) => Promise<Readonly<{ shown: Step; network: string; contact: Contact }>>
  /** Does what the form asks. Returns the parameters of the page that is shown next. */
  choose: (
    token: string,
    body: Readonly<Record<string, unknown>>,
    circumstances: Circumstances,
  ) => Promise<Readonly<{ appended: readonly Appended[]; next: Readonly<Record<string, string>> }>>
}>

/** Mounts a page behind a mailed link: a form that the server draws, without script. Opening it changes nothing. */
export const mountMailedPage = <Step extends { step: string }>(
  app: Express,
  { name, limits, statuses = {}, look, choose }: MailedPage<Step>,
  { now, settled, security, assets, render, turns }: MailedPageDependencies<Step>,
): void => {
  const page = `/${name}/:token`
  const statusOf: Readonly<Record<string, number>> = { invalid: 404, 'slow-down': 429, failed: 503, ...statuses }
  const tokenOf = (req: Request): string => String(req.params.token)
  const pathOf = (req: Request): string => `/${name}/${encodeURIComponent(tokenOf(req))}`
  type Shown = MailedPageView<Step>['shown']
  type Whose = Readonly<{ network: string | null; contact?: Contact }>
  const draw = (req: Request, res: Response, shown: Shown, whose: Whose = { network: null }): void => {
    const html = render({ ...languageOf(req), path: pathOf(req), shown, assets, ...whose })
    res
      .status(statusOf[shown.step] ?? 200)
      .type('html')
      .send(html)
  }

  const show: RequestHandler = async (req, res) => {
    const { shown, ...whose } = await look(tokenOf(req), req)
    draw(req, res, shown, whose)
  }

  const change: RequestHandler = async (req, res) => {
    const { appended, next } = await choose(tokenOf(req), req.body ?? {}, { actor: 'guest', at: now(), cause: req.id })
    await settled(appended)
    // Redirects, so that Back and reload send no form again.
    const { searchParams } = new URL(req.originalUrl, 'http://here')
    for (const [key, value] of Object.entries(next)) searchParams.set(key, value)
    res.redirect(303, `${pathOf(req)}?${searchParams}`)
  }

  const problems: ErrorRequestHandler = (error, req, res, next) => {
    if (isTooMany(error, req, `${req.method.toLowerCase()} ${page}`, security)) return draw(req, res, { step: 'slow-down' })
    if (error instanceof DomainError && error.reason === 'missing') return draw(req, res, { step: 'invalid' })
    if (!(error instanceof Unavailable) && !isConnectionFault(error)) return next(error)
    res.locals.fault = error
    draw(req, res, { step: 'failed' })
  }

  app.get(page, unlisted, turns, ...limits, show, problems)
  app.post(`${page}/choice`, unlisted, turns, ...limits, form, change, problems)
}
