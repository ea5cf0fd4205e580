import type { AppliedCredit, Bill, Credit } from '../../modules/bills/contract.ts'
import type { SettledPayment } from '../../modules/payments/contract.ts'
import type { Versioned } from '../domain/api/versioned.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import type { BillPageTask } from './bill-actions.tsx'
import { ArchiveDialog, MarkAsPaidDialog } from './bill-dialogs.tsx'
import { ApplyCreditDialog, PayBackDialog } from './credit-dialogs.tsx'
import { PaymentLinkDialog } from './payment-link-dialog.tsx'
import { NotReceivedDialog, ReverseDialog, TakeBackDialog } from './reason-dialogs.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'

export type Open =
  | { task: BillPageTask }
  | { task: 'reverse' | 'refund'; payment: SettledPayment }
  | { task: 'take-back'; credit: AppliedCredit }
  | { task: 'apply' | 'pay-back'; credit: Credit }

type OpenProps = { open: Open; loaded: Versioned<Bill>; onClose: () => void }

/** The dialog of a bill's page that is asked for. */
export const OpenDialog = ({ open, loaded, onClose }: OpenProps) => {
  const bill = loaded.value
  switch (open.task) {
    case 'link':
      return <PaymentLinkDialog bill={bill} onClose={onClose} />
    case 'paid':
      return <MarkAsPaidDialog bill={bill} onClose={onClose} />
    case 'archive':
      return <ArchiveDialog bill={bill} onClose={onClose} />
    case 'not-received':
      return <NotReceivedDialog loaded={loaded} onClose={onClose} />
    case 'receipt':
      return <ReceiptDialog loaded={loaded} onClose={onClose} />
    case 'adjust':
      return <AdjustDialog loaded={loaded} onClose={onClose} />
    case 'reverse':
      return <ReverseDialog loaded={loaded} payment={open.payment} onClose={onClose} />
    case 'refund':
      return <RefundDialog loaded={loaded} payment={open.payment} onClose={onClose} />
    case 'take-back':
      return <TakeBackDialog loaded={loaded} credit={open.credit} onClose={onClose} />
    case 'apply':
      return <ApplyCreditDialog loaded={loaded} credit={open.credit} onClose={onClose} />
    case 'pay-back':
      return <PayBackDialog loaded={loaded} credit={open.credit} onClose={onClose} />
  }
}
