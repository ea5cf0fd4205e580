import { CircleAlert, CircleCheck, Ellipsis, HandCoins, History, ReceiptText, Undo2 } from 'lucide-react'
import type { Bill } from '../../../modules/bills/contract.ts'
import { formatMoney } from '../../../modules/kernel/money.ts'
import { receiptLabel } from '../../../modules/kernel/receipt-methods.ts'
import type { Payment } from '../../../modules/payments/contract.ts'
import { Badge, type BadgeContent, HalfCircle } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { sub } from '../../ui/table.css.ts'
import { medium, money, reach } from '../../ui/text.css.ts'
import { useAsOf } from '../api/as-of.ts'
import { formatDayOf } from '../api/network-clock.ts'
import { billPage, payorLabel } from '../bill/bill-words.tsx'
import { useOversees } from '../session/may-change.ts'
import { remittancePage } from './remittance-words.tsx'

/** 'Credit Card, Visa 4242, Mar 31, 2026, ': the caller adds the amount after the last comma. */
export const paymentLine = (payment: Payment): string =>
  [receiptLabel(payment.method), payment.reference, formatDayOf(payment.createdAt), ''].filter((part) => part !== null).join(', ')

/** The reference entered with a payment by hand, such as a check's number. */
export const referenceLine = (reference: string): string => `Reference: ${reference}`

/** True if the bill is pending because of a bank debit and not because of a claim; a bill never has both. */
export const waitsForDebit = ({ status, debit }: Pick<Bill, 'status' | 'debit'>): boolean => status === 'PendingConfirmation' && debit === 'underway'

type Status = Payment['status'] | 'Disputed'

const badges: Record<Status, BadgeContent> = {
  Completed: ['Completed', 'paid', CircleCheck],
  PartiallyRefunded: ['Partially Refunded', 'neutral', HalfCircle],
  Refunded: ['Refunded', 'archived', Undo2],
  Reversed: ['Reversed', 'archived', Undo2],
  Disputed: ['Disputed', 'overdue', CircleAlert],
}

export const PaymentBadge = ({ status }: { status: Status }) => <Badge content={badges[status]} />

/** The refunded, disputed, reversed and net parts of a payment; null if nothing was taken from it. */
const leftOf = ({ amount, remaining }: Payment): string | null => {
  if (!remaining || remaining.net === amount) return null
  const { refunded, disputed, net } = remaining
  const reversed = amount - refunded - disputed - net
  const parts = [
    refunded > 0 && `${formatMoney(refunded)} refunded`,
    disputed > 0 && `${formatMoney(disputed)} disputed`,
    reversed > 0.001 && `${formatMoney(reversed)} reversed`,
    `${formatMoney(net)} net`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** A payment's amount and status, for a table. */
export const PaymentAmount = ({ payment }: { payment: Payment }) => (
  <>
    <span className={money}>{formatMoney(payment.amount)}</span>
    <PaymentLeft payment={payment} />
    {payment.status !== 'Completed' && (
      <span className={sub}>
        <PaymentBadge status={payment.status} />
      </span>
    )}
  </>
)

const PaymentLeft = ({ payment }: { payment: Payment }) => {
  const left = leftOf(payment)
  return left && <span className={sub}>{left}</span>
}

/** A payment's amount and status for a narrow screen, with the badge below the amount. */
export const PaymentSide = ({ payment }: { payment: Payment }) => (
  <span>
    <span className={classes(medium, money)}>{formatMoney(payment.amount)}</span>
    <PaymentLeft payment={payment} />
  </span>
)

/** The payor's page of the receipt. It shows today's state, so nothing links to it while an earlier moment is shown. */
const receiptPage = ({ billId, id }: Payment): string => `/pay/${billId}/receipts/${id}`

export const receiptFile = (payment: Payment): string => `${receiptPage(payment)}/receipt.pdf`

export const ReceiptLink = ({ payment }: { payment: Payment }) => {
  const named = `Receipt ${payment.receiptNumber}`
  if (useAsOf() !== null) return <>{named}</>
  return (
    <a href={receiptPage(payment)} className={reach} target="_blank" rel="noreferrer">
      {named}
    </a>
  )
}

export const PaymentMenu = ({ payment }: { payment: Payment }) => (
  <Menu trigger={<IconButton label={`Actions, ${payorLabel(payment.assessment)}, receipt ${payment.receiptNumber}`} icon={Ellipsis} tip={false} />}>
    {useAsOf() === null && (
      <MenuItem icon={ReceiptText} href={receiptPage(payment)} leaves>
        Receipt
      </MenuItem>
    )}
    {useOversees() && (
      <MenuItem icon={HandCoins} href={remittancePage(payment.remittanceId ?? payment.id)}>
        View remittance
      </MenuItem>
    )}
    <MenuItem icon={History} href={billPage(payment.billId)}>
      View history
    </MenuItem>
  </Menu>
)
