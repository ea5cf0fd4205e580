import { Undo2 } from 'lucide-react'
import { Link } from 'wouter'
import type { AppliedCredit } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { receiptLabel } from '../../modules/kernel/payment-methods.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import { formatDayOf } from '../api/network-clock.ts'
import { PaymentBadge } from '../payors/payment-badge.tsx'
import { useMayChange } from '../session/may-change.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { block, medium, money, muted, sectionHead, small } from '../ui/text.css.ts'
import * as styles from './bill.css.ts'

type Props = {
  payments: readonly Payment[]
  applied: readonly AppliedCredit[]
  onReverse: (payment: Payment) => void
  onTakeBack: (credit: AppliedCredit) => void
}

/** The money that settles the bill: what came in for it, and credit of other bills. */
export const BillPayments = ({ payments, applied, onReverse, onTakeBack }: Props) => {
  const mayChange = useMayChange()
  if (payments.length === 0 && applied.length === 0) return null
  return (
    <section aria-labelledby="bill-payments">
      <div className={sectionHead}>
        <h2 id="bill-payments">Payments</h2>
      </div>
      <ul>
        {payments.map((payment) => (
          <li key={payment.id} className={styles.money}>
            <span>
              <span className={classes(medium, block)}>{receiptLabel(payment.method)}</span>
              <span className={classes(small, muted)}>
                {payment.description !== null && payment.description !== payment.assessment.program.name
                  ? `${formatDayOf(payment.createdAt)} · ${payment.description}`
                  : formatDayOf(payment.createdAt)}
              </span>
            </span>
            {payment.status !== 'Completed' && <PaymentBadge status={payment.status} />}
            <span className={classes(medium, money)}>{formatMoney(payment.amount)}</span>
            {mayChange && payment.status === 'Completed' && (
              <Button
                icon={Undo2}
                aria-label={`Reverse, ${receiptLabel(payment.method)}, ${formatMoney(payment.amount)}`}
                onClick={() => onReverse(payment)}
              >
                Reverse
              </Button>
            )}
          </li>
        ))}
        {applied.map((credit) => (
          <li key={credit.creditId} className={styles.money}>
            <span>
              <span className={classes(medium, block)}>Credit</span>
              <Link href={`/payors/bills/${credit.fromBillId}`} className={small}>
                From another bill
              </Link>
            </span>
            <span className={classes(medium, money)}>{formatMoney(credit.amount)}</span>
            {mayChange && (
              <Button icon={Undo2} aria-label={`Take back, credit, ${formatMoney(credit.amount)}`} onClick={() => onTakeBack(credit)}>
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
