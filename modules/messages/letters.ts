import type { Contact } from '../kernel/contact.ts'
import { daysBetween, type LocalDate } from '../kernel/dates.ts'
import { formatDayIn } from '../kernel/day-words.ts'
import type { BillId, MessageId, NetworkId, PaymentId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import { type Cents, formatMoney, toDollars } from '../kernel/money.ts'
import { isPartlyPaid, sumsOf } from '../kernel/sums.ts'
import type { Letter } from '../platform/mail/letter.ts'
import type { PendingMail } from './contract.ts'
import { type Words, words } from './words.ts'

/** Where the links of a mail lead. */
export type LetterContext = Readonly<{
  pay: (bill: BillId) => string
  /** Everything that is billed to whoever signs in. */
  assessments: () => string
  unsubscribe: (networkId: NetworkId, email: string) => string
  /** For networks that note it: a picture that tells of an opened mail, and a way to the pay page that tells of a click. */
  opened: (id: MessageId) => string
  clicked: (id: MessageId, bill: BillId) => string
  /** A file that proves that a payment is in the books (R169). */
  proof: (networkId: NetworkId, payment: PaymentId) => string
}>

type Bill = PendingMail['bills'][number]
type Body = Omit<Letter, 'language' | 'heading' | 'pixel'>
/** Each bill's page, and the one place for all of a payor's bills, which only a sign-in opens. */
type Urls = Readonly<{ of: (bill: Bill) => string; all: string | null; proof: (payment: PaymentId) => string }>

const money = (cents: Cents): string => formatMoney(toDollars(cents))

const sums = (bill: Bill, language: Language): string => sumsOf(bill, money, language).join(', ')

/** How what is asked for comes about, where some of the bill is paid already. */
const partly = (bill: Bill, language: Language): { sums: string } | undefined => (isPartlyPaid(bill) ? { sums: sums(bill, language) } : undefined)

const whenDue = (t: Words, language: Language, today: LocalDate, dueDate: LocalDate): string => {
  const days = daysBetween(today, dueDate)
  const day = formatDayIn(language, dueDate)
  return days > 0 ? t.due(day) : days === 0 ? t.dueToday : t.overdueSince(day)
}

const reminderOf = (mail: PendingMail, t: Words, { of: urlOf, all }: Urls): Body | null => {
  const { language } = mail
  const open = mail.bills.filter(({ open, active }) => open && active)
  const [first] = open
  if (!first) return null
  const when = ({ dueDate }: Bill) => whenDue(t, language, mail.today, dueDate)
  const dear = t.dear(mail.salutation)
  const { closing } = t.reminder
  if (open.length === 1)
    return {
      subject: t.reminder.subject(first.programName, when(first)),
      paragraphs: [dear, t.reminder.text(first.programName)],
      amount: { figure: money(first.balance), caption: when(first), ...partly(first, language) },
      action: { label: t.viewAndPay, url: urlOf(first) },
      closing,
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
    closing,
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
    amount: { figure: amount, caption: t.captions.due(day), ...partly(bill, language) },
    action: { label: t.viewAndPay, url },
    closing: t.bill.closing(methods, bill.code),
  }
}

const bodyOf = (mail: PendingMail, t: Words, urls: Urls): Body | null => {
  const [bill] = mail.bills
  if (!bill) return null
  const { programName, balance } = bill
  const day = formatDayIn(mail.language, bill.dueDate)
  const dear = t.dear(mail.salutation)
  const url = urls.of(bill)
  const view = { label: t.viewBill, url }
  const pay = { label: t.viewAndPay, url }
  switch (mail.purpose) {
    case 'bill':
      return billOf(mail, t, bill, url)
    case 'reminder':
      return reminderOf(mail, t, urls)
    case 'receipt': {
      if (!mail.payment) return null
      const amount = money(mail.payment.amount)
      return {
        subject: t.receipt.subject(programName, amount),
        paragraphs: [
          dear,
          t.receipt.text(programName, amount),
          balance > 0 ? t.receipt.stillOpen(sums(bill, mail.language), day) : t.receipt.paidInFull,
        ],
        amount: { figure: amount, caption: t.captions.received },
        action: balance > 0 ? pay : view,
        more: { label: t.receipt.proof, url: urls.proof(mail.payment.id) },
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
          t.claimNotReceived.open(sums(bill, mail.language), day),
        ],
        action: pay,
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
    of: ({ id: bill }: Bill) => (trackMail ? links.clicked(id, bill) : links.pay(bill)),
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
