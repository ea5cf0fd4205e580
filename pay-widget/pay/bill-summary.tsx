import BadgeCheck from 'lucide-react/icons/badge-check'
import type { PublicBill } from '../../modules/bills/contract.ts'
import { amount, blank, fact, facts, forWhat, head, late, line, slip, tag } from './bill.css.ts'
import { amountToShow, isPartlyPaid, statusMessage } from './bill-state.ts'
import { daysBetween, formatDay, formatMoney } from './format.ts'
import { useWords } from './words.ts'

const DueDate = ({ bill, today }: { bill: PublicBill; today: string }) => {
  const { t, lang } = useWords()
  const settled = statusMessage(bill) === 'paid' || statusMessage(bill) === 'pending'
  const days = daysBetween(today, bill.dueDate)
  const overdue = bill.status === 'Overdue' || days < 0
  const distance = overdue ? (days < 0 ? t.overdue(-days) : t.overdueShort) : t.dueIn(days)
  const [before = '', after = ''] = t.due('|').split('|')
  return (
    <p className={line}>
      {before}
      <time dateTime={bill.dueDate.slice(0, 10)}>{formatDay(bill.dueDate, lang)}</time>
      {after}
      {!settled && (
        <>
          {' · '}
          <span className={overdue ? late : undefined}>{distance}</span>
        </>
      )}
    </p>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className={fact}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

/** What the bill is for, how much it is, by when and from whom: above the fold of a phone. */
export const BillSummary = ({ bill, today }: { bill: PublicBill; today: string }) => {
  const { t } = useWords()
  const congregation = bill.congregation?.name
  return (
    <>
      <div className={head}>
        <h1 className={forWhat}>{bill.program.name}</h1>
        <span className={tag}>
          <BadgeCheck size={16} />
          {t.verified}
        </span>
      </div>
      <p className={amount}>{formatMoney(amountToShow(bill))}</p>
      {isPartlyPaid(bill) && <p className={line}>{t.balanceOf(formatMoney(bill.amount), formatMoney(bill.amount - bill.balance))}</p>}
      <DueDate bill={bill} today={today} />
      <dl className={facts}>
        <Fact name={t.payer} value={bill.payerName} />
        {congregation && congregation !== bill.payerName && <Fact name={t.congregation} value={congregation} />}
        <div className={slip}>
          <Fact name={t.billNumber} value={bill.id} />
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
