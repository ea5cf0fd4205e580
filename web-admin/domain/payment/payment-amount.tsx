import { formatMoney } from '../../../modules/kernel/money.ts'
import type { Payment } from '../../../modules/payments/contract.ts'
import { classes } from '../../ui/classes.ts'
import { sub } from '../../ui/table.css.ts'
import { medium, money } from '../../ui/text.css.ts'
import { PaymentBadge } from './payment-badge.tsx'

/** The refunded, disputed, reversed and net parts of a payment; null if nothing was taken from it. */
const leftOf = ({ amount, remaining }: Payment): string | null => {
  if (!remaining || remaining.net === amount) return null
  const { refunded, disputed, net } = remaining
  const reversed = amount - refunded - disputed - net
  const parts = [
    refunded > 0 && `${formatMoney(refunded)} refunded`,
    disputed > 0 && `${formatMoney(disputed)} disputed`,
    reversed > 0.001 && `${formatMoney(reversed)} reversed`,
    `${formatMoney(net)} net`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** A payment's amount and status, for a table. */
export const PaymentAmount = ({ payment }: { payment: Payment }) => (
  <>
    <span className={money}>{formatMoney(payment.amount)}</span>
    <PaymentLeft payment={payment} />
    {payment.status !== 'Completed' && (
      <span className={sub}>
        <PaymentBadge status={payment.status} />
      </span>
    )}
  </>
)

const PaymentLeft = ({ payment }: { payment: Payment }) => {
  const left = leftOf(payment)
  return left && <span className={sub}>{left}</span>
}

/** The same for a narrow screen, where the badge is below. */
export const PaymentSide = ({ payment }: { payment: Payment }) => (
  <span>
    <span className={classes(medium, money)}>{formatMoney(payment.amount)}</span>
    <PaymentLeft payment={payment} />
  </span>
)
