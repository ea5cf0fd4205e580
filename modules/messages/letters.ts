import { daysBetween, type LocalDate } from '../kernel/dates.ts'
import type { BillId, MessageId, NetworkId } from '../kernel/ids.ts'
import { formatDayIn, type Language } from '../kernel/language.ts'
import { type Cents, formatMoney, toDollars } from '../kernel/money.ts'
import type { Letter } from '../platform/letter.ts'
import type { PendingMail } from './contract.ts'
import { type Words, words } from './words.ts'

/** Where the links of a mail lead. */
export type LetterContext = Readonly<{
  pay: (bill: BillId) => string
  unsubscribe: (networkId: NetworkId, email: string) => string
  /** For networks that note it: a picture that tells of an opened mail, and a way to the pay page that tells of a click. */
  opened: (id: MessageId) => string
  clicked: (id: MessageId, bill: BillId) => string
}>

type Bill = PendingMail['bills'][number]
type Body = Omit<Letter, 'language' | 'heading' | 'pixel'>

const money = (cents: Cents): string => formatMoney(toDollars(cents))

const whenDue = (t: Words, language: Language, today: LocalDate, dueDate: LocalDate): string => {
  const days = daysBetween(today, dueDate)
  const day = formatDayIn(language, dueDate)
  return days > 0 ? t.due(day) : days === 0 ? t.dueToday : t.overdueSince(day)
}

const reminderOf = (mail: PendingMail, t: Words, urlOf: (bill: Bill) => string): Body | null => {
  const open = mail.bills.filter(({ open, active }) => open && active)
  const [first] = open
  if (!first) return null
  const when = ({ dueDate }: Bill) => whenDue(t, mail.language, mail.today, dueDate)
  const total = money(open.reduce((sum, { balance }) => sum + balance, 0))
  const alone = open.length === 1
  return {
    subject: alone ? t.reminder.subject(first.programName, when(first)) : t.reminder.subjectOfMany(total, open.length),
    paragraphs: [t.dear(mail.salutation), alone ? t.reminder.text(first.programName) : t.reminder.textOfMany],
    amount: { figure: total, caption: alone ? when(first) : t.captions.open(open.length) },
    ...(alone ? {} : { rows: open.map((bill) => ({ name: bill.programName, detail: when(bill), figure: money(bill.balance), url: urlOf(bill) })) }),
    action: { label: t.viewAndPay, url: urlOf(first) },
    closing: t.reminder.closing,
  }
}

const billOf = ({ salutation, language }: PendingMail, t: Words, bill: Bill, url: string): Body | null => {
  if (!bill.open) return null
  const { programName, balance, dueDate } = bill
  const amount = money(balance)
  const day = formatDayIn(language, dueDate)
  const methods = new Intl.ListFormat(language, { type: 'disjunction' }).format(bill.methods.map((method) => t.methods[method]))
  return {
    subject: t.bill.subject(programName, amount, day),
    preview: t.bill.preview(programName, amount, day),
    paragraphs: [t.dear(salutation), t.bill.text(programName)],
    amount: { figure: amount, caption: t.captions.due(day) },
    action: { label: t.viewAndPay, url },
    closing: t.bill.closing(methods),
  }
}

const bodyOf = (mail: PendingMail, t: Words, urlOf: (bill: Bill) => string): Body | null => {
  const [bill] = mail.bills
  if (!bill) return null
  const { programName, balance } = bill
  const day = formatDayIn(mail.language, bill.dueDate)
  const dear = t.dear(mail.salutation)
  const view = { label: t.viewBill, url: urlOf(bill) }
  const pay = { label: t.viewAndPay, url: urlOf(bill) }
  switch (mail.purpose) {
    case 'bill':
      return billOf(mail, t, bill, urlOf(bill))
    case 'reminder':
      return reminderOf(mail, t, urlOf)
    case 'receipt': {
      if (!mail.payment) return null
      const amount = money(mail.payment.amount)
      return {
        subject: t.receipt.subject(programName, amount),
        paragraphs: [dear, t.receipt.text(programName, amount), balance > 0 ? t.receipt.stillOpen(money(balance), day) : t.receipt.paidInFull],
        amount: { figure: amount, caption: t.captions.received },
        action: balance > 0 ? pay : view,
      }
    }
    case 'claim-received':
      return {
        subject: t.claimReceived.subject(programName),
        paragraphs: [dear, t.claimReceived.text(programName, money(balance))],
        action: view,
      }
    case 'claim-not-received':
      return {
        subject: t.claimNotReceived.subject(programName),
        paragraphs: [
          dear,
          `${t.claimNotReceived.text(programName)}${mail.note ? ` ${mail.note}` : ''}`,
          t.claimNotReceived.open(money(balance), day),
        ],
        action: pay,
      }
  }
}

/** What a waiting mail says, in its network's language; null when there is nothing left to say. */
export const letterOf = (mail: PendingMail, links: LetterContext): Letter | null => {
  const { id, email, language, networkId, networkName, purpose, trackMail } = mail
  const t = words[language]
  const body = bodyOf(mail, t, ({ id: bill }) => (trackMail ? links.clicked(id, bill) : links.pay(bill)))
  if (!body || !email) return body && { language, heading: networkName, ...body }
  // Who wants no reminders still gets bills and receipts; a receipt offers nothing to stop.
  const stoppable = purpose === 'bill' || purpose === 'reminder'
  return {
    language,
    heading: networkName,
    ...body,
    reason: (stoppable ? t[purpose].reason : t.reason)(email, networkName),
    ...(stoppable ? { unsubscribe: { label: t.stopReminders(networkName), url: links.unsubscribe(networkId, email) } } : {}),
    ...(trackMail ? { pixel: links.opened(id) } : {}),
  }
}
