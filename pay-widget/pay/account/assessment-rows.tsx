import type { MouseEvent } from 'react'
import type { MyBill } from '../../../modules/bills/contract.ts'
import { chargeNote } from '../../../modules/shared/autopay-words.ts'
import { isPartlyPaid, sumsOf } from '../../../modules/shared/sums.ts'
import { isPayable, messageOf } from '../bill/bill-state.ts'
import { button, large } from '../controls.css.ts'
import { formatMoney } from '../words/format.ts'
import { useListWords } from '../words/lists.ts'
import { useWords } from '../words/words.ts'
import { action, card, cardFacts, cardHead, cards, money, name, number, sub, table } from './account.css.ts'
import { DueDay } from './due-day.tsx'
import { StatusBadge } from './status-badge.tsx'

/** A click anywhere in a row opens the bill; keyboard users have the link and the button. */
const open = (href: string) => (event: MouseEvent<HTMLElement>) => {
  if ((event.target as HTMLElement).closest('a') || String(getSelection())) return
  location.assign(href)
}

/** The name of the bill's payor. It tells bills apart if several payors share the signed-in e-mail address. */
const payorOf = ({ individualMember, congregation }: MyBill): string =>
  individualMember ? `${individualMember.firstName} ${individualMember.lastName}`.trim() : (congregation?.name ?? '')

const Name = ({ bill, href }: { bill: MyBill; href: string }) => (
  <>
    {isPayable(bill) ? <a href={href}>{bill.program.name}</a> : bill.program.name}
    <span className={sub}>{payorOf(bill)}</span>
    {bill.program.description && <span className={sub}>{bill.program.description}</span>}
  </>
)

const Amount = ({ bill }: { bill: MyBill }) => {
  const { lang } = useWords()
  const [total, ...rest] = isPartlyPaid(bill) ? sumsOf(bill, formatMoney, lang) : [formatMoney(bill.amount)]
  return (
    <span className={money}>
      {total}
      {rest.map((sum) => (
        <span key={sum} className={sub}>
          {sum}
        </span>
      ))}
    </span>
  )
}

const DueDate = ({ bill }: { bill: MyBill }) => {
  const { lang } = useWords()
  return (
    <>
      <DueDay bill={bill} payable={isPayable(bill)} />
      {bill.autopay && <span className={sub}>{chargeNote(lang, formatMoney(bill.autopay.amount), bill.autopay)}</span>}
    </>
  )
}

/** The button to pay a bill, or the reason why it cannot be paid. A paid bill has neither. */
const Action = ({ bill, href, word, className }: { bill: MyBill; href: string; word: string; className: string }) => {
  const { t } = useWords()
  if (isPayable(bill))
    return (
      <a className={className} href={href}>
        {word}
      </a>
    )
  const message = messageOf(bill)
  return message && message !== 'paid' && <p className={action}>{t.banners[message][1]}</p>
}

/** `hrefOf`: the address of a bill's pay page. */
type Props = { bills: MyBill[]; hrefOf: (id: string) => string }

export const AssessmentTable = ({ bills, hrefOf }: Props) => {
  const words = useListWords()
  return (
    <table className={table}>
      <thead>
        <tr>
          <th scope="col">{words.columns.assessment}</th>
          <th scope="col">{words.columns.status}</th>
          <th scope="col">{words.columns.dueDate}</th>
          <th scope="col" className={number}>
            {words.columns.amount}
          </th>
          <th scope="col">{words.columns.action}</th>
        </tr>
      </thead>
      <tbody>
        {bills.map((bill) => (
          <tr key={bill.id} {...(isPayable(bill) ? { title: words.clickToPay, onClick: open(hrefOf(bill.id)) } : {})}>
            <td className={name}>
              <Name bill={bill} href={hrefOf(bill.id)} />
            </td>
            <td>
              <StatusBadge status={bill.status} />
            </td>
            <td>
              <DueDate bill={bill} />
            </td>
            <td className={number}>
              <Amount bill={bill} />
            </td>
            <td>
              <Action bill={bill} href={hrefOf(bill.id)} word={words.pay} className={button} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const AssessmentCards = ({ bills, hrefOf }: Props) => {
  const words = useListWords()
  return (
    <ul className={cards}>
      {bills.map((bill) => (
        <li key={bill.id} className={card} {...(isPayable(bill) ? { title: words.clickToPay, onClick: open(hrefOf(bill.id)) } : {})}>
          <div className={cardHead}>
            <p className={name}>
              <Name bill={bill} href={hrefOf(bill.id)} />
            </p>
            <StatusBadge status={bill.status} />
          </div>
          <dl className={cardFacts}>
            <div>
              <dt>{words.columns.dueDate}</dt>
              <dd>
                <DueDate bill={bill} />
              </dd>
            </div>
            <div>
              <dt>{words.columns.amount}</dt>
              <dd>
                <Amount bill={bill} />
              </dd>
            </div>
          </dl>
          <Action bill={bill} href={hrefOf(bill.id)} word={words.payNow} className={`${button} ${large}`} />
        </li>
      ))}
    </ul>
  )
}
