import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatMoneyShort } from '../../modules/kernel/money.ts'
import type { DashboardSummary } from '../../modules/payments/contract.ts'
import { allOf, useBillCounts } from '../domain/bill/bills.ts'
import { dashboardQueries } from '../domain/dashboard.ts'
import * as text from '../ui/text.css.ts'
import * as styles from './dashboard.css.ts'

const percent = (part: number, whole: number): string | null => {
  if (whole <= 0) return null
  const share = (part / whole) * 100
  return share > 0 && share < 1 ? 'under 1% of assessed' : `${Math.floor(share)}% of assessed`
}

const Figure = ({ term, value, note }: { term: string; value: string; note?: ReactNode }) => (
  <div className={styles.figure}>
    <dt className={styles.term}>{term}</dt>
    <dd className={styles.value}>{value}</dd>
    <dd className={styles.note}>{note}</dd>
  </div>
)

export const Figures = ({ summary }: { summary: DashboardSummary }) => {
  const aging = useQuery(dashboardQueries.aging).data
  const counts = useBillCounts(null)
  const bills = counts && allOf(counts) - (counts.Archived ?? 0)
  const overdue = aging ? aging.total - aging.current : 0
  return (
    <dl className={styles.figures}>
      <Figure
        term="Total Assessed"
        value={formatMoneyShort(summary.totalAssessed)}
        note={bills === undefined ? null : bills === 1 ? '1 bill' : `${bills.toLocaleString('en-US')} bills`}
      />
      <Figure term="Total Collected" value={formatMoneyShort(summary.totalCollected)} note={percent(summary.totalCollected, summary.totalAssessed)} />
      <Figure
        term="Total Outstanding"
        value={formatMoneyShort(summary.totalOutstanding)}
        note={
          aging &&
          (overdue > 0 ? (
            <>
              of it <span className={text.overdue}>{formatMoneyShort(overdue)} overdue</span>
            </>
          ) : (
            'none overdue'
          ))
        }
      />
      <Figure
        term="Members Past Due"
        value={summary.membersPastDue.toLocaleString('en-US')}
        note={aging && aging.over90 > 0 ? `${formatMoneyShort(aging.over90)} over 90 days` : summary.membersPastDue === 0 ? 'nobody is late' : null}
      />
    </dl>
  )
}
