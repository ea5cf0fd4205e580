import type { PositionChange } from '../bills/contract.ts'
import { money } from '../kernel/money.ts'
import type { Letter } from '../platform/mail/letter.ts'
import { returnReasonOf, returnWords } from '../shared/return-words.ts'
import type { PendingMail } from './contract.ts'
import type { Figures } from './letter-figures.ts'

type Bill = PendingMail['bills'][number]
type Body = Omit<Letter, 'language' | 'heading' | 'pixel'>
type Shown = Readonly<{ bill: Bill; change: PositionChange; figures: Figures; url: string }>

/** The bill's state as of now, and the link to its page: to pay the bill if it can be paid, else to see it. */
const standing = ({ bill, figures, url }: Shown) => {
  const { t, when, next } = figures
  return {
    sentence: bill.balance > 0 ? t.changes.openNow(money(bill.balance), when(bill), next(bill)) : t.changes.nothingOpen,
    action: { label: bill.open ? t.viewAndPay : t.viewBill, url },
  }
}

const debitReturnedOf = (shown: Shown, dear: string): Body => {
  const { bill, change, figures, url } = shown
  const { t, language, of } = figures
  const { 'debit-returned': debitReturned, payAgain } = t.changes
  const { why, todo } = returnWords[language][returnReasonOf(change.code ?? null)]
  const amount = money(change.amount)
  const { sentence, action } = standing(shown)
  return {
    subject: debitReturned.subject(of(bill)),
    preview: why,
    paragraphs: [dear, debitReturned.text(of(bill), amount), ...(bill.open ? [`${why} ${todo}`] : [why]), sentence],
    amount: { figure: amount, caption: debitReturned.caption },
    action: bill.open ? { label: payAgain, url } : action,
  }
}

/** The text of a mail about a change of what a payor owes or has paid; null if a later change has made it outdated. */
export const changeLetterOf = (shown: Shown, dear: string): Body | null => {
  const { bill, change, figures } = shown
  const { t, of } = figures
  const amount = money(change.amount)
  const { sentence, action } = standing(shown)
  const credit = change.credit ? [t.changes.keptAsCredit(money(change.credit))] : []
  switch (change.kind) {
    case 'debit-returned':
      return debitReturnedOf(shown, dear)
    case 'amount-changed': {
      if (bill.archived || bill.amount !== change.amount) return null
      const { subject, text, caption } = t.changes['amount-changed']
      const before = money(change.before ?? 0)
      return {
        subject: subject(of(bill), amount),
        paragraphs: [dear, text(of(bill), amount, before), ...credit, sentence],
        amount: { figure: amount, caption: caption(before), ...figures.partly(bill) },
        action,
      }
    }
    case 'waived': {
      if (!bill.archived) return null
      const { subject, text, caption } = t.changes.waived
      return { subject: subject(of(bill)), paragraphs: [dear, text(of(bill), amount)], amount: { figure: amount, caption }, action }
    }
    default: {
      const { subject, text, caption } = t.changes[change.kind]
      return {
        subject: subject(of(bill), amount),
        paragraphs: [dear, text(of(bill), amount), sentence],
        amount: { figure: amount, caption },
        action,
      }
    }
  }
}
