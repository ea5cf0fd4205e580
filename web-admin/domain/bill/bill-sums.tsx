import type { Bill } from '../../../modules/bills/contract.ts'
import { formatMoney } from '../../../modules/kernel/money.ts'
import { isPartlyPaid, sumsOf } from '../../../modules/shared/sums.ts'
import { sub } from '../../ui/table.css.ts'
import { money } from '../../ui/text.css.ts'

/** A bill's amount; if the bill is partly paid, also the paid and the open part. */
export const BillSums = ({ bill }: { bill: Pick<Bill, 'amount' | 'balance'> }) => {
  const [total, ...parts] = isPartlyPaid(bill) ? sumsOf(bill, formatMoney) : [formatMoney(bill.amount)]
  return (
    <span className={money}>
      {total}
      {parts.map((part) => (
        <span key={part} className={sub}>
          {part}
        </span>
      ))}
    </span>
  )
}
