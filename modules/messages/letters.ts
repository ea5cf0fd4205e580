import { daysBetween, formatDay, type LocalDate } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { type Cents, formatMoney, toDollars } from '../kernel/money.ts'
import type { Letter } from '../platform/letter.ts'
import type { PendingMail } from './contract.ts'

const formatCents = (cents: Cents): string => formatMoney(toDollars(cents))

export type LetterContext = Readonly<{ baseUrl: string; unsubscribeUrl: (networkId: NetworkId, email: string) => string }>

/** What a waiting mail says; null when there is nothing left to say. */
export const letterOf = (mail: PendingMail, { baseUrl }: LetterContext): Letter | null => {
  const [bill] = mail.bills
  if (!bill) return null
  const url = `${baseUrl}/pay/${bill.id}`
  switch (mail.purpose) {
    case 'bill':
      if (!bill.open) return null
      return {
        subject: `${bill.programName}: ${formatCents(bill.balance)} due ${formatDay(bill.dueDate)}`,
        heading: mail.networkName,
        paragraphs: [
          `Dear ${mail.salutation},`,
          `Here is your bill for ${bill.programName}.`,
          `${formatCents(bill.balance)}, due ${formatDay(bill.dueDate)}.`,
        ],
        action: { label: 'View and pay', url },
        closing: "No account needed. If you have paid already, tell us there with 'I have sent this payment'.",
      }
    case 'reminder': {
      const open = mail.bills.filter((each) => each.open && each.active)
      const [first] = open
      if (!first) return null
      const total = open.reduce((sum, { balance }) => sum + balance, 0)
      const when = (dueDate: LocalDate) => {
        const days = daysBetween(mail.today, dueDate)
        return days > 0 ? `due ${formatDay(dueDate)}` : days === 0 ? 'due today' : `overdue since ${formatDay(dueDate)}`
      }
      return {
        subject:
          open.length === 1 ? `Reminder: ${first.programName}, ${when(first.dueDate)}` : `Reminder: ${formatCents(total)} in ${open.length} bills`,
        heading: mail.networkName,
        paragraphs: [
          `Dear ${mail.salutation},`,
          ...open.map((each) => `${each.programName}: ${formatCents(each.balance)}, ${when(each.dueDate)}. ${baseUrl}/pay/${each.id}`),
        ],
        action: { label: 'View and pay', url: `${baseUrl}/pay/${first.id}` },
        closing: 'If you have paid already, thank you: you need not do anything.',
      }
    }
    case 'receipt':
      if (!mail.payment) return null
      return {
        subject: `Receipt: ${formatCents(mail.payment.amount)} for ${bill.programName}`,
        heading: mail.networkName,
        paragraphs: [
          `Dear ${mail.salutation},`,
          `Thank you: we received ${formatCents(mail.payment.amount)} for ${bill.programName}.`,
          bill.balance > 0 ? `${formatCents(bill.balance)} is still open, due ${formatDay(bill.dueDate)}.` : 'This bill is paid in full.',
        ],
        action: { label: bill.balance > 0 ? 'View and pay' : 'View your bill', url },
      }
    case 'claim-received':
      return {
        subject: `We noted your payment for ${bill.programName}`,
        heading: mail.networkName,
        paragraphs: [
          `Dear ${mail.salutation},`,
          `You told us that you sent ${formatCents(bill.balance)} for ${bill.programName}. We confirm it as soon as it arrives.`,
        ],
        action: { label: 'View your bill', url },
      }
    case 'claim-not-received':
      return {
        subject: `We have not received your payment for ${bill.programName}`,
        heading: mail.networkName,
        paragraphs: [
          `Dear ${mail.salutation},`,
          `You told us that you sent a payment for ${bill.programName}, but it has not arrived.${mail.note ? ` ${mail.note}` : ''}`,
          `${formatCents(bill.balance)} is open, due ${formatDay(bill.dueDate)}.`,
        ],
        action: { label: 'View and pay', url },
      }
  }
}
