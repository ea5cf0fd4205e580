import type { PublicBill, PublicPayment } from '../../modules/bills/contract.ts'
import type { Language } from '../../modules/kernel/language.ts'
import { formatMoney, sumDollars } from '../../modules/kernel/money.ts'
import { formatDayIn } from '../../modules/shared/day-words.ts'
import { nextOfBill } from '../../modules/shared/next-payment.ts'
import { paidByWords } from '../../modules/shared/payer-words.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import { given, linesOf, wayOf } from './sheet.ts'
import { type Words, words } from './words.ts'

type Receipt = Readonly<{ bill: PublicBill; payment: PublicPayment; language: Language; url: string }>

/** The difference of two sums in dollars, computed in cents. */
const less = (dollars: number, other: number): number => sumDollars([dollars, -other])

const itemsOf = (t: Words, { bill, payment, language }: Receipt): Sheet['items'] => {
  const { amount, refunded, status, paidBy } = payment
  const takenBack = status === 'Reversed' ? less(amount, refunded) : 0
  const line = (label: string, dollars: number) => (dollars === 0 ? [] : [{ label, detail: null, amount: formatMoney(-dollars) }])
  return [
    {
      label: bill.program.name,
      detail: given([paidBy && paidByWords[language](paidBy.name), wayOf(t, payment.method), payment.reference]).join(' · '),
      amount: formatMoney(amount),
    },
    ...line(t.receiptOf.refunded, refunded),
    ...line(t.receiptOf.takenBack, takenBack),
  ]
}

const noteOf = (t: Words, { bill, payment, language }: Receipt): string =>
  given([
    bill.balance > 0
      ? t.receiptOf.stillOpen(formatMoney(bill.balance), formatDayIn(language, bill.dueDate), nextOfBill(language, bill))
      : t.receiptOf.paidInFull,
    payment.kept > 0 ? t.receiptOf.kept(formatMoney(payment.kept)) : null,
  ]).join(' ')

/** The receipt of one payment on paper, with the content of its page and no more. */
export const receiptSheet = (receipt: Receipt): Sheet => {
  const { bill, payment, language, url } = receipt
  const t = words[language]
  const { contact, congregation } = bill
  return {
    language,
    title: t.receipt,
    code: payment.receiptNumber,
    network: bill.networkLabel ?? bill.network.name,
    address: linesOf(contact?.address),
    contact: given([contact?.name, contact?.email, contact?.phone]),
    payor: given([bill.payerName, congregation?.name === bill.payerName ? null : congregation?.name]),
    facts: [
      { label: t.facts.code, value: bill.code },
      { label: t.receiptOf.number, value: payment.receiptNumber },
      { label: t.receiptOf.day, value: formatDayIn(language, payment.receivedOn) },
      { label: t.facts.period, value: formatDayIn(language, bill.period) },
    ],
    items: itemsOf(t, receipt),
    open: { label: t.receiptOf.received, value: formatMoney(payment.status === 'Reversed' ? 0 : less(payment.amount, payment.refunded)) },
    stamp: payment.status === 'Completed' ? t.receiptOf.received : null,
    note: noteOf(t, receipt),
    pay: null,
    online: { text: t.receiptOf.look, url, picture: t.receiptOf.picture },
    slip: null,
    unprintable: t.unprintable,
  }
}
