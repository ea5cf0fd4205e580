import type { PublicBill, PublicPayment } from '../../../modules/bills/contract.ts'
import { formatDayIn } from '../../../modules/shared/day-words.ts'
import { paidByWords } from '../../../modules/shared/payer-words.ts'
import { row, rowLabel, rows } from '../controls.css.ts'
import { type LinkContext, receiptPath } from '../links.ts'
import { formatMoney } from '../words/format.ts'
import { useWords } from '../words/words.ts'
import { afterBill, paymentRow, receiptLink, struck } from './bill.css.ts'

export const isGone = ({ status }: PublicPayment): boolean => status === 'Reversed' || status === 'Refunded'

const PaymentRow = ({ payment, at }: { payment: PublicPayment; at: LinkContext }) => {
  const { t, lang } = useWords()
  const { id, amount, refunded, method, reference, receivedOn, receiptNumber, status, paidBy } = payment
  const takenBack = { Completed: null, PartiallyRefunded: t.refundedOf(formatMoney(refunded)), Refunded: t.refunded, Reversed: t.takenBack }[status]
  return (
    <li className={`${row} ${paymentRow}`}>
      <p>
        <span className={isGone(payment) ? struck : undefined}>{formatMoney(amount)}</span>
        <span className={rowLabel}>
          {[formatDayIn(lang, receivedOn), paidBy && paidByWords[lang](paidBy.name), method && t.paidBy[method], reference, takenBack]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {/* In a frame, the link opens the receipt in a new tab, since the receipt would not fit into the frame. */}
      <a className={receiptLink} href={receiptPath(at, id)} target={at.embedded ? '_blank' : undefined} rel="noopener">
        {t.receipt(receiptNumber)}
      </a>
    </li>
  )
}

/** The bill's payments: date, payer if it is another, method, amount, reference and receipt. */
export const BillPayments = ({ bill, at }: { bill: PublicBill; at: LinkContext }) => {
  const { t } = useWords()
  // A page of an earlier version may lack these fields.
  const { payments = [], credited = 0 } = bill
  if (payments.length === 0 && credited === 0) return null
  // A payment that was refunded or reversed does not count as a payment.
  const counts = credited > 0 || payments.some((payment) => !isGone(payment))
  return (
    <div className={afterBill}>
      <h2>{counts && bill.balance > 0 ? t.paymentsSoFar : t.payments}</h2>
      <ul className={rows}>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} at={at} />
        ))}
        {credited > 0 && (
          <li className={`${row} ${paymentRow}`}>
            <p>
              {formatMoney(credited)}
              <span className={rowLabel}>{t.fromCredit}</span>
            </p>
          </li>
        )}
      </ul>
    </div>
  )
}
