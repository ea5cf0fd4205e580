import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'
import type { RemindersPageView, RemindersStep } from '../../pay-widget/reminders/view.ts'
import type { Contact } from '../kernel/contact.ts'
import type { Clock } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import type { Reminders } from '../messages/reminder-routes.ts'
import { type Appended, Unavailable } from '../platform/event-store/event-store.ts'
import { isConnectionFault } from '../platform/postgres/postgres-faults.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { form, isTooMany, languageOf, unlisted } from './drawn-pages.ts'

export type ReminderPagesDependencies = Readonly<{
  reminders: Reminders
  now: Clock
  settled: (appended: readonly Appended[]) => Promise<boolean>
  security: Pick<SecurityLog, 'note'>
  assets: RemindersPageView['assets']
  render: (view: RemindersPageView) => string
  /** Queues the requests of one IP address. */
  turns: RequestHandler
}>

const PAGE = '/reminders/:token'
const statuses: Partial<Record<RemindersStep['step'], number>> = { invalid: 404, 'slow-down': 429, failed: 503 }

/** The page on which payors stop reminders by a mailed link (R95): a form that the server draws, and no script. */
export const mountReminderPages = (app: Express, { reminders, now, settled, security, assets, render, turns }: ReminderPagesDependencies): void => {
  const tokenOf = (req: Request): string => String(req.params.token)
  const pathOf = (req: Request): string => `/reminders/${encodeURIComponent(tokenOf(req))}`
  type Whose = Readonly<{ network: string | null; contact?: Contact }>
  const draw = (req: Request, res: Response, shown: RemindersStep, whose: Whose = { network: null }): void => {
    const html = render({ ...languageOf(req), path: pathOf(req), shown, assets, ...whose })
    res
      .status(statuses[shown.step] ?? 200)
      .type('html')
      .send(html)
  }

  const show: RequestHandler = async (req, res) => {
    const { network, contact, stopped } = await reminders.look(tokenOf(req))
    draw(req, res, { step: 'wish', stopped, changed: req.query.changed === '1' }, { network: network.name, contact: await contact() })
  }

  const choose: RequestHandler = async (req, res) => {
    const { stopped } = (req.body ?? {}) as Record<string, unknown>
    const { appended } = await reminders.wish(tokenOf(req), stopped !== 'false', { actor: 'guest', at: now(), cause: req.id })
    await settled(appended)
    // Redirects, so that Back and reload send no form again.
    const { searchParams } = new URL(req.originalUrl, 'http://here')
    searchParams.set('changed', '1')
    res.redirect(303, `${pathOf(req)}?${searchParams}`)
  }

  const problems: ErrorRequestHandler = (error, req, res, next) => {
    if (isTooMany(error, req, `${req.method.toLowerCase()} ${PAGE}`, security)) return draw(req, res, { step: 'slow-down' })
    if (error instanceof DomainError && error.reason === 'missing') return draw(req, res, { step: 'invalid' })
    if (!(error instanceof Unavailable) && !isConnectionFault(error)) return next(error)
    res.locals.fault = error
    draw(req, res, { step: 'failed' })
  }

  app.get(PAGE, unlisted, turns, ...reminders.limits, show, problems)
  app.post(`${PAGE}/choice`, unlisted, turns, ...reminders.limits, form, choose, problems)
}
