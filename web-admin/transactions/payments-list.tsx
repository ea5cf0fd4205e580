import { HandCoins } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'wouter'
import { receiptLabel } from '../../modules/kernel/receipt-methods.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatDayOf } from '../domain/api/network-clock.ts'
import { billPage, payorLabel } from '../domain/bill/bill-words.ts'
import { menuCell } from '../domain/bill/bills.css.ts'
import { PaymentAmount, PaymentSide } from '../domain/payment/payment-amount.tsx'
import { PaymentBadge } from '../domain/payment/payment-badge.tsx'
import { referenceLine } from '../domain/payment/payment-words.ts'
import { PaymentMenu, ReceiptLink } from '../domain/payment/receipt-link.tsx'
import { useProgram } from '../domain/program/calls.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { List, type ListColumn } from '../ui/listed.tsx'
import { listWords, orderLabel } from '../ui/order-words.ts'
import { Paged } from '../ui/paged.tsx'
import { rowLink, sub } from '../ui/table.css.ts'
import { medium, muted, nowrap, secondary, small } from '../ui/text.css.ts'
import * as styles from './payors.css.ts'
import { type PaymentFilter, type PaymentSort, paymentOrders, usePayments } from './use-payments.ts'

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
