import { z } from 'zod'
import type { ComingCharge } from '../../modules/autopay/contract.ts'
import {
  ArchivedBill,
  Bill,
  BillCounts,
  BillCountsQuery,
  BillsQuery,
  MyBill,
  Ownership,
  Plan,
  PublicBill,
  WaitingClaim,
  WholeBill,
} from '../../modules/bills/contract.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import { missing } from '../../modules/kernel/errors.ts'
import { BillId } from '../../modules/kernel/ids.ts'
import { OF_RIGHTS } from '../../modules/kernel/refusals.ts'
import { type Call, everyone, IdParams, idOf, keysRead, type Route, readers, route, signedInTo } from '../../modules/platform/http/route.ts'
import { admittedToBooks, signedIn } from '../../modules/platform/http/visitor.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { dataOf, listOf, PageQuery } from '../../modules/shared/api.ts'
import { findReadable } from '../find-readable.ts'
import { emptyPage } from '../lists/page.ts'
import { billsOf, countBills } from './list.ts'
import type { FindPublicBill } from './public-bill.ts'
import { billsOfPayor, waitingClaimsOf } from './queries.ts'

const THING = 'Assessment bill'

const MyBillsQuery = PageQuery.extend({ paidOnly: z.enum(['true', 'false', '']).optional() })

/** `find` reads the present; `findIn` reads with other queries, as of another moment. */
type Finders = Readonly<{ find: FindPublicBill; findIn: (db: Queries, now: Instant) => FindPublicBill }>
type Sources = Finders &
  Readonly<{
    /** The bills for which an address may pay. */
    payableBy: (email: string, ids: readonly BillId[]) => Promise<ReadonlyMap<BillId, unknown>>
    chargesOfBills: (ids: readonly BillId[], now: Instant) => Promise<ReadonlyMap<BillId, ComingCharge>>
  }>

/** Finds the bill that a path names. Past bills are shown only to people with access to the network. */
const finderBy =
  ({ find, findIn }: Finders) =>
  async ({ params, visitor, asOf, db }: Pick<Call<{ id: string }, unknown, unknown>, 'params' | 'visitor' | 'asOf' | 'db'>) => {
    const id = idOf(BillId, params.id, THING)
    const findAt = (on: Queries, at: Instant | null) => (at ? findIn(on, at) : find)(id)
    const found = asOf ? (await findReadable({ visitor, db, asOf }, THING, findAt, ({ row }) => row.networkId)).found : await find(id)
    if (!found) throw missing(THING)
    return found
  }

export const billQueryRoutes = ({ find, findIn, payableBy, chargesOfBills }: Sources, foundBy = finderBy({ find, findIn })): Route[] => {
  const autopayOf = async (id: BillId, now: Instant) => {
    const autopay = (await chargesOfBills([id], now)).get(id)
    return autopay && { autopay }
  }
  return [
    route({
      method: 'get',
      path: '/api/assessment-bills',
      summary: 'The bills of the current network',
      asOf: true,
      access: readers('assessment bill'),
      query: BillsQuery,
      answer: listOf(Bill),
      handle: async ({ visitor, query, now, db }) => (visitor.network ? billsOf(db, visitor.network, query, now) : emptyPage(query)),
    }),
    route({
      method: 'get',
      path: '/api/bill-counts',
      summary: 'How many bills of the current network, or of a program, have each status',
      asOf: true,
      access: readers('assessment bill'),
      query: BillCountsQuery,
      answer: dataOf(BillCounts),
      handle: async ({ visitor, query, now, db }) => ({ data: visitor.network ? await countBills(db, visitor.network, query, now) : {} }),
    }),
    route({
      method: 'get',
      path: '/api/assessment-bills/:id',
      about: 'bill',
      summary: 'A bill, for whoever holds its link; whole for those who keep its books',
      asOf: true,
      access: keysRead(everyone),
      params: IdParams,
      answer: dataOf(z.union([WholeBill, PublicBill, ArchivedBill])),
      refusals: [...OF_RIGHTS],
      handle: async (call) => {
        const { visitor, res, etag, asOf, now } = call
        const found = await foundBy(call)
        res.setHeader('X-Robots-Tag', 'noindex')
        res.setHeader('Referrer-Policy', 'no-referrer')
        etag(found.row.revision)
        if (!admittedToBooks(visitor, found.row.networkId, THING, 'view')) return { data: found.shown }
        return { data: { ...found.whole(), ...(asOf ? {} : await autopayOf(found.row.id, now)) } }
      },
    }),
    route({
      method: 'get',
      path: '/api/assessment-bills/:id/plan',
      about: 'bill',
      summary: "A bill's payment plan, for whoever holds its link; null without one",
      asOf: true,
      access: keysRead(everyone),
      params: IdParams,
      answer: dataOf(Plan.nullable()),
      refusals: [...OF_RIGHTS],
      handle: async (call) => {
        const { shown, row } = await foundBy(call)
        call.etag(row.revision)
        return { data: ('plan' in shown && shown.plan) || null }
      },
    }),
    route({
      method: 'get',
      path: '/api/assessment-bills/:id/check-ownership',
      about: 'bill',
      summary: 'May this visitor pay as who they are?',
      access: everyone,
      params: IdParams,
      answer: Ownership,
      handle: async ({ params, visitor, now }) => {
        const found = await find(idOf(BillId, params.id, THING))
        if (!found) throw missing(THING)
        const { user } = visitor
        const owner = user?.emailConfirmed && found.row.payorEmail?.toLowerCase() === user.email.toLowerCase()
        if (!user || owner) return { action: 'allow', ...(owner && (await autopayOf(found.row.id, now))) } satisfies Ownership
        if (user.emailConfirmed && (await payableBy(user.email, [found.row.id])).size > 0)
          return { action: 'allow', ofMember: true } satisfies Ownership
        return { action: 'logout', redirectTo: `/logout?redirectTo=/pay/${found.row.id}` } satisfies Ownership
      },
    }),
    route({
      method: 'get',
      path: '/api/claims',
      summary: 'The payments that payors say they sent and nobody has confirmed, the longest waiting first',
      access: readers('assessment bill'),
      query: PageQuery,
      answer: listOf(WaitingClaim),
      handle: async ({ visitor, query, now, db }) => (visitor.network ? waitingClaimsOf(db, visitor.network, query, now) : emptyPage(query)),
    }),
    route({
      method: 'get',
      path: '/api/my/listAssessmentBills',
      summary: "The signed-in payor's own bills, over all networks, and the open ones of members for which a congregation may pay",
      access: signedInTo('view', 'assessment bill'),
      query: MyBillsQuery,
      answer: listOf(MyBill),
      handle: async ({ visitor, query, now, db }) => {
        const { email, emailConfirmed } = signedIn(visitor)
        if (!emailConfirmed) return emptyPage(query)
        const page = await billsOfPayor(db, email, { ...query, paidOnly: query.paidOnly === 'true' }, now)
        const own = page.data.filter(({ ofMember }) => !ofMember)
        const charges = await chargesOfBills(
          own.map(({ id }) => id),
          now,
        )
        return { ...page, data: page.data.map((bill) => ({ ...bill, autopay: charges.get(bill.id) })) }
      },
    }),
  ]
}
