import type { Deposit } from '../../modules/deposits/contract.ts'
import type { Contact } from '../../modules/kernel/contact.ts'
import type { Language } from '../../modules/kernel/language.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { formatDayIn } from '../../modules/shared/day-words.ts'
import type { Sheet } from '../../modules/shared/sheet.ts'
import { given, linesOf } from './sheet.ts'
import { words } from './words.ts'

/** This many payments fit on one page of either size. */
const PAYMENTS_A_PAGE = 15

type Printed = Readonly<{ deposit: Deposit; network: Readonly<{ name: string; language: Language }>; contact: Contact }>

/** The deposit slip for the bank, in the order in which the payments were entered; the total is on the last page. */
export const depositSheets = ({ deposit, network, contact }: Printed): Sheet[] => {
  const { language } = network
  const t = words[language]
  const { day, paymentProfileName, count, total, status, differenceReason } = deposit
  const payments = deposit.remittances.filter((one) => one.status !== 'Reversed').toReversed()
  const pages = Math.max(1, Math.ceil(payments.length / PAYMENTS_A_PAGE))
  return Array.from({ length: pages }, (_, page): Sheet => {
    const isLast = page === pages - 1
    return {
      language,
      title: t.depositOf.title,
      code: null,
      network: network.name,
      address: linesOf(contact.address),
      contact: given([contact.name, contact.email, contact.phone]),
      payor: [],
      facts: [
        { label: t.receiptOf.day, value: formatDayIn(language, day) },
        { label: t.depositOf.account, value: paymentProfileName },
        { label: t.depositOf.count, value: String(count) },
        ...(differenceReason ? [{ label: t.depositOf.reason, value: differenceReason }] : []),
        ...(pages > 1 ? [{ label: t.receiptOf.page, value: t.receiptOf.pageOf(page + 1, pages) }] : []),
      ],
      items: payments.slice(page * PAYMENTS_A_PAGE, (page + 1) * PAYMENTS_A_PAGE).map(({ method, reference, payer, allocations, amount }) => ({
        label: method === 'cash' ? t.depositOf.cash : t.depositOf.check(reference ?? ''),
        detail: given([payer?.name ?? allocations[0]?.payerName]).join(''),
        amount: formatMoney(amount),
      })),
      open: isLast ? { label: t.depositOf.total, value: formatMoney(total) } : null,
      stamp: null,
      note: isLast && status === 'Open' ? t.depositOf.notClosed : null,
      pay: null,
      online: null,
      slip: null,
      unprintable: t.unprintable,
    }
  })
}
