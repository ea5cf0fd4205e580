import { HandCoins } from 'lucide-react'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { methodLabels, type Payment } from '../../modules/payments/contract.ts'
import { errorMessage } from '../api/error-message.ts'
import { payorLabel } from '../bills/bill-words.ts'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { from } from '../ui/media.ts'
import { Pagination } from '../ui/pagination.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { num, sub } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import { medium, money, muted, nowrap, secondary, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import * as styles from './payors.css.ts'
import { usePayments } from './use-payments.ts'

const methodOf = ({ method }: Payment): string => (method === null ? methodLabels.credit : methodLabels[method])

const PaymentTable = ({ payments }: { payments: Payment[] }) => (
  <Table
    caption="Payments"
    head={
      <>
        <Th className={styles.payorColumn}>Payor</Th>
        <Th>Program</Th>
        <Th>Date</Th>
        <Th>Method</Th>
        <Th num>Amount</Th>
      </>
    }
  >
    {payments.map((payment) => (
      <tr key={payment.id}>
        <td>
          <span className={medium}>{payorLabel(payment.assessment)}</span>
          {payment.description && payment.description !== payment.assessment.program.name && <span className={sub}>{payment.description}</span>}
        </td>
        <td className={secondary}>{payment.assessment.program.name}</td>
        <td>
          <time dateTime={payment.createdAt} className={nowrap}>
            {formatDay(payment.createdAt)}
          </time>
        </td>
        <td className={secondary}>{methodOf(payment)}</td>
        <td className={num}>
          <span className={money}>{formatMoney(payment.amount)}</span>
          {payment.status !== 'Completed' && (
            <span className={sub}>
              <StatusBadge status={payment.status} />
            </span>
          )}
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
        main={
          <>
            <span className={medium}>{payorLabel(payment.assessment)}</span>
            <span className={classes(small, muted)}>{payment.assessment.program.name}</span>
          </>
        }
        side={<span className={classes(medium, money)}>{formatMoney(payment.amount)}</span>}
        meta={
          <>
            <span className={classes(small, muted)}>{`${formatDay(payment.createdAt)} · ${methodOf(payment)}`}</span>
            {payment.status !== 'Completed' && <StatusBadge status={payment.status} />}
          </>
        }
      />
    ))}
  </ul>
)

type Props = { page: number; program: string | null; onPage: (page: number) => void }

export const PaymentsList = ({ page, program, onPage }: Props) => {
  const payments = usePayments(page, program)
  const large = useMedia(from.large)
  const Rows = large ? PaymentTable : PaymentRows
  if (payments.isPending)
    return (
      <Loading text="Loading payments...">
        <BoneRows rows={6} />
      </Loading>
    )
  if (payments.isError)
    return (
      <ErrorState level={3} title="Failed to load payments" onRetry={() => void payments.refetch()}>
        {errorMessage(payments.error, 'load', 'payments')}
      </ErrorState>
    )
  const { data, pagination } = payments.data
  return (
    <>
      {data.length === 0 ? (
        <EmptyState level={3} icon={HandCoins} title={program === null ? 'No payments found' : 'No payments found for this assessment program'}>
          Payments appear here as payors pay, or as you mark their bills as paid.
        </EmptyState>
      ) : (
        <Rows payments={data} />
      )}
      <Pagination pagination={pagination} onPage={onPage} of="payments" />
    </>
  )
}
