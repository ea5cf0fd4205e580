import type { Contact } from '../kernel/contact.ts'
import type { BillId, MessageId, NetworkId, PaymentId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import { money } from '../kernel/money.ts'
import type { Letter } from '../platform/mail/letter.ts'
import { formatDayIn } from '../shared/day-words.ts'
import { changeLetterOf } from './change-letters.ts'
import type { PendingMail } from './contract.ts'
import { type Figures, figuresOf } from './letter-figures.ts'
import { type Words, words } from './words.ts'

/** Where a tracked link leads: to a payment's receipt, or to paying a list of bills. By itself it leads to the bill. */
export type ClickedTo = Readonly<{ payment?: PaymentId; list?: string }>

/** The links of a mail. */
export type LetterContext = Readonly<{
  /** `list`: the token with which the bills of a list are paid together (R140). */
  pay: (bill: BillId, language: Language, list?: string) => string
  listOf: (bills: readonly BillId[]) => string
  receipt: (bill: BillId, payment: PaymentId, language: Language) => string
  unsubscribe: (networkId: NetworkId, email: string, language: Language) => string
  /**
   * For networks that track mails: the URL of a picture that records that the mail was opened, and of a redirect that
   * records a click.
   */
  opened: (id: MessageId) => string
  clicked: (id: MessageId, bill: BillId, language: Language, to?: ClickedTo) => string
  /** The page on which a payor withdraws a claim. */
  takeBack: (networkId: NetworkId, bill: BillId, email: string, language: Language) => string
  /** The page with the proof that a payment is in the books (R107). */
  proof: (networkId: NetworkId, payment: PaymentId, language: Language) => string
}>

type Bill = PendingMail['bills'][number]
type Body = Omit<Letter, 'language' | 'heading' | 'pixel'>
/** The page of each bill, and the page that pays several together. */
type Urls = Readonly<{
  of: (bill: Bill) => string
  receipt: (bill: Bill, payment: PaymentId) => string
  together: (first: Bill, bills: readonly Bill[]) => string
  proof: (payment: PaymentId) => string
  /** Null if the mail has no address. */
  takeBack: (bill: Bill) => string | null
}>

/** True if the bill offers a method by which the payor sends the money: any except a card or a bank debit. */
const canSend = ({ methods }: Bill): boolean => methods.some((method) => method !== 'Credit' && method !== 'BankDebit')

/** The bills of a reminder that are still open, in active campaigns. */
export const billsToRemindOf = ({ bills }: PendingMail): readonly Bill[] => bills.filter(({ open, active }) => open && active)

const reminderOf = (mail: PendingMail, { t, when, partly, due, next, of }: Figures, { of: urlOf, together }: Urls): Body | null => {
  const open = billsToRemindOf(mail)
  const [first] = open
  if (!first) return null
  const dear = t.dear(mail.salutation)
  const byHand = open.some(canSend)
  const { closing, alreadySent, alreadySentSome } = t.reminder
  if (open.length === 1)
    return {
      subject: t.reminder.subject(of(first), when(first)),
      paragraphs: [dear, t.reminder.text(of(first))],
      amount: { ...due(first), ...partly(first) },
      action: { label: t.viewAndPay, url: urlOf(first) },
      closing: byHand ? alreadySent : closing,
    }
  const total = money(open.reduce((sum, { balance }) => sum + balance, 0))
  return {
    subject: t.reminder.subjectOfMany(total, open.length),
    paragraphs: [dear, t.reminder.textOfMany],
    amount: { figure: total, caption: t.captions.open(open.length) },
    rows: open.map((bill) => ({
      name: of(bill),
      detail: [next(bill) ?? when(bill), partly(bill)?.sums].filter(Boolean).join(' · '),
      figure: money(bill.balance),
      action: { label: t.viewAndPay, url: urlOf(bill) },
    })),
    action: { label: t.payTogether, url: together(first, open) },
    closing: byHand ? alreadySentSome : closing,
  }
}

const billOf = ({ salutation, language }: PendingMail, { t, when: whenDue, partly, due, of }: Figures, bill: Bill, url: string): Body | null => {
  if (!bill.open) return null
  const amount = due(bill)
  const program = of(bill)
  const when = whenDue(bill)
  const methods = new Intl.ListFormat(language, { type: 'disjunction' }).format(bill.methods.map((method) => t.methods[method]))
  return {
    subject: t.bill.subject(program, amount.figure, when),
    preview: t.bill.preview(program, amount.figure, when),
    paragraphs: [t.dear(salutation), t.bill.text(program)],
    amount: { ...amount, ...partly(bill) },
    action: { label: t.viewAndPay, url },
    closing: [t.bill.closing(methods, bill.code), ...(canSend(bill) ? [t.bill.alreadySent] : [])].join(' '),
  }
}

/** A guest's receipt does not greet its reader with the payor's name. It says of each bill what was paid. */
const receiptOf = (mail: PendingMail, { t, when, sums, next, of }: Figures, bill: Bill, urls: Urls): Body | null => {
  const { payment, language, payorName, bills } = mail
  if (!payment) return null
  const { programName, code } = bill
  const isOne = bills.length === 1
  const { receipt } = t
  const isGuest = mail.purpose === 'guest-receipt'
  const paidFor = ({ paid = payment }: Bill) => paid
  const total = (what: 'amount' | 'kept'): string => money(bills.reduce((sum, one) => sum + paidFor(one)[what], 0))
  const isKept = bills.some((one) => paidFor(one).kept > 0)
  const amount = total('amount')
  const forWhat = isOne ? of(bill) : t.severalBills(bills.length)
  const left = (one: Bill): string => (one.balance > 0 ? receipt.stillOpen(sums(one), when(one), next(one)) : receipt.paidInFull)
  const facts: readonly (readonly [string, string | null])[] = [
    [receipt.number, payment.receiptNumber],
    [receipt.day, formatDayIn(language, payment.receivedOn)],
    [receipt.method, payment.method && t.paidBy[payment.method]],
    [receipt.reference, payment.reference],
    [receipt.bill, isOne ? `${programName} (${code})` : null],
    [receipt.payor, payment.paidBy ?? (isOne ? payorName : null)],
  ]
  return {
    subject: receipt.subject(forWhat, amount),
    paragraphs: [
      isGuest ? receipt.hello : t.dear(mail.salutation),
      receipt.text(forWhat, amount),
      ...(isOne ? [left(bill)] : []),
      ...(isKept && !isGuest ? [t.changes.keptAsCredit(total('kept'))] : []),
    ],
    amount: { figure: amount, caption: t.captions.received },
    ...(isOne
      ? {}
      : {
          rows: bills.map((one) => ({
            name: of(one),
            detail: left(one),
            figure: money(paidFor(one).amount),
            action: { label: receipt.view, url: urls.receipt(one, paidFor(one).id) },
          })),
        }),
    facts: facts.flatMap(([name, value]) => (value ? [{ name, value }] : [])),
    ...(isOne ? { action: { label: receipt.view, url: urls.receipt(bill, payment.id) } } : {}),
    more: { label: receipt.proof, url: urls.proof(payment.id) },
  }
}

const bodyOf = (mail: PendingMail, figures: Figures, urls: Urls): Body | null => {
  const [bill] = mail.bills
  if (!bill) return null
  const { t, due, partly, of } = figures
  const dear = t.dear(mail.salutation)
  const url = urls.of(bill)
  const takeBack = urls.takeBack(bill)
  switch (mail.purpose) {
    case 'bill':
      return billOf(mail, figures, bill, url)
    case 'reminder':
      return reminderOf(mail, figures, urls)
    case 'receipt':
    case 'guest-receipt':
      return receiptOf(mail, figures, bill, urls)
    case 'claim-received': {
      const claimed = ({ claimed, balance }: Bill) => claimed ?? balance
      const isOne = mail.bills.length === 1
      const forWhat = isOne ? of(bill) : t.severalBills(mail.bills.length)
      const total = money(mail.bills.reduce((sum, one) => sum + claimed(one), 0))
      return {
        subject: t.claimReceived.subject(forWhat),
        paragraphs: [dear, t.claimReceived.text(forWhat)],
        amount: { figure: total, caption: t.captions.sent, ...(isOne ? partly(bill) : {}) },
        ...(isOne
          ? { action: { label: t.viewBill, url } }
          : {
              rows: mail.bills.map((one) => ({
                ...{ name: of(one), detail: partly(one)?.sums ?? one.code, figure: money(claimed(one)) },
                action: { label: t.viewBill, url: urls.of(one) },
              })),
            }),
        ...(takeBack === null ? {} : { more: { label: t.claimReceived.takeBack, url: takeBack } }),
        closing: t.claimReceived.mistake,
      }
    }
    case 'claim-not-received':
      return {
        subject: t.claimNotReceived.subject(of(bill)),
        paragraphs: [dear, `${t.claimNotReceived.text(of(bill))}${mail.note ? ` ${mail.note}` : ''}`, t.claimNotReceived.askBank],
        amount: { ...due(bill), ...partly(bill) },
        action: { label: t.viewAndPay, url },
      }
    default:
      return mail.change && changeLetterOf({ bill, change: mail.change, figures, url }, dear)
  }
}

const askWhom = (t: Words, contact: Contact | null) => {
  const contactText = contact ? [contact.name, contact.email, contact.phone].filter(Boolean).join(', ') : ''
  return contactText ? { contact: t.questions(contactText) } : {}
}

/** The text of a waiting mail, in its network's language; null if there is nothing left to say. */
export const letterOf = (mail: PendingMail, links: LetterContext, { contact = null }: Readonly<{ contact?: Contact | null }> = {}): Letter | null => {
  const { id, email, language, networkId, networkName, purpose, trackMail } = mail
  const t = words[language]
  const urls = {
    of: ({ id: bill }: Bill) => (trackMail ? links.clicked(id, bill, language) : links.pay(bill, language)),
    receipt: ({ id: bill }: Bill, payment: PaymentId) =>
      trackMail ? links.clicked(id, bill, language, { payment }) : links.receipt(bill, payment, language),
    together: ({ id: first }: Bill, bills: readonly Bill[]) => {
      const list = links.listOf(bills.map((bill) => bill.id))
      return trackMail ? links.clicked(id, first, language, { list }) : links.pay(first, language, list)
    },
    proof: (payment: PaymentId) => links.proof(networkId, payment, language),
    takeBack: ({ id: bill }: Bill) => (email ? links.takeBack(networkId, bill, email, language) : null),
  }
  // A guest may pay for several payors, so the receipt names the payor.
  const body = bodyOf(mail, figuresOf(purpose === 'guest-receipt' ? { ...mail, isShared: true } : mail), urls)
  if (!body || !email) return body && { language, heading: networkName, ...body }
  // Bills and receipts are sent even if reminders are stopped. A receipt has no link to stop reminders.
  const stoppable = purpose === 'bill' || purpose === 'reminder'
  return {
    language,
    heading: networkName,
    ...body,
    ...askWhom(t, contact),
    reason: (stoppable ? t[purpose].reason : purpose === 'guest-receipt' ? t.receipt.reason : t.reason)(email, networkName),
    ...(stoppable ? { unsubscribe: { label: t.stopReminders(networkName), url: links.unsubscribe(networkId, email, language) } } : {}),
    ...(trackMail ? { pixel: links.opened(id) } : {}),
  }
}
