import { Link } from 'wouter'
import type { Bill } from '../../../modules/bills/contract.ts'
import { formatDay } from '../../../modules/kernel/dates.ts'
import { formatMoney } from '../../../modules/kernel/money.ts'
import { receiptLabel } from '../../../modules/kernel/receipt-methods.ts'
import type { Payment } from '../../../modules/payments/contract.ts'
import { formatDayOf } from '../../domain/api/network-clock.ts'
import { BillBadge, BillSums, dueNext, openDistance } from '../../domain/bill/bill-words.tsx'
import { PaymentAmount, PaymentBadge, PaymentSide, ReceiptLink } from '../../domain/payment/payment.tsx'
import { classes } from '../../ui/classes.ts'
import { List, type ListColumn } from '../../ui/listed.tsx'
import { sub } from '../../ui/table.css.ts'
import { medium, money, muted, nowrap, secondary, small } from '../../ui/text.css.ts'
import * as styles from './members.css.ts'

/** The balance of an archived bill is waived, so it is neither open nor paid. */
const unlessWaived = ({ status }: Bill, sum: number): string => (status === 'Archived' ? '–' : formatMoney(sum))

const billColumns: ListColumn<Bill>[] = [
  {
    head: 'Program',
    cell: ({ program }) => <Link href={`/assessments/${program.id}`}>{program.name}</Link>,
    main: ({ program }) => (
      <Link href={`/assessments/${program.id}`} className={styles.name}>
        {program.name}
      </Link>
    ),
  },
  {
    head: 'Due Date',
    cell: (bill) => {
      const distance = openDistance(bill)
      return (
        <>
          <time dateTime={dueNext(bill).slice(0, 10)}>{formatDay(dueNext(bill))}</time>
          {distance !== null && <span className={classes(sub, nowrap)}>{distance}</span>}
        </>
      )
    },
    main: (bill) => <span className={classes(small, muted)}>{`due ${formatDay(dueNext(bill))}`}</span>,
  },
  { head: 'Status', cell: ({ status }) => <BillBadge status={status} />, meta: ({ status }) => <BillBadge status={status} /> },
  { head: 'Total', num: true, cellClass: money, cell: (bill) => formatMoney(bill.amount) },
  { head: 'Paid', num: true, cellClass: money, cell: (bill) => unlessWaived(bill, bill.amount - bill.balance) },
  {
    ...{ head: 'Open', num: true, cellClass: money },
    cell: (bill) => unlessWaived(bill, bill.balance),
    side: (bill) => (
      <span className={medium}>
        <BillSums bill={bill} />
      </span>
    ),
  },
]

const paymentColumns: ListColumn<Payment>[] = [
  {
    head: 'Date',
    cell: (payment) => (
      <>
        <time dateTime={payment.createdAt}>{formatDayOf(payment.createdAt)}</time>
        <span className={classes(sub, nowrap)}>
          <ReceiptLink payment={payment} />
        </span>
      </>
    ),
    meta: (payment) => (
      <>
        <span className={classes(small, muted)}>{`${formatDayOf(payment.createdAt)} · ${receiptLabel(payment.method)}`}</span>
        <span className={small}>
          <ReceiptLink payment={payment} />
        </span>
      </>
    ),
  },
  {
    head: 'Program',
    cell: ({ assessment }) => assessment.program.name,
    main: ({ assessment }) => <span className={medium}>{assessment.program.name}</span>,
  },
  { head: 'Method', cellClass: secondary, cell: ({ method }) => receiptLabel(method) },
  {
    ...{ head: 'Amount', num: true },
    cell: (payment) => <PaymentAmount payment={payment} />,
    side: (payment) => <PaymentSide payment={payment} />,
    meta: ({ status }) => status !== 'Completed' && <PaymentBadge status={status} />,
  },
]

/** A payor's bills, newest first. */
export const MemberBills = ({ bills }: { bills: Bill[] }) =>
  bills.length === 0 ? <p className={muted}>No bills yet.</p> : <List caption="Bills" items={bills} columns={billColumns} />

/** A payor's payments, newest first. */
export const MemberPayments = ({ payments }: { payments: Payment[] }) =>
  payments.length === 0 ? <p className={muted}>No payments yet.</p> : <List caption="Payments" items={payments} columns={paymentColumns} />
