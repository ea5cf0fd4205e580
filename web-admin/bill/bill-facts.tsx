import { Link } from 'wouter'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import type { HistoryRow } from '../../modules/kernel/history.ts'
import { formatMoney, toDollars } from '../../modules/kernel/money.ts'
import { openDistance } from '../bills/bill-words.ts'
import { Facts } from '../ui/card.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { money, muted, sectionHead, small } from '../ui/text.css.ts'
import * as styles from './bill.css.ts'

/** Dollars, subtracted without the errors of binary fractions. */
const less = (from: number, what: number): number => toDollars(Math.round(from * 100) - Math.round(what * 100))
const signed = (dollars: number): string => `${dollars > 0 ? '+' : ''}${formatMoney(dollars)}`

type Props = { bill: Bill; history: readonly HistoryRow[] | undefined }

/** How the balance comes about: what was issued, adjusted and received. */
export const BillFacts = ({ bill, history }: Props) => {
  const issued = Number(history?.[0]?.after?.amount ?? bill.amount)
  const adjusted = less(bill.amount, issued)
  const received = Number(history?.at(-1)?.after?.collected ?? 0)
  const distance = openDistance(bill)
  const sum = (dollars: string) => <span className={money}>{dollars}</span>
  return (
    <section aria-labelledby="bill-facts">
      <div className={sectionHead}>
        <h2 id="bill-facts">The bill</h2>
        <StatusBadge status={bill.status} />
      </div>
      <Facts
        facts={[
          ['Issued', sum(formatMoney(issued))],
          ...(adjusted === 0 ? [] : ([['Adjusted', sum(signed(adjusted))]] as [string, React.ReactNode][])),
          ...(adjusted === 0 ? [] : ([['Amount', sum(formatMoney(bill.amount))]] as [string, React.ReactNode][])),
          ...(received === 0 ? [] : ([['Received', sum(formatMoney(-received))]] as [string, React.ReactNode][])),
          [
            'Balance',
            <strong key="balance" className={styles.total}>
              {sum(formatMoney(bill.balance))}
            </strong>,
          ],
          [
            'Due',
            <span key="due">
              <time dateTime={bill.dueDate.slice(0, 10)}>{formatDay(bill.dueDate)}</time>
              {distance !== null && <span className={`${small} ${muted}`}>{` · ${distance}`}</span>}
            </span>,
          ],
          [
            'Program',
            <Link key="program" href={`/assessments/${bill.program.id}`}>
              {bill.program.name}
            </Link>,
          ],
        ]}
      />
    </section>
  )
}
