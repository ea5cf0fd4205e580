import { HandCoins } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'wouter'
import { receiptLabel } from '../../modules/kernel/receipt-methods.ts'
import type { Payment, PaymentsQuery } from '../../modules/payments/contract.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatDayOf } from '../domain/api/network-clock.ts'
import { billPage, payorLabel } from '../domain/bill/bill-words.tsx'
import { menuCell } from '../domain/bill/bills.css.ts'
import { PaymentAmount, PaymentBadge, PaymentMenu, PaymentSide, ReceiptLink, referenceLine } from '../domain/payment/payment.tsx'
import { useProgram } from '../domain/program/calls.ts'
import { usePageOf } from '../domain/queries.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { listWords, type OrderWords, orderLabel } from '../ui/list-params.ts'
import { List, type ListColumn } from '../ui/listed.tsx'
import { Paged } from '../ui/paged.tsx'
import { EmptyState } from '../ui/states.tsx'
import { rowLink, sub } from '../ui/table.css.ts'
import type { Sort } from '../ui/table.tsx'
import { medium, muted, nowrap, secondary, small } from '../ui/text.css.ts'
import * as styles from './payors.css.ts'

export type PaymentSort = Sort<PaymentsQuery['orderBy']>
export const newestPayments: PaymentSort = { orderBy: 'createdAt', order: 'desc' }
export const paymentOrders: OrderWords<PaymentSort['orderBy']> = {
  createdAt: ['Oldest first', 'Newest first'],
  payor: ['Payor A to Z', 'Payor Z to A'],
  program: ['Program A to Z', 'Program Z to A'],
  amount: ['Lowest first', 'Highest first'],
}

export type PaymentFilter = { page: number; pageSize: number; assessmentProgramId: string | null; search: string } & PaymentSort

export const usePayments = (filter: PaymentFilter) => usePageOf<Payment>(['payments', filter], '/payments', filter)

const columns: ListColumn<Payment, PaymentSort['orderBy']>[] = [
  {
    ...{ head: 'Payor', by: 'payor', headClass: styles.payorColumn },
    cell: (payment) => (
      <span className={medium}>
        <Link href={billPage(payment.billId)}>{payorLabel(payment.assessment)}</Link>
      </span>
    ),
    main: (payment) => (
      <Link href={billPage(payment.billId)} className={rowLink}>
        {payorLabel(payment.assessment)}
      </Link>
    ),
  },
  {
    ...{ head: 'Program', by: 'program', cellClass: secondary },
    cell: (payment) => payment.assessment.program.name,
    main: (payment) => <span className={classes(small, muted)}>{payment.assessment.program.name}</span>,
  },
  {
    ...{ head: 'Date', by: 'createdAt' },
    cell: (payment) => (
      <>
        <time dateTime={payment.createdAt} className={nowrap}>
          {formatDayOf(payment.createdAt)}
        </time>
        <span className={classes(sub, nowrap)}>
          <ReceiptLink payment={payment} />
        </span>
      </>
    ),
    meta: (payment) => (
      <>
        <span className={classes(small, muted)}>
          {[formatDayOf(payment.createdAt), receiptLabel(payment.method), payment.reference && referenceLine(payment.reference)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={small}>
          <ReceiptLink payment={payment} />
        </span>
      </>
    ),
  },
  {
    ...{ head: 'Method', cellClass: secondary },
    cell: (payment) => (
      <>
        {receiptLabel(payment.method)}
        {payment.reference !== null && <span className={sub}>{referenceLine(payment.reference)}</span>}
      </>
    ),
  },
  {
    ...{ head: 'Amount', by: 'amount', num: true },
    cell: (payment) => <PaymentAmount payment={payment} />,
    side: (payment) => <PaymentSide payment={payment} />,
    meta: (payment) => payment.status !== 'Completed' && <PaymentBadge status={payment.status} />,
  },
]

type ListProps = { payments: readonly Payment[]; sort?: PaymentSort; onSort?: (sort: PaymentSort) => void }

export const PaymentList = ({ payments, sort, onSort }: ListProps) => (
  <List
    caption="Payments"
    items={payments}
    columns={columns}
    sort={sort}
    onSort={onSort}
    menu={{ className: menuCell, of: (payment) => <PaymentMenu payment={payment} /> }}
  />
)

/** The payors of a program. */
export type ProgramPeople = ComponentType<{ programId: string }>

type Props = {
  filter: PaymentFilter
  onPage: (page: number) => void
  onSort: (sort: PaymentSort) => void
  onClear: () => void
  ProgramPeople: ProgramPeople
}

export const PaymentsList = ({ filter, onPage, onSort, onClear, ProgramPeople }: Props) => {
  const payments = usePayments(filter)
  const programName = useProgram(filter.assessmentProgramId).data?.value.name
  const searched = filter.search !== ''
  return (
    <Loaded query={payments} loading="Loading payments..." rows={6} failed="Failed to load payments" action="load" thing="payment">
      {(list) => (
        <Paged
          list={list}
          onPage={onPage}
          of="payments"
          paper={listWords({ Program: programName, Search: filter.search }, orderLabel(paymentOrders, filter))}
          empty={
            <>
              <EmptyState
                level={3}
                icon={HandCoins}
                title={filter.assessmentProgramId === null ? 'No payments found' : 'No payments found for this assessment program'}
                action={searched && <Button onClick={onClear}>Clear Search</Button>}
              >
                {searched
                  ? 'No payor, program or reference matches your search.'
                  : 'Payments appear here as payors pay, or as you mark their bills as paid.'}
              </EmptyState>
              {filter.assessmentProgramId !== null && !searched && <ProgramPeople programId={filter.assessmentProgramId} />}
            </>
          }
        >
          {(rows) => <PaymentList payments={rows} sort={filter} onSort={onSort} />}
        </Paged>
      )}
    </Loaded>
  )
}
