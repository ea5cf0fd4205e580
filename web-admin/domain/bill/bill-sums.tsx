import type { Bill } from '../../../modules/bills/contract.ts'
import { formatMoney } from '../../../modules/kernel/money.ts'
import { isPartlyPaid, sumsOf } from '../../../modules/shared/sums.ts'
import { sub } from '../../ui/table.css.ts'
import { money } from '../../ui/text.css.ts'

/** A bill's amount; of one that is partly paid, what is paid and what is open beneath it. */
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
