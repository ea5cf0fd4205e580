import type { Response } from 'express'
import { BillsQuery } from '../../modules/bills/contract.ts'
import { dayIn, type Instant } from '../../modules/kernel/dates.ts'
import type { NetworkId } from '../../modules/kernel/ids.ts'
import { PaymentsQuery } from '../../modules/payments/contract.ts'
import { MembersQuery } from '../../modules/payors/contract.ts'
import type { Reads } from '../../modules/platform/http/reads.ts'
import { type Route, readers, route } from '../../modules/platform/http/route.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { type BillRow, billFile, billsBehind } from '../bills/list.ts'
import type { Last } from '../lists/page.ts'
import { timeZoneIn } from '../networks/queries.ts'
import { type PaymentRow, paymentFile, paymentsBehind } from '../payments/list.ts'
import { type MemberRow, memberFile, membersBehind } from '../payors/queries.ts'
import { type PayoutLineRow, payoutFile, payoutLinesBehind } from '../payouts/queries.ts'
import { type FileOf, pagesBehind, sendCsv } from './send-csv.ts'

/** Rows per keyset page. */
const ROWS = 500

/**
 * Sends a list as CSV. Moments are shown as days in the network's time zone; a list as of an earlier moment uses the
 * zone that the network had then.
 */
const send = async <Row>(
  name: string,
  { visitor: { network }, now, res, db }: { visitor: { network: NetworkId | null }; now: Instant; res: Response; db: Reads },
  columns: FileOf<Row>,
  behind: (on: Queries, network: NetworkId, last: Row | null) => Promise<readonly Row[]>,
) =>
  db.atLength(async (on) => {
    const zone = (network && (await timeZoneIn(on, network))) ?? 'UTC'
    return sendCsv(
      res,
      name,
      dayIn(zone, now),
      columns((at) => dayIn(zone, at as Instant)),
      pagesBehind<Row>(async (last) => (network ? behind(on, network, last) : [])),
    )
  })

/** The routes that export whole lists as CSV, with the filters and orders of the lists. */
export const exportRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/exports/bills.csv',
    summary: 'The bills of the current network as a CSV file',
    asOf: true,
    access: readers('assessment bill'),
    query: BillsQuery.omit({ page: true, pageSize: true }),
    media: 'text/csv',
    handle: async (call) =>
      send<BillRow & Last>('bills', call, billFile, (on, network, last) => billsBehind(on, network, call.query, call.now, last, ROWS)),
  }),
  route({
    method: 'get',
    path: '/api/exports/payments.csv',
    summary: 'The payments of the current network as a CSV file',
    asOf: true,
    access: readers('payment'),
    query: PaymentsQuery.omit({ page: true, pageSize: true }),
    media: 'text/csv',
    handle: async (call) =>
      send<PaymentRow & Last>('payments', call, paymentFile, (on, network, last) => paymentsBehind(on, network, call.query, call.now, last, ROWS)),
  }),
  route({
    method: 'get',
    path: '/api/exports/payouts.csv',
    summary: 'The payouts of the current network with what each is made of, as a CSV file',
    access: readers('payment'),
    media: 'text/csv',
    handle: async (call) => send<PayoutLineRow>('payouts', call, payoutFile, (on, network, last) => payoutLinesBehind(on, network, last, ROWS)),
  }),
  route({
    method: 'get',
    path: '/api/exports/members.csv',
    summary: 'The members and congregations of the current network as a CSV file',
    asOf: true,
    access: readers('member'),
    query: MembersQuery.omit({ page: true, pageSize: true }),
    media: 'text/csv',
    handle: async (call) => send<MemberRow>('members', call, memberFile, (on, network, last) => membersBehind(on, network, call.query, last, ROWS)),
  }),
]
