import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import type { MyBill } from '../../modules/bills/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { chargeNote } from '../../modules/shared/autopay-words.ts'
import { nextAmount } from '../../modules/shared/next-payment.ts'
import { paidTogether } from '../../modules/shared/pay-together.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { BillBadge, BillSums, dueDistance, dueNext, payorLabel } from '../domain/bill/bill-words.tsx'
import { dashboardQueries } from '../domain/dashboard.ts'
import { retryOf } from '../domain/queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ListRow } from '../ui/card.tsx'
import { Paged } from '../ui/paged.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import * as table from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import * as text from '../ui/text.css.ts'
import * as styles from './dashboard.css.ts'

const payable = ({ status, program }: MyBill): boolean => ['Unpaid', 'Partial', 'Overdue', 'Failed'].includes(status) && program.status === 'Active'

const nextOf = ({ nextDue }: MyBill): string | null => (nextDue ? nextAmount('en', formatMoney(nextDue.amount)) : null)

const Due = ({ bill }: { bill: MyBill }) => (
  <>
    <time dateTime={dueNext(bill).slice(0, 10)}>{formatDay(dueNext(bill))}</time>
    {payable(bill) && <span className={table.sub}>{dueDistance(bill.daysLeft)}</span>}
    {bill.nextDue && <span className={table.sub}>{nextOf(bill)}</span>}
    {bill.autopay && <span className={table.sub}>{chargeNote('en', formatMoney(bill.autopay.amount), bill.autopay)}</span>}
  </>
)

const Rows = ({ bills, caption }: { bills: MyBill[]; caption: string }) => (
  <>
    <div className={table.onlyLarge}>
      <Table
        caption={caption}
        head={
          <>
            <Th className={table.wideColumn}>Assessment</Th>
            <Th>Status</Th>
            <Th>Due Date</Th>
            <Th num>Amount</Th>
            <Th num>Action</Th>
          </>
        }
      >
        {bills.map((bill) => (
          <tr key={bill.id}>
            <td>
              <span className={text.medium}>{bill.program.name}</span>
              <span className={table.sub}>{payorLabel(bill)}</span>
              <span className={table.sub}>{bill.program.description ?? bill.network.name}</span>
            </td>
            <td>
              <BillBadge status={bill.status} />
            </td>
            <td>
              <Due bill={bill} />
            </td>
            <td className={table.num}>
              <BillSums bill={bill} />
            </td>
            <td className={table.num}>
              {payable(bill) && (
                <ButtonLink href={`/pay/${bill.id}`} leaves label={`Pay ${bill.program.name}`}>
                  Pay
                </ButtonLink>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </div>
    <ul className={table.onlySmall}>
      {bills.map((bill) => (
        <ListRow
          key={bill.id}
          main={
            <>
              <span className={text.medium}>{bill.program.name}</span>
              <span className={`${text.small} ${text.muted}`}>{payorLabel(bill)}</span>
              <span className={`${text.small} ${text.muted}`}>{bill.network.name}</span>
            </>
          }
          side={
            <span className={text.medium}>
              <BillSums bill={bill} />
            </span>
          }
          meta={
            <>
              <BillBadge status={bill.status} />
              <span className={`${text.small} ${text.muted}`}>
                {[formatDay(dueNext(bill)), payable(bill) && dueDistance(bill.daysLeft), nextOf(bill)].filter(Boolean).join(' · ')}
              </span>
              {bill.autopay && (
                <span className={`${text.small} ${text.muted}`}>{chargeNote('en', formatMoney(bill.autopay.amount), bill.autopay)}</span>
              )}
              {payable(bill) && (
                <ButtonLink href={`/pay/${bill.id}`} leaves className={styles.payNow} label={`Pay Now: ${bill.program.name}`}>
                  Pay Now
                </ButtonLink>
              )}
            </>
          }
        />
      ))}
    </ul>
  </>
)

/** A link for each account to which several bills are paid. */
const PayTogether = ({ bills }: { bills: MyBill[] }) => {
  const accounts = paidTogether(bills.filter(payable))
  if (accounts.length === 0) return null
  return (
    <div className={styles.payTogether}>
      {accounts.map(({ account, first, network }) => (
        <ButtonLink key={account} href={`/pay/${first.id}?list=all`} leaves>
          {accounts.length > 1 ? `Pay all from ${network} together` : 'Pay all together'}
        </ButtonLink>
      ))}
    </div>
  )
}

/** The signed-in payor's bills in all networks. */
export const AssessmentsList = ({ caption }: { caption: string }) => {
  const [page, setPage] = useState(1)
  const mine = useQuery({ ...dashboardQueries.mine(page), placeholderData: (previous) => previous })
  if (mine.error)
    return (
      <ErrorState level={3} title="Error loading your assessments" onRetry={retryOf(mine)}>
        {messageOr(mine.error, 'Failed to load your assessments')}
      </ErrorState>
    )
  if (!mine.data)
    return (
      <Loading text="Loading your assessments...">
        <BoneRows />
      </Loading>
    )
  return (
    <Paged
      list={mine.data}
      onPage={setPage}
      of="assessments"
      showing={(shown, total) => `Showing ${shown} of ${total} assessments`}
      empty={
        <EmptyState level={3} icon={ReceiptText} title="No assessments found">
          You don't have any assessments assigned to you at this time.
        </EmptyState>
      }
    >
      {(bills) => (
        <>
          <PayTogether bills={bills} />
          <Rows bills={bills} caption={caption} />
        </>
      )}
    </Paged>
  )
}

export const MyAssessments = () => (
  <section aria-labelledby="my-assessments">
    <div className={text.sectionHead}>
      <h2 id="my-assessments">My Assessments</h2>
    </div>
    <AssessmentsList caption="My Assessments" />
  </section>
)
