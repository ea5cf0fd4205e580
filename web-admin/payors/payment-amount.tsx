import { formatMoney } from '../../modules/kernel/money.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import { sub } from '../ui/table.css.ts'
import { money } from '../ui/text.css.ts'
import { PaymentBadge } from './payment-badge.tsx'

/** A payment's amount in a table, with what has become of it since. */
export const PaymentAmount = ({ payment: { amount, status } }: { payment: Payment }) => (
  <>
    <span className={money}>{formatMoney(amount)}</span>
    {status !== 'Completed' && (
      <span className={sub}>
        <PaymentBadge status={status} />
      </span>
    )}
  </>
)
