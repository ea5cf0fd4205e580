import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'
import type { AutopayPageView, AutopayStep } from '../../pay-widget/autopay/view.ts'
import type { LinkAct } from '../autopay/contract.ts'
import type { AutopayLinkPages } from '../autopay/link-pages.ts'
import type { Contact } from '../kernel/contact.ts'
import type { Clock } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import { formatMoney, toDollars } from '../kernel/money.ts'
import { type Appended, Unavailable } from '../platform/event-store/event-store.ts'
import { isConnectionFault } from '../platform/postgres/postgres-faults.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { methodName } from '../shared/autopay-words.ts'
import { formatDayIn } from '../shared/day-words.ts'
import { form, isTooMany, languageOf, unlisted } from './drawn-pages.ts'

export type AutopayPagesDependencies = Readonly<{
  autopay: AutopayLinkPages
  now: Clock
  settled: (appended: readonly Appended[]) => Promise<boolean>
  security: Pick<SecurityLog, 'note'>
  assets: AutopayPageView['assets']
  render: (view: AutopayPageView) => string
  /** Queues the requests of one IP address. */
  turns: RequestHandler
}>

const PAGE = '/autopay/:token'
const statuses: Partial<Record<AutopayStep['step'], number>> = { invalid: 404, refused: 409, 'slow-down': 429, failed: 503 }

/** The page on which payors skip a payment or stop autopay by a mailed link (R135): a form that the server draws. */
export const mountAutopayPages = (app: Express, { autopay, now, settled, security, assets, render, turns }: AutopayPagesDependencies): void => {
  const tokenOf = (req: Request): string => String(req.params.token)
  const pathOf = (req: Request): string => `/autopay/${encodeURIComponent(tokenOf(req))}`
  const actIn = (value: unknown): LinkAct => (value === 'stop' ? 'stop' : 'skip')
  type Whose = Readonly<{ network: string | null; contact?: Contact }>
  const draw = (req: Request, res: Response, shown: AutopayStep, whose: Whose = { network: null }): void => {
    const html = render({ ...languageOf(req), path: pathOf(req), shown, assets, ...whose })
    res
      .status(statuses[shown.step] ?? 200)
      .type('html')
      .send(html)
  }

  const show: RequestHandler = async (req, res) => {
    const act = actIn(req.query.do)
    const { network, contact, program, card, charge, isEnded } = await autopay.look(tokenOf(req))
    const { lang } = languageOf(req)
    const step =
      act === 'stop' ? (isEnded ? 'done' : 'ask') : charge?.stage === 'skipped' ? 'done' : charge?.stage === 'noticed' && !isEnded ? 'ask' : 'refused'
    const shownCharge = charge && { program: program ?? '', amount: formatMoney(toDollars(charge.amount)), on: formatDayIn(lang, charge.on) }
    draw(req, res, { step, act, method: card && methodName(card), charge: shownCharge }, { network, contact })
  }

  const choose: RequestHandler = async (req, res) => {
    const act = actIn(((req.body ?? {}) as Record<string, unknown>).do)
    try {
      await settled(await autopay.follow(tokenOf(req), act, { actor: 'guest', at: now(), cause: req.id }))
    } catch (error) {
      // The page then says that it is too late.
      if (!(error instanceof DomainError) || error.code !== 'not-allowed') throw error
    }
    // Redirects, so that Back and reload send no form again.
    const { searchParams } = new URL(req.originalUrl, 'http://here')
    searchParams.set('do', act)
    res.redirect(303, `${pathOf(req)}?${searchParams}`)
  }

  const problems: ErrorRequestHandler = (error, req, res, next) => {
    if (isTooMany(error, req, `${req.method.toLowerCase()} ${PAGE}`, security)) return draw(req, res, { step: 'slow-down' })
    if (error instanceof DomainError && error.reason === 'missing') return draw(req, res, { step: 'invalid' })
    if (!(error instanceof Unavailable) && !isConnectionFault(error)) return next(error)
    res.locals.fault = error
    draw(req, res, { step: 'failed' })
  }

  app.get(PAGE, unlisted, turns, ...autopay.limits, show, problems)
  app.post(`${PAGE}/choice`, unlisted, turns, ...autopay.limits, form, choose, problems)
}
