import type { AppliedCredit, Bill, Credit } from '../../modules/bills/contract.ts'
import type { SettledPayment } from '../../modules/payments/contract.ts'
import type { Versioned } from '../domain/api/versioned.ts'
import { ApplyCreditDialog, PayBackDialog } from './credit-dialogs.tsx'
import { ReverseDialog, TakeBackDialog } from './reason-dialogs.tsx'
import { RefundDialog } from './refund-dialog.tsx'

export type Open =
  | { task: 'reverse' | 'refund'; payment: SettledPayment }
  | { task: 'take-back'; credit: AppliedCredit }
  | { task: 'apply' | 'pay-back'; credit: Credit }

type OpenProps = { open: Open; loaded: Versioned<Bill>; onClose: () => void }

/** The dialog about a payment or a credit of a bill's page that is asked for. */
export const OpenDialog = ({ open, loaded, onClose }: OpenProps) => {
  switch (open.task) {
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
