import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleX, Clock, HandCoins } from 'lucide-react'
import { Link } from 'wouter'
import { formatMoneyShort } from '../../modules/kernel/money.ts'
import { classes } from '../ui/classes.ts'
import * as text from '../ui/text.css.ts'
import * as styles from './dashboard.css.ts'
import { dashboardQueries } from './queries.ts'

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`)

/** What an admin has to act on; a quiet network shows nothing here. */
export const Attention = ({ unappliedCredit }: { unappliedCredit: number }) => {
  const toConfirm = useQuery(dashboardQueries.toConfirm).data ?? 0
  const failed = useQuery(dashboardQueries.failed).data ?? 0
  const items = [
    {
      show: toConfirm > 0,
      icon: <Clock className={text.pending} />,
      words: counted(toConfirm, 'payment to confirm', 'payments to confirm'),
      href: '/payors?tab=assessment-bills&status=PendingConfirmation',
    },
    {
      show: failed > 0,
      icon: <CircleX className={text.overdue} />,
      words: counted(failed, 'bank debit failed', 'bank debits failed'),
      href: '/payors?tab=assessment-bills&status=Failed',
    },
    {
      show: unappliedCredit > 0,
      icon: <HandCoins className={text.muted} />,
      words: `${formatMoneyShort(unappliedCredit)} not applied to a bill`,
      href: '/payors',
    },
  ].filter(({ show }) => show)
  if (items.length === 0) return null
  return (
    <section className={styles.todo} aria-labelledby="attention">
      <h2 className={styles.todoTitle} id="attention">
        Needs attention
      </h2>
      <ul className={styles.todoList}>
        {items.map(({ words, icon, href }) => (
          <li key={href} className={styles.todoItem}>
            <Link href={href} className={styles.todoLink}>
              {icon}
              <span>{words}</span>
              <ChevronRight className={classes(styles.go)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
