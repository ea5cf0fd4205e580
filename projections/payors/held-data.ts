import type { Response } from 'express'
import { sql } from 'slonik'
import { z } from 'zod'
import { billStream } from '../../modules/bills/events.ts'
import { dayIn, formatDay, type Instant } from '../../modules/kernel/dates.ts'
import { missing } from '../../modules/kernel/errors.ts'
import { type BillId, type NetworkId, PayorId } from '../../modules/kernel/ids.ts'
import { type HeldAbout, HeldData, HeldQuery } from '../../modules/payors/contract.ts'
import type { ThingHistory } from '../../modules/platform/history.ts'
import { admins, IdParams, idOf, type Route, route, signedInTo } from '../../modules/platform/http/route.ts'
import { mayIn, signedIn } from '../../modules/platform/http/visitor.ts'
import type { PersonalData } from '../../modules/platform/personal-data/personal-data.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { methodName } from '../../modules/shared/autopay-words.ts'
import type { HistoryRow } from '../../modules/shared/history.ts'
import { mandatesOfPayor } from '../autopay/queries.ts'
import { billsOfMember } from '../bills/queries.ts'
import { type Column, sendCsv } from '../exports/send-csv.ts'
import { mailsOfPayor } from '../messages/ledger.ts'
import { mailNetworkOf, timeZoneIn } from '../networks/queries.ts'
import { paymentsOfMember } from '../payments/queries.ts'
import { memberById } from './queries.ts'

type Line = Readonly<{ network: string; part: string; at: string; what: string; value: string }>
const columns: readonly Column<Line>[] = [
  ['Network', ({ network }) => network],
  ['Part', ({ part }) => part],
  ['Date', ({ at }) => at],
  ['What', ({ what }) => what],
  ['Value', ({ value }) => value],
]

const money = (dollars: number): string => dollars.toFixed(2)

type Held = Readonly<{ networkId: NetworkId; timeZone: string; about: HeldAbout }>

const titleOf = ({ program, dueDate }: HeldAbout['bills'][number]): string => `${program.name}, due ${formatDay(dueDate)}`

/** The data as lines of a table, for people. */
const linesOf = ({ timeZone, about: { network, details, bills, payments, mails, autopay, history } }: Held): Line[] => {
  const day = (moment: string): string => formatDay(dayIn(timeZone, moment as Instant))
  const line = (part: string, at: string, what: string, value: string): Line => ({ network: network.name, part, at, what, value })
  const { congregation, balance, id: _, ...fields } = details
  return [
    ...Object.entries({ ...fields, congregation: congregation?.name ?? null }).flatMap(([name, value]) =>
      value === null ? [] : [line('Details', '', name, String(value))],
    ),
    line('Details', '', 'balance', money(balance)),
    ...bills.map((bill) => line('Bill', day(bill.createdAt), `${titleOf(bill)}, ${bill.status}`, money(bill.amount))),
    ...payments.map((payment) => line('Payment', day(payment.createdAt), `${payment.description}, ${payment.status}`, money(payment.amount))),
    ...mails.map((mail) => line('Mail', day(mail.sentAt ?? mail.createdAt), mail.purpose, mail.status)),
    ...autopay.map(({ createdAt, program, method, status }) =>
      line('Autopay', day(createdAt), `${methodName(method)}, ${program?.name ?? 'all bills'}`, status),
    ),
    ...history.map((row) => line('History', day(row.at), row.summary, row.reason ?? '')),
    ...bills.flatMap((bill) => bill.history.map((row) => line('History', day(row.at), `${titleOf(bill)}: ${row.summary}`, row.reason ?? ''))),
  ]
}

const Payor = z.object({ id: PayorId })

type Dependencies = Readonly<{ personal: PersonalData; histories: Readonly<{ member?: ThingHistory; bill?: ThingHistory }> }>

/** The routes for the data held about a payor: for an Admin, who gives it to the payor, and for the payor (R105). */
export const heldDataRoutes = ({ personal, histories }: Dependencies): Route[] => {
  /** The history of a bill, reasons included. Stripe's fees are not shown to payors (R83). */
  const historyOf = async (id: BillId, networkId: NetworkId): Promise<HistoryRow[]> =>
    ((await histories.bill?.(billStream(id), networkId)) ?? []).filter(({ type }) => type !== 'PaymentFeeNoted')

  const heldAbout = async (db: Queries, id: PayorId, now: Instant): Promise<Held | null> => {
    const member = await memberById(db, id)
    if (!member) return null
    const { networkId, person } = member.known
    const network = await mailNetworkOf(db)(networkId)
    const [bills, payments, mails, autopay] = await Promise.all([
      billsOfMember(db, id, now),
      paymentsOfMember(db, id),
      mailsOfPayor(db, id),
      mandatesOfPayor(db, personal, id, now),
    ])
    const withHistories: HeldAbout['bills'] = []
    for (const bill of bills) withHistories.push({ ...bill, history: await historyOf(bill.id, networkId) })
    const about = {
      network: { id: networkId, name: network?.name ?? '' },
      details: { ...member.shown, contactName: person.contactName },
      ...{ bills: withHistories, payments, mails, autopay, history: (await histories.member?.(`member-${id}`, networkId)) ?? [] },
    }
    return { networkId, timeZone: (await timeZoneIn(db, networkId)) ?? 'UTC', about }
  }
  const send = async (res: Response, held: readonly Held[], now: Instant, format: 'json' | 'csv') => {
    if (format === 'json') return { data: { madeAt: now, payors: held.map(({ about }) => about) } }
    async function* pages() {
      yield held.flatMap(linesOf)
    }
    return sendCsv(res, 'held-data', now.slice(0, 10) as never, columns, pages())
  }
  return [
    route({
      method: 'get',
      path: '/api/members/:id/data',
      about: 'payor',
      summary: 'Everything that is held about a payor, as JSON or CSV',
      access: admins('view', 'member'),
      params: IdParams,
      query: HeldQuery,
      answer: HeldData,
      handle: async ({ visitor, params, query, now, db, res }) => {
        const held = await heldAbout(db, idOf(PayorId, params.id, 'Member'), now)
        mayIn(visitor, held?.networkId, 'write', 'Member', 'view')
        if (!held) throw missing('Member')
        return send(res, [held], now, query.format)
      },
    }),
    route({
      method: 'get',
      path: '/api/my/data',
      summary: 'Everything that networks hold about the signed-in payor, as JSON or CSV',
      access: signedInTo('view', 'account'),
      query: HeldQuery,
      answer: HeldData,
      handle: async ({ visitor, query, now, db, res }) => {
        const { email, emailConfirmed } = signedIn(visitor)
        const payors = emailConfirmed ? await db.any(sql.type(Payor)`select id from members where lower(email) = lower(${email}) order by id`) : []
        const held: Held[] = []
        for (const { id } of payors) {
          const one = await heldAbout(db, id, now)
          if (one) held.push(one)
        }
        return send(res, held, now, query.format)
      },
    }),
  ]
}
