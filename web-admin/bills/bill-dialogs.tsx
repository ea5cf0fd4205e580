import type { ReactNode } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { ApiError } from '../api/client.ts'
import { messageOr } from '../api/error-message.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { money } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { payorLabel } from './bill-words.ts'
import { useBill } from './use-bill.ts'
import { type BillAction, useBillAction } from './use-bill-action.ts'

type Props = { bill: Bill; onClose: () => void }

type ConfirmProps = Props & {
  call: BillAction
  title: string
  action: string
  busyText: string
  danger?: boolean
  done: string
  failed: string
  /** What it moves, in dollars. */
  sum: (bill: Bill) => number
  children: ReactNode
}

/** Asks on the bill as it is when the dialog opens, and is refused when somebody changes it before the answer. */
const ConfirmOnBill = ({ bill, onClose, call, done, failed, sum, children, ...texts }: ConfirmProps) => {
  const now = useBill(bill.id, { always: true })
  const shown = now.data?.value ?? bill
  const act = useBillAction(bill.id, call)
  const toast = useToast()
  const stale = act.error instanceof ApiError && act.error.status === 412
  const problem = stale
    ? 'This bill has just been changed by someone else. Look at it again before you confirm.'
    : act.isError
      ? messageOr(act.error, failed)
      : now.isError
        ? messageOr(now.error, 'Failed to load the bill')
        : null
  const confirm = () =>
    now.data &&
    act.mutate(now.data.etag, {
      onSuccess: () => {
        toast(done)
        onClose()
      },
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      {...texts}
      ready={!now.isFetching}
      busy={act.isPending}
      problem={problem}
      onConfirm={() => void (now.isError ? now.refetch() : confirm())}
    >
      {`${payorLabel(shown)}, ${shown.program.name}, `}
      <strong className={money}>{formatMoney(sum(shown))}</strong>. {children}
    </ConfirmDialog>
  )
}

export const MarkAsPaidDialog = ({ bill, onClose }: Props) => (
  <ConfirmOnBill
    bill={bill}
    onClose={onClose}
    call="mark-as-paid"
    title="Mark as Paid"
    action="Mark as Paid"
    busyText="Marking..."
    done={`${payorLabel(bill)} marked as paid`}
    failed="Failed to mark as paid"
    sum={({ status, amount, balance }) => (status === 'Archived' ? amount : balance)}
  >
    This action cannot be undone.
  </ConfirmOnBill>
)

export const ArchiveDialog = ({ bill, onClose }: Props) => (
  <ConfirmOnBill
    bill={bill}
    onClose={onClose}
    call="archive"
    title="Archive Bill"
    action="Archive"
    busyText="Archiving..."
    danger
    done="Bill archived"
    failed="Failed to archive assessment"
    sum={({ balance }) => balance}
  >
    This stops all reminders and marks the bill archived. The assessment can potentially be reassigned.
  </ConfirmOnBill>
)
