import { Undo2 } from 'lucide-react'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import { methodOf } from '../payors/payments-list.tsx'
import { useMayChange } from '../session/may-change.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { block, medium, money, muted, sectionHead, small } from '../ui/text.css.ts'
import * as styles from './bill.css.ts'

type Props = { payments: Payment[]; onReverse: (payment: Payment) => void }

/** The money that came in for the bill. */
export const BillPayments = ({ payments, onReverse }: Props) => {
  const mayChange = useMayChange()
  if (payments.length === 0) return null
  return (
    <section aria-labelledby="bill-payments">
      <div className={sectionHead}>
        <h2 id="bill-payments">Payments</h2>
      </div>
      <ul>
        {payments.map((payment) => (
          <li key={payment.id} className={styles.money}>
            <span>
              <span className={classes(medium, block)}>{methodOf(payment)}</span>
              <span className={classes(small, muted)}>
                {payment.description !== null && payment.description !== payment.assessment.program.name
                  ? `${formatDay(payment.createdAt)} · ${payment.description}`
                  : formatDay(payment.createdAt)}
              </span>
            </span>
            {payment.status !== 'Completed' && <StatusBadge status={payment.status} />}
            <span className={classes(medium, money)}>{formatMoney(payment.amount)}</span>
            {mayChange && payment.status === 'Completed' && (
              <Button icon={Undo2} aria-label={`Reverse, ${methodOf(payment)}, ${formatMoney(payment.amount)}`} onClick={() => onReverse(payment)}>
                Reverse
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
