import BadgeCheck from 'lucide-react/icons/badge-check'
import type { PublicBill } from '../../../modules/bills/contract.ts'
import { formatDayIn } from '../../../modules/shared/day-words.ts'
import { isPartlyPaid, sumsOf } from '../../../modules/shared/sums.ts'
import { distanceOf, formatMoney } from '../words/format.ts'
import { useWords } from '../words/words.ts'
import { amount, blank, fact, facts, forWhat, head, late, line, slip, tag } from './bill.css.ts'
import { dueOf, statusMessage } from './bill-state.ts'
import { Fact } from './fact.tsx'
import { rare } from './rare.ts'

const DueDate = ({ bill }: { bill: PublicBill }) => {
  const { t, lang } = useWords()
  const settled = statusMessage(bill) === 'paid' || statusMessage(bill) === 'pending'
  const overdue = bill.daysLeft < 0
  const dueDate = bill.nextDue?.dueDate ?? bill.dueDate
  const [before = '', after = ''] = t.due('|').split('|')
  return (
    <p className={line}>
      {before}
      <time dateTime={dueDate.slice(0, 10)}>{formatDayIn(lang, dueDate)}</time>
      {after}
      {!settled && (
        <>
          {' · '}
          <span className={overdue ? late : undefined}>{distanceOf(t, bill.daysLeft)}</span>
        </>
      )}
    </p>
  )
}

/** Program, amount to pay, due date and network. Fits on the first screen of a phone. */
export const BillSummary = ({ bill, whole }: { bill: PublicBill; whole: boolean }) => {
  const { t, lang } = useWords()
  const congregation = bill.congregation?.name
  const message = statusMessage(bill)
  const part = !message && !whole && rare.partToPay?.(bill, lang)
  return (
    <>
      <div className={head}>
        <h1 className={forWhat}>{bill.program.name}</h1>
        <span className={tag}>
          <BadgeCheck size={16} />
          {t.verified}
        </span>
      </div>
      <p className={amount}>{formatMoney((message === 'pending' && bill.claimed?.amount) || dueOf(bill, whole || message !== null))}</p>
      {part && <p className={line}>{part}</p>}
      {(message === 'paid' || isPartlyPaid(bill) || bill.plan) && <p className={line}>{sumsOf(bill, formatMoney, lang).join(', ')}</p>}
      <DueDate bill={bill} />
      <dl className={facts}>
        <Fact name={t.payer} value={bill.payerName} />
        {congregation && congregation !== bill.payerName && <Fact name={t.congregation} value={congregation} />}
        <div className={slip}>
          <Fact name={t.billNumber} value={bill.code} />
          <div className={fact}>
            <dt>{t.amountSent}</dt>
            <dd className={blank} />
          </div>
          <div className={fact}>
            <dt>{t.dateSent}</dt>
            <dd className={blank} />
          </div>
        </div>
      </dl>
    </>
  )
}
