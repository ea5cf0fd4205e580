import type { Bill } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { messageOr } from '../api/error-message.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { money } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { payorLabel } from './bill-words.ts'
import { useArchiveBill } from './use-archive-bill.ts'
import { useMarkAsPaid } from './use-mark-as-paid.ts'

type Props = { bill: Bill; onClose: () => void }

export const MarkAsPaidDialog = ({ bill, onClose }: Props) => {
  const mark = useMarkAsPaid(bill.id)
  const toast = useToast()
  const payor = payorLabel(bill)
  const sum = bill.status === 'Archived' ? bill.amount : bill.balance
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Mark as Paid"
      action="Mark as Paid"
      busyText="Marking..."
      busy={mark.isPending}
      problem={mark.isError ? messageOr(mark.error, 'Failed to mark as paid') : null}
      onConfirm={() =>
        mark.mutate(
          {},
          {
            onSuccess: () => {
              toast(`${payor} marked as paid`)
              onClose()
            },
          },
        )
      }
    >
      {`${payor}, ${bill.program.name}, `}
      <strong className={money}>{formatMoney(sum)}</strong>. This action cannot be undone.
    </ConfirmDialog>
  )
}

export const ArchiveDialog = ({ bill, onClose }: Props) => {
  const archive = useArchiveBill(bill.id)
  const toast = useToast()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Archive Bill"
      action="Archive"
      busyText="Archiving..."
      danger
      busy={archive.isPending}
      problem={archive.isError ? messageOr(archive.error, 'Failed to archive assessment') : null}
      onConfirm={() =>
        archive.mutate(
          {},
          {
            onSuccess: () => {
              toast('Bill archived')
              onClose()
            },
          },
        )
      }
    >
      {`${payorLabel(bill)}, ${bill.program.name}, `}
      <strong className={money}>{formatMoney(bill.balance)}</strong>. This stops all reminders and marks the bill archived. The assessment can
      potentially be reassigned.
    </ConfirmDialog>
  )
}
