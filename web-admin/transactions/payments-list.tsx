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
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { tabled } from '../ui/media.ts'
import { listWords, orderLabel } from '../ui/order-words.ts'
import { Paged } from '../ui/paged.tsx'
import { num, rowLink, sub } from '../ui/table.css.ts'
import { SortTh, Table, Th } from '../ui/table.tsx'
import { hidden, medium, muted, nowrap, secondary, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import * as styles from './payors.css.ts'
import { type PaymentFilter, type PaymentSort, paymentOrders, usePayments } from './use-payments.ts'

type ListProps = { payments: readonly Payment[] } & Partial<{ sort: PaymentSort; onSort: (sort: PaymentSort) => void }>

type HeadProps = Pick<ListProps, 'sort' | 'onSort'> & { by: PaymentSort['orderBy']; children: string; num?: boolean; className?: string }

/** Without an order to choose, its name alone. */
const Head = ({ by, sort, onSort, ...head }: HeadProps) =>
  sort && onSort ? <SortTh by={by} sort={sort} onSort={onSort} {...head} /> : <Th {...head} />

const PaymentTable = ({ payments, sort, onSort }: ListProps) => {
  const sorting = { ...(sort ? { sort } : {}), ...(onSort ? { onSort } : {}) }
  return (
    <Table
      caption="Payments"
      head={
        <>
          <Head by="payor" {...sorting} className={styles.payorColumn}>
            Payor
          </Head>
          <Head by="program" {...sorting}>
            Program
          </Head>
          <Head by="createdAt" {...sorting}>
            Date
          </Head>
          <Th>Method</Th>
          <Head by="amount" {...sorting} num>
            Amount
          </Head>
          <Th className={menuCell}>
            <span className={hidden}>Actions</span>
          </Th>
        </>
      }
    >
      {payments.map((payment) => (
        <tr key={payment.id}>
          <td>
            <span className={medium}>
              <Link href={billPage(payment.billId)}>{payorLabel(payment.assessment)}</Link>
            </span>
          </td>
          <td className={secondary}>{payment.assessment.program.name}</td>
          <td>
            <time dateTime={payment.createdAt} className={nowrap}>
              {formatDayOf(payment.createdAt)}
            </time>
            <span className={classes(sub, nowrap)}>
              <ReceiptLink payment={payment} />
            </span>
          </td>
          <td className={secondary}>
            {receiptLabel(payment.method)}
            {payment.reference !== null && <span className={sub}>{referenceLine(payment.reference)}</span>}
          </td>
          <td className={num}>
            <PaymentAmount payment={payment} />
          </td>
          <td className={menuCell}>
            <PaymentMenu payment={payment} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const PaymentRows = ({ payments }: ListProps) => (
  <ul>
    {payments.map((payment) => (
      <ListRow
        key={payment.id}
        main={
          <>
            <Link href={billPage(payment.billId)} className={rowLink}>
              {payorLabel(payment.assessment)}
            </Link>
            <span className={classes(small, muted)}>{payment.assessment.program.name}</span>
          </>
        }
        side={<PaymentSide payment={payment} />}
        meta={
          <>
            <span className={classes(small, muted)}>
              {[formatDayOf(payment.createdAt), receiptLabel(payment.method), payment.reference && referenceLine(payment.reference)]
                .filter(Boolean)
                .join(' · ')}
            </span>
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

/** A table on the large screen, rows of two lines below. */
export const PaymentList = (props: ListProps) => {
  const Rows = useMedia(tabled) ? PaymentTable : PaymentRows
  return <Rows {...props} />
}

/** Who is billed by a program. */
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
                  ? 'No payor, program or reference has these words.'
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
