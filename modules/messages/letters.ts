import type { Contact } from '../kernel/contact.ts'
import { daysBetween, type LocalDate } from '../kernel/dates.ts'
import { formatDayIn } from '../kernel/day-words.ts'
import type { BillId, MessageId, NetworkId, PaymentId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import { type Cents, formatMoney, toDollars } from '../kernel/money.ts'
import { paidBy } from '../kernel/receipt-words.ts'
import { isPartlyPaid, sumsOf } from '../kernel/sums.ts'
import type { Letter } from '../platform/mail/letter.ts'
import type { PendingMail } from './contract.ts'
import { type Words, words } from './words.ts'

/** Where the links of a mail lead. */
export type LetterContext = Readonly<{
  pay: (bill: BillId, language: Language) => string
  receipt: (bill: BillId, payment: PaymentId, language: Language) => string
  /** Everything that is billed to whoever signs in. */
  assessments: () => string
  unsubscribe: (networkId: NetworkId, email: string) => string
  /** For networks that note it: a picture that tells of an opened mail, and a way to the pay page that tells of a click. */
  opened: (id: MessageId) => string
  clicked: (id: MessageId, bill: BillId, language: Language, payment?: PaymentId) => string
  /** A file that proves that a payment is in the books (R169). */
  proof: (networkId: NetworkId, payment: PaymentId) => string
}>

type Bill = PendingMail['bills'][number]
type Body = Omit<Letter, 'language' | 'heading' | 'pixel'>
/** Each bill's page, and the one place for all of a payor's bills, which only a sign-in opens. */
type Urls = Readonly<{
  of: (bill: Bill) => string
  receipt: (bill: Bill, payment: PaymentId) => string
  all: string | null
  proof: (payment: PaymentId) => string
}>

const money = (cents: Cents): string => formatMoney(toDollars(cents))

const sums = (bill: Bill, language: Language): string => sumsOf(bill, money, language).join(', ')

/** How what is asked for comes about, where some of the bill is paid already. */
const partly = (bill: Bill, language: Language): { sums: string } | undefined => (isPartlyPaid(bill) ? { sums: sums(bill, language) } : undefined)

/** 'due Mar 31, 2026', 'due today', 'overdue since Mar 31, 2026 (12 days)'. */
const whenDue = (t: Words, language: Language, today: LocalDate, dueDate: LocalDate): string => {
  const days = daysBetween(today, dueDate)
  const day = formatDayIn(language, dueDate)
  return days > 0 ? t.due(day) : days === 0 ? t.dueToday : t.overdueSince(day, -days)
}

/** As the beginning of a line. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Those of a digest's bills that can still be asked for. */
export const billsToRemindOf = ({ bills }: PendingMail): readonly Bill[] => bills.filter(({ open, active }) => open && active)

const reminderOf = (mail: PendingMail, t: Words, { of: urlOf, all }: Urls): Body | null => {
  const { language } = mail
  const open = billsToRemindOf(mail)
  const [first] = open
  if (!first) return null
  const when = ({ dueDate }: Bill) => whenDue(t, language, mail.today, dueDate)
  const dear = t.dear(mail.salutation)
  const byHand = open.some(({ methods }) => methods.length > 0)
  const { closing, alreadySent, alreadySentSome } = t.reminder
  if (open.length === 1)
    return {
      subject: t.reminder.subject(first.programName, when(first)),
      paragraphs: [dear, t.reminder.text(first.programName)],
      amount: { figure: money(first.balance), caption: capital(when(first)), ...partly(first, language) },
      action: { label: t.viewAndPay, url: urlOf(first) },
      closing: byHand ? alreadySent : closing,
    }
  const total = money(open.reduce((sum, { balance }) => sum + balance, 0))
  return {
    subject: t.reminder.subjectOfMany(total, open.length),
    paragraphs: [dear, t.reminder.textOfMany],
    amount: { figure: total, caption: t.captions.open(open.length) },
    rows: open.map((bill) => ({
      name: bill.programName,
      detail: [when(bill), partly(bill, language)?.sums].filter(Boolean).join(' · '),
      figure: money(bill.balance),
      action: { label: t.viewAndPay, url: urlOf(bill) },
    })),
    ...(all === null ? {} : { action: { label: t.viewAll, url: all } }),
    closing: byHand ? alreadySentSome : closing,
  }
}

const billOf = ({ salutation, language, today }: PendingMail, t: Words, bill: Bill, url: string): Body | null => {
  if (!bill.open) return null
  const { programName, balance, dueDate } = bill
  const amount = money(balance)
  const when = whenDue(t, language, today, dueDate)
  const methods = new Intl.ListFormat(language, { type: 'disjunction' }).format(bill.methods.map((method) => t.methods[method]))
  return {
    subject: t.bill.subject(programName, amount, when),
    preview: t.bill.preview(programName, amount, when),
    paragraphs: [t.dear(salutation), t.bill.text(programName)],
    amount: { figure: amount, caption: capital(when), ...partly(bill, language) },
    action: { label: t.viewAndPay, url },
    closing: t.bill.closing(methods, bill.code),
  }
}

const receiptOf = (mail: PendingMail, t: Words, bill: Bill, urls: Urls): Body | null => {
  const { payment, language, today, payorName } = mail
  if (!payment) return null
  const { programName, code, balance, dueDate } = bill
  const amount = money(payment.amount)
  const { receipt } = t
  const facts: readonly (readonly [string, string | null])[] = [
    [receipt.number, payment.receiptNumber],
    [receipt.day, formatDayIn(language, payment.receivedOn)],
    [receipt.method, payment.method && paidBy[language][payment.method]],
    [receipt.reference, payment.reference],
    [receipt.bill, `${programName} (${code})`],
    [receipt.payor, payorName],
  ]
  return {
    subject: receipt.subject(programName, amount),
    paragraphs: [
      t.dear(mail.salutation),
      receipt.text(programName, amount),
      balance > 0 ? receipt.stillOpen(sums(bill, language), whenDue(t, language, today, dueDate)) : receipt.paidInFull,
    ],
    amount: { figure: amount, caption: t.captions.received },
    facts: facts.flatMap(([name, value]) => (value ? [{ name, value }] : [])),
    action: { label: receipt.view, url: urls.receipt(bill, payment.id) },
    more: { label: receipt.proof, url: urls.proof(payment.id) },
  }
}

const bodyOf = (mail: PendingMail, t: Words, urls: Urls): Body | null => {
  const [bill] = mail.bills
  if (!bill) return null
  const { language, today } = mail
  const { programName, balance, dueDate } = bill
  const dear = t.dear(mail.salutation)
  const url = urls.of(bill)
  switch (mail.purpose) {
    case 'bill':
      return billOf(mail, t, bill, url)
    case 'reminder':
      return reminderOf(mail, t, urls)
    case 'receipt':
      return receiptOf(mail, t, bill, urls)
    case 'claim-received':
      return {
        subject: t.claimReceived.subject(programName),
        paragraphs: [dear, t.claimReceived.text(programName)],
        amount: { figure: money(balance), caption: t.captions.sent, ...partly(bill, language) },
        action: { label: t.viewBill, url },
        closing: t.claimReceived.mistake,
      }
    case 'claim-not-received':
      return {
        subject: t.claimNotReceived.subject(programName),
        paragraphs: [dear, `${t.claimNotReceived.text(programName)}${mail.note ? ` ${mail.note}` : ''}`, t.claimNotReceived.askBank],
        amount: { figure: money(balance), caption: capital(whenDue(t, language, today, dueDate)), ...partly(bill, language) },
        action: { label: t.viewAndPay, url },
      }
  }
}

const askWhom = (t: Words, contact: Contact | null) => {
  const told = contact ? [contact.name, contact.email, contact.phone].filter(Boolean).join(', ') : ''
  return told ? { contact: t.questions(told) } : {}
}

/** What a waiting mail says, in its network's language; null when there is nothing left to say. `hasAccount`: somebody signs in with its address. */
export const letterOf = (
  mail: PendingMail,
  links: LetterContext,
  { contact = null, hasAccount = false }: Readonly<{ contact?: Contact | null; hasAccount?: boolean }> = {},
): Letter | null => {
  const { id, email, language, networkId, networkName, purpose, trackMail } = mail
  const t = words[language]
  const urls = {
    of: ({ id: bill }: Bill) => (trackMail ? links.clicked(id, bill, language) : links.pay(bill, language)),
    receipt: ({ id: bill }: Bill, payment: PaymentId) =>
      trackMail ? links.clicked(id, bill, language, payment) : links.receipt(bill, payment, language),
    all: hasAccount ? links.assessments() : null,
    proof: (payment: PaymentId) => links.proof(networkId, payment),
  }
  const body = bodyOf(mail, t, urls)
  if (!body || !email) return body && { language, heading: networkName, ...body }
  // Who wants no reminders still gets bills and receipts; a receipt offers nothing to stop.
  const stoppable = purpose === 'bill' || purpose === 'reminder'
  return {
    language,
    heading: networkName,
    ...body,
    ...askWhom(t, contact),
    reason: (stoppable ? t[purpose].reason : t.reason)(email, networkName),
    ...(stoppable ? { unsubscribe: { label: t.stopReminders(networkName), url: links.unsubscribe(networkId, email) } } : {}),
    ...(trackMail ? { pixel: links.opened(id) } : {}),
  }
}
