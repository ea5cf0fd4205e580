import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatMoneyShort } from '../../modules/kernel/money.ts'
import type { AgingReport } from '../../modules/payments/contract.ts'
import { dashboardQueries } from '../domain/dashboard.ts'
import { classes } from '../ui/classes.ts'
import * as text from '../ui/text.css.ts'
import * as styles from './dashboard.css.ts'

const buckets: readonly [keyof AgingReport, string][] = [
  ['days1to30', '1–30 days'],
  ['days31to60', '31–60 days'],
  ['days61to90', '61–90 days'],
  ['over90', 'over 90 days'],
]

/** How old the overdue money is; nothing while none is overdue. */
export const Overdue = () => {
  const aging = useQuery(dashboardQueries.aging).data
  if (!aging || aging.total <= aging.current) return null
  return (
    <section aria-labelledby="overdue" className={styles.overdue}>
      <h2 id="overdue" className={styles.todoTitle}>
        Overdue
      </h2>
      <dl className={styles.buckets}>
        {buckets.map(([bucket, words]) => (
          <div key={bucket} className={styles.bucket}>
            <dt className={classes(text.small, text.muted)}>{words}</dt>
            <dd className={classes(text.money, text.medium, aging[bucket] > 0 ? text.overdue : text.muted)}>{formatMoneyShort(aging[bucket])}</dd>
          </div>
        ))}
      </dl>
      <Link href="/payors?tab=assessment-bills&status=Overdue&orderBy=dueDate&order=asc" className={classes(text.small, text.reach, text.onScreen)}>
        View overdue bills
      </Link>
    </section>
  )
}
