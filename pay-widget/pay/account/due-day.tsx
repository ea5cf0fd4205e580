import type { MyBill } from '../../../modules/bills/contract.ts'
import { formatDayIn } from '../../../modules/shared/day-words.ts'
import { nextAmount } from '../../../modules/shared/next-payment.ts'
import { distanceOf, formatMoney } from '../words/format.ts'
import { useWords } from '../words/words.ts'
import { sub } from './account.css.ts'

type Props = { bill: Pick<MyBill, 'dueDate' | 'nextDue' | 'daysLeft'>; payable: boolean }

/** The day on which money is due next, and its distance; for a bill with a plan, also the amount of the next part. */
export const DueDay = ({ bill: { dueDate, nextDue, daysLeft }, payable }: Props) => {
  const { t, lang } = useWords()
  const day = nextDue?.dueDate ?? dueDate
  return (
    <>
      <time dateTime={day.slice(0, 10)}>{formatDayIn(lang, day)}</time>
      {payable && <span className={sub}>{distanceOf(t, daysLeft)}</span>}
      {nextDue && <span className={sub}>{nextAmount(lang, formatMoney(nextDue.amount))}</span>}
    </>
  )
}
