import { Undo2 } from 'lucide-react'
import { Link } from 'wouter'
import type { AppliedCredit } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { receiptLabel } from '../../modules/kernel/receipt-methods.ts'
import type { SettledPayment } from '../../modules/payments/contract.ts'
import { formatDayOf } from '../domain/api/network-clock.ts'
import { PaymentBadge, ReceiptLink } from '../domain/payment/payment.tsx'
import { payoutPage } from '../domain/payment/payout-words.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { block, medium, money, muted, reach, sectionHead, small } from '../ui/text.css.ts'
import * as styles from './bill.css.ts'

type Props = {
  payments: readonly SettledPayment[]
  applied: readonly AppliedCredit[]
  /** The actions on payments and credits. Absent when an earlier moment is shown. */
  on?: {
    reverse: (payment: SettledPayment) => void
    refund: (payment: SettledPayment) => void
    takeBack: (credit: AppliedCredit) => void
  }
}

type LineProps = { payment: SettledPayment; onReverse?: () => void; onRefund?: () => void }

/** Stripe's fee, the net amount, and the payout that transfers it to the bank. */
const SettlementLine = ({ settlement: { fee, net, payoutId } }: { settlement: NonNullable<SettledPayment['settlement']> }) => (
  <span className={classes(small, muted, block)}>
    {fee !== null && net !== null && `Fee ${formatMoney(fee)} · Net ${formatMoney(net)}`}
    {payoutId !== null && (
      <>
        {fee !== null && ' · '}
        <Link href={payoutPage(payoutId)} className={reach}>
          See payout
        </Link>
      </>
    )}
  </span>
)

/** A payment through Stripe can be refunded, a payment by hand reversed. */
const PaymentLine = ({ payment, onReverse, onRefund }: LineProps) => {
  const { status, amount, method, reference, createdAt, settlement } = payment
  const called = `${receiptLabel(method)}, ${formatMoney(amount)}`
  return (
    <li className={styles.money}>
      <span>
        <span className={styles.moneyName}>
          <span className={medium}>{receiptLabel(method)}</span>
          {status !== 'Completed' && <PaymentBadge status={settlement?.disputed ? 'Disputed' : status} />}
        </span>
        <span className={classes(small, muted, block)}>{[formatDayOf(createdAt), reference].filter(Boolean).join(' · ')}</span>
        <span className={classes(small, block)}>
          <ReceiptLink payment={payment} />
        </span>
        {settlement && <SettlementLine settlement={settlement} />}
      </span>
      <span className={classes(medium, money)}>{formatMoney(amount)}</span>
      {onRefund && settlement && settlement.refundable > 0 && (
        <Button icon={Undo2} aria-label={`Refund, ${called}`} onClick={onRefund}>
          Refund
        </Button>
      )}
      {onReverse && !settlement && status === 'Completed' && (
        <Button icon={Undo2} aria-label={`Reverse, ${called}`} onClick={onReverse}>
          Reverse
        </Button>
      )}
    </li>
  )
}

/** The payments that settle the bill, and credit from other bills. */
export const BillPayments = ({ payments, applied, on }: Props) => {
  const may = useMayChange() ? on : undefined
  if (payments.length === 0 && applied.length === 0) return null
  return (
    <section aria-labelledby="bill-payments">
      <div className={sectionHead}>
        <h2 id="bill-payments">Payments</h2>
      </div>
      <ul>
        {payments.map((payment) => (
          <PaymentLine
            key={payment.id}
            payment={payment}
            {...(may ? { onReverse: () => may.reverse(payment), onRefund: () => may.refund(payment) } : {})}
          />
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
            {may && (
              <Button icon={Undo2} aria-label={`Take back, credit, ${formatMoney(credit.amount)}`} onClick={() => may.takeBack(credit)}>
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
