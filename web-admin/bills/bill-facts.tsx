import { Link } from 'wouter'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatDay, type LocalDate } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { HistoryRow } from '../../modules/shared/history.ts'
import { BillBadge, collectedIn, dueNext, less, openDistance } from '../domain/bill/bill-words.tsx'
import { type Fact, Facts } from '../ui/card.tsx'
import { money, muted, sectionHead, small } from '../ui/text.css.ts'
import * as styles from './bill.css.ts'

const signed = (dollars: number): string => `${dollars > 0 ? '+' : ''}${formatMoney(dollars)}`

type Props = {
  bill: Bill
  history: readonly HistoryRow[] | undefined
  title?: string
  /** The day from which the days to the due date are counted; today if absent. */
  on?: LocalDate
}

/** The amounts behind the open balance: issued, adjusted, paid, waived. */
export const BillFacts = ({ bill, history, title = 'The bill', on }: Props) => {
  const issued = Number(history?.[0]?.after?.amount ?? bill.amount)
  const adjusted = less(bill.amount, issued)
  const archived = bill.status === 'Archived'
  // For an archived bill, only the history says how much was paid and how much was waived.
  const paid = archived ? history && collectedIn(history) : less(bill.amount, bill.balance)
  const waived = archived && paid !== undefined ? less(bill.amount, paid) : 0
  const distance = openDistance(bill, on)
  const sum = (dollars: string) => <span className={money}>{dollars}</span>
  const due = (day: string, to: string | null) => (
    <span>
      <time dateTime={day.slice(0, 10)}>{formatDay(day)}</time>
      {to !== null && <span className={`${small} ${muted}`}>{` · ${to}`}</span>}
    </span>
  )
  const changes: Fact[] = [
    ['Issued', sum(formatMoney(issued))],
    ['Adjusted', sum(signed(adjusted))],
  ]
  return (
    <section aria-labelledby="bill-facts">
      <div className={sectionHead}>
        <h2 id="bill-facts">{title}</h2>
        <BillBadge status={bill.status} />
      </div>
      <Facts
        facts={[
          ...(adjusted === 0 ? [] : changes),
          ['Total', sum(formatMoney(bill.amount))],
          ['Paid', paid === undefined ? '–' : sum(formatMoney(paid))],
          ...(waived === 0 ? [] : [['Waived', sum(formatMoney(waived))] satisfies Fact]),
          [
            'Open',
            <strong key="open" className={styles.total}>
              {sum(formatMoney(bill.balance))}
            </strong>,
          ],
          [bill.nextDue ? 'Next part' : 'Due', due(dueNext(bill), distance)],
          ...(bill.nextDue ? [['Bill due', due(bill.dueDate, null)] satisfies Fact] : []),
          ['Code', <span key="code">{bill.code}</span>],
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
