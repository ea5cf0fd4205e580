import type { PublicBill, PublicMethods, ReceiptMethod } from '../../modules/bills/contract.ts'
import { nextPartOf } from '../../modules/bills/plan.ts'
import type { Contact } from '../../modules/kernel/contact.ts'
import { dayIn, type Instant } from '../../modules/kernel/dates.ts'
import type { BillId } from '../../modules/kernel/ids.ts'
import type { Language } from '../../modules/kernel/language.ts'
import { type Cents, formatMoney, money } from '../../modules/kernel/money.ts'
import { fieldValue, keyOf, type ManualMethod, methodNames, methodOf, type PayorField } from '../../modules/kernel/payment-methods.ts'
import { formatDayIn } from '../../modules/shared/day-words.ts'
import { memoOf } from '../../modules/shared/memo.ts'
import { nextDay, nextWord } from '../../modules/shared/next-payment.ts'
import type { Named, Sheet } from '../../modules/shared/sheet.ts'
import type { BillRow } from '../bills/list.ts'
import { type Words, words } from './words.ts'

/** A payment's part in settling its bill. */
export type PaperPayment = Readonly<{
  billId: BillId
  receivedOn: string | null
  createdAt: string
  amount: Cents
  applied: Cents
  method: ReceiptMethod | null
  reference: string | null
  /** The language of the pay page. */
  language?: Language | null
  /** Printed for payments that have one. */
  receiptNumber: string
}>

/** A bill's row with the fields that only its paper needs. */
export type PaperRow = BillRow & Readonly<{ collected: Cents; adjusted: Cents; credited: Cents; timeZone: string; language: Language }>

export type Printed = Readonly<{
  row: PaperRow
  /** The payor's view, with the ways to pay; null for an archived bill. */
  shown: PublicBill | null
  payments: readonly PaperPayment[]
  contact: Contact
  payUrl: string
  /**
   * The requested language. Without it a receipt is in the language of its last payment; other sheets are in
   * `otherwise`, or the network's language.
   */
  language?: Language
  otherwise?: Language
}>

/** At most this many payments have their own line; the others share one. */
const PAYMENTS_SHOWN = 6
const LINES_OF_ADDRESS = 5

/** The lines of an address. If there are too many, the last line has the rest. */
export const linesOf = (text: string | null | undefined): string[] => {
  const lines = (text ?? '').split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  return lines.length <= LINES_OF_ADDRESS ? lines : [...lines.slice(0, LINES_OF_ADDRESS - 1), lines.slice(LINES_OF_ADDRESS - 1).join(', ')]
}

export const given = (texts: readonly (string | null | undefined)[]): string[] => texts.filter((text): text is string => Boolean(text))

export const wayOf = (t: Words, method: ReceiptMethod | null): string => {
  if (method === null || method === 'credit') return t.received.credit
  return method === 'cash' || method === 'other' ? t.received[method] : t.methods[method].name
}

type Item = Sheet['items'][number]

const paymentItem = (t: Words, language: Language, zone: string, payment: PaperPayment): Item => {
  const day = payment.receivedOn ?? dayIn(zone, payment.createdAt as Instant)
  const detail = given([
    formatDayIn(language, day),
    wayOf(t, payment.method),
    payment.reference,
    t.items.receipt(payment.receiptNumber),
    payment.applied < payment.amount ? t.items.of(money(payment.amount)) : null,
  ]).join(' · ')
  return { label: t.items.payment, detail, amount: money(-payment.applied) }
}

/** The charge and the payments: the lines add up to the balance. */
const itemsOf = (t: Words, language: Language, { row, payments }: Printed): Item[] => {
  const { amount, adjusted, credited, collected, timeZone } = row
  const shown = payments.slice(-PAYMENTS_SHOWN)
  const earlier = payments.slice(0, -PAYMENTS_SHOWN)
  const sum = earlier.reduce((total, { applied }) => total + applied, 0)
  const waived = row.status === 'Archived' ? amount - collected : 0
  const line = (label: string, cents: Cents): Item[] => (cents === 0 ? [] : [{ label, detail: null, amount: money(cents) }])
  return [
    { label: row.programName, detail: row.programDescription, amount: money(amount - adjusted) },
    ...line(t.items.adjustments, adjusted),
    ...line(t.items.otherPayments(earlier.length), -sum),
    ...shown.map((payment) => paymentItem(t, language, timeZone, payment)),
    ...line(t.items.credit, -credited),
    ...line(t.items.waived, -waived),
  ]
}

const detailsOf = (t: Words, method: ManualMethod, name: (typeof methodNames)[number], methods: PublicMethods): Named[] => {
  const { toPayor, fields } = methodOf(name)
  return toPayor.flatMap((key) => {
    const field = fields[key]
    const value = field && fieldValue(methods[method], key, field)
    if (!value) return []
    return [{ label: t.fields[key as PayorField], value: field.lines ? linesOf(value).join('\n') : value }]
  })
}

/** The methods by which a payor sends the money, each with its details. */
const methodsOf = (t: Words, methods: PublicMethods) =>
  methodNames.flatMap((name) => {
    const method = keyOf(name)
    if (method === 'credit' || !methods[method] || methods[method]?.kind === 'debit') return []
    return [{ ...t.methods[method], details: detailsOf(t, method, name, methods) }]
  })

/** The reason why no money is due; null if some is. */
const noteOf = (t: Words, { row, shown }: Printed): string | null => {
  if (!shown) return t.notes.archived
  if (shown.status === 'Paid') return null
  if (shown.status === 'PendingConfirmation') {
    const sent = shown.claimed?.amount
    if (sent !== undefined) return t.notes.claimedPart(formatMoney(sent))
    return shown.isClaimed ? t.notes.claimed : t.notes.debit
  }
  return row.programStatus === 'Active' ? null : t.notes.unavailable
}

const slipOf = (t: Words, language: Language, { row, contact }: Printed, methods: PublicMethods): NonNullable<Sheet['slip']> => {
  const next = nextPartOf(row)
  const { payableTo, mailingAddress } = methods.check ?? {}
  const postal = linesOf(mailingAddress ?? contact.address)
  const asked = given([row.networkName, contact.name, contact.email, contact.phone])
  return {
    cut: t.slip.cut,
    to: postal.length > 0 ? { label: t.slip.to, lines: postal } : { label: t.slip.ask, lines: asked },
    rows: [
      { label: t.slip.payor, value: row.payorName },
      { label: t.slip.code, value: row.code },
      { label: t.slip.program, value: row.programName },
      ...(payableTo ? [{ label: t.slip.payableTo, value: payableTo }] : []),
      next ? { label: nextWord[language], value: money(next.amount) } : { label: t.slip.open, value: money(row.balance) },
    ],
    enclosed: t.slip.enclosed,
  }
}

const languageOf = ({ row, shown, payments, language, otherwise = row.language }: Printed): Language =>
  language ?? (shown?.status === 'Paid' ? payments.at(-1)?.language : null) ?? otherwise

/** A bill's text on paper, in the network's language unless the payor requests another or has paid in another. */
export const sheetOf = (printed: Printed): Sheet => {
  const { row, shown, contact, payUrl } = printed
  const language = languageOf(printed)
  const t = words[language]
  const day = (date: string) => formatDayIn(language, date)
  const note = noteOf(t, printed)
  const isPaid = shown?.status === 'Paid'
  const asks = !note && !isPaid
  const next = asks ? nextPartOf(row) : null
  const profile = shown?.paymentProfile
  const methods = (asks && profile?.methods) || {}
  const byHand = methodsOf(t, methods)
  const online = !asks ? t.online.look : methods.credit && profile?.chargesEnabled ? t.online.card : t.online.all
  const congregation = row.kind === 'individual' ? row.congregationName : null
  return {
    language,
    title: isPaid ? t.receipt : t.bill,
    code: row.code,
    network: row.networkName,
    address: linesOf(contact.address),
    contact: given([contact.name, contact.email, contact.phone]),
    payor: given([row.payorName, congregation]),
    facts: [
      { label: t.facts.code, value: row.code },
      { label: t.facts.period, value: day(row.period) },
      { label: t.facts.issued, value: day(dayIn(row.timeZone, row.createdAt as Instant)) },
      { label: t.facts.due, value: day(next?.dueDate ?? row.dueDate) },
    ],
    items: itemsOf(t, language, printed),
    open: { label: asks && !next ? (row.daysLeft < 0 ? t.overdue : t.open)(day(row.dueDate)) : t.openNow, value: money(row.balance) },
    ...(next && { next: { label: nextDay(language, { ...next, isLate: row.daysLeft < 0 }), value: money(next.amount) } }),
    stamp: isPaid ? t.paid : null,
    note: asks && byHand.length === 0 && !methods.credit ? t.notes.noMethods : note,
    pay: byHand.length > 0 ? { heading: t.howToPay, memo: { label: t.memo, value: memoOf(row.code, row.payorName) }, methods: byHand } : null,
    online: shown ? { text: online, url: payUrl, picture: t.online.picture } : null,
    slip: asks ? slipOf(t, language, printed, methods) : null,
    unprintable: t.unprintable,
  }
}

/** The whole sheet of an archived bill (R67). */
export const archivedSheet = (language: Language): Sheet => {
  const t = words[language]
  const nothing = { code: null, network: null, address: [], contact: [], payor: [], facts: [], items: [], open: null, stamp: null }
  return { ...nothing, language, title: t.bill, note: t.notes.archived, pay: null, online: null, slip: null, unprintable: t.unprintable }
}
