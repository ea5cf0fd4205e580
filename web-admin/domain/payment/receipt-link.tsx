import { Ellipsis, History, ReceiptText } from 'lucide-react'
import type { Payment } from '../../../modules/payments/contract.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { reach } from '../../ui/text.css.ts'
import { useAsOf } from '../api/as-of.ts'
import { billPage, payorLabel } from '../bill/bill-words.ts'

/** The payor's page of the receipt. It shows today's state, so earlier moments do not link to it. */
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
    <MenuItem icon={History} href={billPage(payment.billId)}>
      View history
    </MenuItem>
  </Menu>
)
