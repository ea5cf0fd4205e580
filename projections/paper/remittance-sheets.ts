import type { Contact } from '../../modules/kernel/contact.ts'
import type { Language } from '../../modules/kernel/language.ts'
import { type Cents, formatMoney, money, toCents } from '../../modules/kernel/money.ts'
import type { Remittance } from '../../modules/remittances/contract.ts'
import { formatDayIn } from '../../modules/shared/day-words.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import { given, linesOf, wayOf } from './sheet.ts'
import { words } from './words.ts'

/** This many allocations fit on one page of either size. */
const BILLS_A_PAGE = 15

type Received = Readonly<{
  remittance: Remittance
  refunded: Cents
  reversed: Cents
  network: Readonly<{ name: string; language: Language }>
  contact: Contact
}>

/** The receipt of a remittance on paper, with all its allocations; the sums are on the last page. */
export const remittanceSheets = ({ remittance, refunded, reversed, network, contact }: Received): Sheet[] => {
  const { language } = network
  const t = words[language]
  const { allocations, payer, receiptNumber } = remittance
  const pages = Math.ceil(allocations.length / BILLS_A_PAGE)
  const line = (label: string, cents: Cents) => (cents === 0 ? [] : [{ label, detail: null, amount: money(cents) }])
  const sums: Sheet['items'] = [
    ...(remittance.unapplied === 0 ? [] : [{ label: t.receiptOf.credit, detail: null, amount: formatMoney(remittance.unapplied) }]),
    ...line(t.receiptOf.refunded, -refunded),
    ...line(t.receiptOf.takenBack, -reversed),
  ]
  const kept = toCents(remittance.amount) - refunded - reversed
  return Array.from({ length: pages }, (_, page): Sheet => {
    const isLast = page === pages - 1
    return {
      language,
      title: t.receipt,
      code: receiptNumber,
      network: network.name,
      address: linesOf(contact.address),
      contact: given([contact.name, contact.email, contact.phone]),
      payor: payer ? [payer.name] : [],
      facts: [
        ...(receiptNumber ? [{ label: t.receiptOf.number, value: receiptNumber }] : []),
        { label: t.receiptOf.day, value: formatDayIn(language, remittance.receivedOn) },
        { label: t.receiptOf.method, value: wayOf(t, remittance.method) },
        ...(remittance.reference ? [{ label: t.receiptOf.reference, value: remittance.reference }] : []),
        ...(pages > 1 ? [{ label: t.receiptOf.page, value: t.receiptOf.pageOf(page + 1, pages) }] : []),
      ],
      items: [
        ...allocations.slice(page * BILLS_A_PAGE, (page + 1) * BILLS_A_PAGE).map(({ payerName, code, programName, amount, status }) => ({
          label: payerName,
          detail: given([code, programName, status === 'Reversed' ? t.receiptOf.takenBack : null]).join(' · '),
          amount: formatMoney(amount),
        })),
        ...(isLast ? sums : []),
      ],
      open: isLast ? { label: t.receiptOf.received, value: money(kept) } : null,
      stamp: isLast && remittance.status === 'Completed' ? t.receiptOf.received : null,
      note: isLast ? null : t.receiptOf.continued(allocations.length),
      pay: null,
      online: null,
      slip: null,
      unprintable: t.unprintable,
    }
  })
}
