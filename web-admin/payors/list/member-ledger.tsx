import { Link } from 'wouter'
import type { Bill } from '../../../modules/bills/contract.ts'
import { formatDay } from '../../../modules/kernel/dates.ts'
import { formatMoney } from '../../../modules/kernel/money.ts'
import { receiptLabel } from '../../../modules/kernel/receipt-methods.ts'
import type { Payment } from '../../../modules/payments/contract.ts'
import { formatDayOf } from '../../domain/api/network-clock.ts'
import { BillBadge } from '../../domain/bill/bill-badge.tsx'
import { BillSums } from '../../domain/bill/bill-sums.tsx'
import { openDistance } from '../../domain/bill/bill-words.ts'
import { PaymentAmount, PaymentSide } from '../../domain/payment/payment-amount.tsx'
import { PaymentBadge } from '../../domain/payment/payment-badge.tsx'
import { ReceiptLink } from '../../domain/payment/receipt-link.tsx'
import { ListRow } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { tabled } from '../../ui/media.ts'
import { num, sub } from '../../ui/table.css.ts'
import { Table, Th } from '../../ui/table.tsx'
import { medium, money, muted, nowrap, secondary, small } from '../../ui/text.css.ts'
import { useMedia } from '../../ui/use-media.ts'
import * as styles from './members.css.ts'

/** What an archived bill had open is neither. */
const unlessWaived = ({ status }: Bill, sum: number): string => (status === 'Archived' ? '–' : formatMoney(sum))

const BillTable = ({ bills }: { bills: Bill[] }) => (
  <Table
    caption="Bills"
    head={
      <>
        <Th>Program</Th>
        <Th>Due Date</Th>
        <Th>Status</Th>
        <Th num>Total</Th>
        <Th num>Paid</Th>
        <Th num>Open</Th>
      </>
    }
  >
    {bills.map((bill) => {
      const distance = openDistance(bill)
      return (
        <tr key={bill.id}>
          <td>
            <Link href={`/assessments/${bill.program.id}`}>{bill.program.name}</Link>
          </td>
          <td>
            <time dateTime={bill.dueDate.slice(0, 10)}>{formatDay(bill.dueDate)}</time>
            {distance !== null && <span className={classes(sub, nowrap)}>{distance}</span>}
          </td>
          <td>
            <BillBadge status={bill.status} />
          </td>
          <td className={classes(num, money)}>{formatMoney(bill.amount)}</td>
          <td className={classes(num, money)}>{unlessWaived(bill, bill.amount - bill.balance)}</td>
          <td className={classes(num, money)}>{unlessWaived(bill, bill.balance)}</td>
        </tr>
      )
    })}
  </Table>
)

const BillRows = ({ bills }: { bills: Bill[] }) => (
  <ul>
    {bills.map((bill) => (
      <ListRow
        key={bill.id}
        main={
          <>
            <Link href={`/assessments/${bill.program.id}`} className={styles.name}>
              {bill.program.name}
            </Link>
            <span className={classes(small, muted)}>{`due ${formatDay(bill.dueDate)}`}</span>
          </>
        }
        side={
          <span className={medium}>
            <BillSums bill={bill} />
          </span>
        }
        meta={<BillBadge status={bill.status} />}
      />
    ))}
  </ul>
)

const PaymentTable = ({ payments }: { payments: Payment[] }) => (
  <Table
    caption="Payments"
    head={
      <>
        <Th>Date</Th>
        <Th>Program</Th>
        <Th>Method</Th>
        <Th num>Amount</Th>
      </>
    }
  >
    {payments.map((payment) => (
      <tr key={payment.id}>
        <td>
          <time dateTime={payment.createdAt}>{formatDayOf(payment.createdAt)}</time>
          <span className={classes(sub, nowrap)}>
            <ReceiptLink payment={payment} />
          </span>
        </td>
        <td>{payment.assessment.program.name}</td>
        <td className={secondary}>{receiptLabel(payment.method)}</td>
        <td className={num}>
          <PaymentAmount payment={payment} />
        </td>
      </tr>
    ))}
  </Table>
)

const PaymentRows = ({ payments }: { payments: Payment[] }) => (
  <ul>
    {payments.map((payment) => (
      <ListRow
        key={payment.id}
        main={<span className={medium}>{payment.assessment.program.name}</span>}
        side={<PaymentSide payment={payment} />}
        meta={
          <>
            <span className={classes(small, muted)}>{`${formatDayOf(payment.createdAt)} · ${receiptLabel(payment.method)}`}</span>
            <span className={small}>
              <ReceiptLink payment={payment} />
            </span>
            {payment.status !== 'Completed' && <PaymentBadge status={payment.status} />}
          </>
        }
      />
    ))}
  </ul>
)

/** All of a payor's bills, newest first. */
export const MemberBills = ({ bills }: { bills: Bill[] }) => {
  const large = useMedia(tabled)
  if (bills.length === 0) return <p className={muted}>No bills yet.</p>
  return large ? <BillTable bills={bills} /> : <BillRows bills={bills} />
}

/** All of a payor's payments, newest first. */
export const MemberPayments = ({ payments }: { payments: Payment[] }) => {
  const large = useMedia(tabled)
  if (payments.length === 0) return <p className={muted}>No payments yet.</p>
  return large ? <PaymentTable payments={payments} /> : <PaymentRows payments={payments} />
}
