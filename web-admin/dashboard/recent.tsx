import { HandCoins } from 'lucide-react'
import { Link } from 'wouter'
import { formatMoneyShort } from '../../modules/kernel/money.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import { dayOf, today } from '../domain/api/network-clock.ts'
import { classes } from '../ui/classes.ts'
import { daysAgo } from '../ui/days.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import * as text from '../ui/text.css.ts'
import * as styles from './dashboard.css.ts'
import { payerOf } from './payer.ts'

const undone = (status: Payment['status']): boolean => status === 'Refunded' || status === 'Reversed'

export const Recent = ({ payments }: { payments: Payment[] }) => (
  <section className={styles.recent} aria-labelledby="recent">
    <div className={text.sectionHead}>
      <h2 id="recent">Recent Payments</h2>
      <Link href="/payors" className={text.small}>
        View all
      </Link>
    </div>
    {payments.length === 0 ? (
      <EmptyState level={3} icon={HandCoins} title="No payments found">
        Payments appear here as they arrive.
      </EmptyState>
    ) : (
      <ul>
        {payments.map((payment) => (
          <li key={payment.id} className={styles.feedRow}>
            <span className={text.grow}>
              <span className={classes(text.medium, text.block)}>{payerOf(payment)}</span>
              <span className={classes(text.small, text.muted, text.block)}>{payment.assessment.program.name}</span>
            </span>
            <span className={text.numeric}>
              <span className={classes(text.money, text.medium, text.block, undone(payment.status) ? text.muted : text.paid)}>
                {`+${formatMoneyShort(payment.amount)}`}
              </span>
              <span className={classes(text.small, text.muted, text.nowrap)}>
                {undone(payment.status) ? payment.status.toLowerCase() : daysAgo(dayOf(payment.createdAt), today())}
              </span>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)
