import type { Response } from 'express'
import { BillsQuery } from '../../modules/bills/contract.ts'
import { billStatusLabels } from '../../modules/bills/values.ts'
import { dayIn, type Instant, type LocalDate } from '../../modules/kernel/dates.ts'
import type { NetworkId } from '../../modules/kernel/ids.ts'
import { plainMoney } from '../../modules/kernel/money.ts'
import { receiptLabel } from '../../modules/kernel/receipt-methods.ts'
import { PaymentsQuery } from '../../modules/payments/contract.ts'
import { payoutLineLabels } from '../../modules/payments/values.ts'
import { MembersQuery } from '../../modules/payors/contract.ts'
import type { Reads } from '../../modules/platform/http/reads.ts'
import { type Route, readers, route } from '../../modules/platform/http/route.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { type BillRow, billsBehind } from '../bills/list.ts'
import type { Last } from '../lists/page.ts'
import { timeZoneIn } from '../networks/queries.ts'
import { keptOf, type PaymentRow, paymentsBehind, unappliedOf } from '../payments/list.ts'
import { type MemberRow, membersBehind } from '../payors/queries.ts'
import { type PayoutLineRow, payoutLinesBehind } from '../payouts/queries.ts'
import { type Column, pagesBehind, sendCsv } from './send-csv.ts'

/** Rows per keyset page. */
const ROWS = 500

const congregationOf = (row: { kind: string; payorName: string; congregationName: string | null }) =>
  row.kind === 'congregation' ? row.payorName : row.congregationName

const billColumns = (dayOf: (at: string) => LocalDate): readonly Column<BillRow>[] => [
  ['Bill', (row) => row.id],
  ['Payor', (row) => row.payorName],
  ['Email', (row) => row.payorEmail],
  ['Congregation', congregationOf],
  ['Program', (row) => row.programName],
  ['Period', (row) => row.period],
  ['Due date', (row) => row.dueDate],
  ['Status', (row) => billStatusLabels[row.status]],
  ['Amount', (row) => plainMoney(row.amount)],
  ['Balance', (row) => plainMoney(row.balance)],
  ['Created', (row) => dayOf(row.createdAt)],
  ['Payment profile', (row) => row.profileName],
  // What is waived on an archived bill is not assessed (R116).
  ['Assessed', (row) => plainMoney(row.collected + row.balance)],
  ['Collected', (row) => plainMoney(row.collected)],
]

const statusLabels: Record<PaymentRow['status'], string> = {
  Completed: 'Completed',
  PartiallyRefunded: 'Partially Refunded',
  Refunded: 'Refunded',
  Reversed: 'Reversed',
}

const paymentColumns = (dayOf: (at: string) => LocalDate): readonly Column<PaymentRow>[] => [
  ['Payment', (row) => row.id],
  ['Bill', (row) => row.billId],
  ['Date', (row) => dayOf(row.createdAt)],
  ['Payor', (row) => row.payorName],
  ['Congregation', congregationOf],
  ['Program', (row) => row.programName],
  ['Amount', (row) => plainMoney(row.amount)],
  // A payment without a method is shown as one by card (R102).
  ['Method', (row) => receiptLabel(row.method)],
  ['Reference', (row) => row.reference],
  ['Status', (row) => statusLabels[row.status]],
  ['Receipt', (row) => row.receiptNumber],
  ['Refunded', (row) => plainMoney(row.refunded)],
  ['Disputed', (row) => plainMoney(row.disputed)],
  ['Reversed', (row) => plainMoney(row.amount - row.refunded - row.disputed - keptOf(row))],
  ['Net', (row) => plainMoney(keptOf(row))],
  ['Unapplied credit', (row) => plainMoney(unappliedOf(row))],
]

const payorColumns: readonly Column<MemberRow>[] = [
  ['Member', (row) => row.id],
  ['Kind', (row) => (row.kind === 'individual' ? 'Individual' : 'Congregation')],
  ['Name', (row) => row.name],
  ['First name', (row) => row.firstName],
  ['Last name', (row) => row.lastName],
  ['Email', (row) => row.email],
  ['Phone', (row) => row.phone],
  ['Date of birth', (row) => row.dob],
  ['Gender', (row) => row.gender],
  ['Member since', (row) => row.memberSince],
  ['Congregation', (row) => row.congregationName],
  ['Balance', (row) => plainMoney(row.balance)],
]

const payoutColumns: readonly Column<PayoutLineRow>[] = [
  ['Payout', (row) => row.payoutId],
  ['Arrival date', (row) => row.arrivesOn],
  ['Payout status', (row) => row.status],
  ['Kind', (row) => payoutLineLabels[row.kind]],
  ['Payment', (row) => row.payment?.id ?? null],
  ['Bill', (row) => row.payment?.billId ?? null],
  ['Payor', (row) => row.payment?.payorName ?? null],
  ['Program', (row) => row.payment?.programName ?? null],
  ['Gross', (row) => plainMoney(row.gross)],
  ['Fee', (row) => plainMoney(row.fee)],
  ['Net', (row) => plainMoney(row.net)],
]

/** Moments are shown as days in the network's time zone, at an earlier moment in that of then. */
const send = async <Row>(
  name: string,
  { visitor: { network }, now, res, db }: { visitor: { network: NetworkId | null }; now: Instant; res: Response; db: Reads },
  columns: (dayOf: (at: string) => LocalDate) => readonly Column<Row>[],
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

/** Exports of whole lists as CSV, in the lists' filters and order. */
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
      send<BillRow & Last>('bills', call, billColumns, (on, network, last) => billsBehind(on, network, call.query, call.now, last, ROWS)),
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
      send<PaymentRow & Last>('payments', call, paymentColumns, (on, network, last) => paymentsBehind(on, network, call.query, call.now, last, ROWS)),
  }),
  route({
    method: 'get',
    path: '/api/exports/payouts.csv',
    summary: 'The payouts of the current network with what each is made of, as a CSV file',
    access: readers('payment'),
    media: 'text/csv',
    handle: async (call) =>
      send<PayoutLineRow>(
        'payouts',
        call,
        () => payoutColumns,
        (on, network, last) => payoutLinesBehind(on, network, last, ROWS),
      ),
  }),
  route({
    method: 'get',
    path: '/api/exports/members.csv',
    summary: 'The members and congregations of the current network as a CSV file',
    asOf: true,
    access: readers('member'),
    query: MembersQuery.omit({ page: true, pageSize: true }),
    media: 'text/csv',
    handle: async (call) =>
      send<MemberRow>(
        'members',
        call,
        () => payorColumns,
        (on, network, last) => membersBehind(on, network, call.query, last, ROWS),
      ),
  }),
]
