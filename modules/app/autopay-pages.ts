import type { Express } from 'express'
import type { AutopayStep } from '../../pay-widget/autopay/view.ts'
import type { LinkAct } from '../autopay/contract.ts'
import type { AutopayLinkPages } from '../autopay/link-pages.ts'
import { DomainError } from '../kernel/errors.ts'
import { formatMoney, toDollars } from '../kernel/money.ts'
import { methodName } from '../shared/autopay-words.ts'
import { formatDayIn } from '../shared/day-words.ts'
import { languageOf } from './drawn-pages.ts'
import { type MailedPageDependencies, mountMailedPage } from './mailed-pages.ts'

export type AutopayPagesDependencies = MailedPageDependencies<AutopayStep> & Readonly<{ autopay: AutopayLinkPages }>

const actIn = (value: unknown): LinkAct => (value === 'stop' ? 'stop' : 'skip')

/** The page on which payors skip a payment or stop autopay by a mailed link (R135). */
export const mountAutopayPages = (app: Express, { autopay, ...dependencies }: AutopayPagesDependencies): void =>
  mountMailedPage<AutopayStep>(
    app,
    {
      name: 'autopay',
      limits: autopay.limits,
      statuses: { refused: 409 },
      look: async (token, req) => {
        const act = actIn(req.query.do)
        const { network, contact, program, card, charge, isEnded } = await autopay.look(token)
        const { lang } = languageOf(req)
        const step =
          act === 'stop'
            ? isEnded
              ? 'done'
              : 'ask'
            : charge?.stage === 'skipped'
              ? 'done'
              : charge?.stage === 'noticed' && !isEnded
                ? 'ask'
                : 'refused'
        const shownCharge = charge && { program: program ?? '', amount: formatMoney(toDollars(charge.amount)), on: formatDayIn(lang, charge.on) }
        return { shown: { step, act, method: card && methodName(card), charge: shownCharge }, network, contact }
      },
      choose: async (token, body, circumstances) => {
        const act = actIn(body.do)
        const appended = await autopay.follow(token, act, circumstances).catch((error: unknown) => {
          // The page then says that it is too late.
          if (error instanceof DomainError && error.code === 'not-allowed') return []
          throw error
        })
        return { appended, next: { do: act } }
      },
    },
    dependencies,
  )
