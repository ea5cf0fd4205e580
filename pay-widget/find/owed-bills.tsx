import type { OwedBill } from '../../modules/find-bills/contract.ts'
import { card, cardFacts, cardHead, cards, money, name, sub } from '../pay/account/account.css.ts'
import { DueDay } from '../pay/account/due-day.tsx'
import { StatusBadge } from '../pay/account/status-badge.tsx'
import { button, large } from '../pay/controls.css.ts'
import { choosePath } from '../pay/links.ts'
import { formatMoney } from '../pay/words/format.ts'
import { listWords } from '../pay/words/lists.ts'
import { useWords } from '../pay/words/words.ts'
import { findWords } from './words.ts'

export const OwedBills = ({ bills, langChosen }: { bills: OwedBill[]; langChosen: boolean }) => {
  const { lang } = useWords()
  const words = findWords[lang]
  return (
    <ul className={cards}>
      {bills.map(({ id, status, programName, payorName, balance, dueDate, nextDue, daysLeft }) => (
        <li key={id} className={card}>
          <div className={cardHead}>
            <p className={name}>
              {programName}
              <span className={sub}>{payorName}</span>
            </p>
            <StatusBadge status={status} />
          </div>
          <dl className={cardFacts}>
            <div>
              <dt>{listWords[lang].columns.dueDate}</dt>
              <dd>
                <DueDay bill={{ dueDate, nextDue, daysLeft }} payable />
              </dd>
            </div>
            <div>
              <dt>{words.amountOpen}</dt>
              <dd className={money}>{formatMoney(balance)}</dd>
            </div>
          </dl>
          <a
            className={`${button} ${large}`}
            href={choosePath({ id, lang, langChosen, embedded: null })}
            aria-label={`${words.view}: ${programName}, ${payorName}`}
          >
            {words.view}
          </a>
        </li>
      ))}
    </ul>
  )
}
