import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { Program, Repriced } from '../../modules/programs/contract.ts'
import { errorMessage, messageOr } from '../api/error-message.ts'
import { retryOf } from '../api/refetch.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.tsx'
import { repriceWords } from './program-words.ts'
import { useReprice, useRepricePreview } from './use-reprice.ts'

type Props = { program: Pick<Program, 'id' | 'name' | 'type' | 'amount'>; onClose: () => void }

const Confirmation = ({ program, preview, onClose }: Props & { preview: Repriced }) => {
  const reprice = useReprice(program.id)
  const client = useQueryClient()
  const toast = useToast()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Re-price Unpaid Bills"
      action="Re-price Bills"
      busyText="Re-pricing..."
      busy={reprice.isPending}
      problem={reprice.isError ? messageOr(reprice.error, 'Failed to update amount') : null}
      onConfirm={() =>
        reprice.mutate(undefined, {
          onSuccess: ({ bills }) => {
            toast(`${bills.toLocaleString('en-US')} ${bills === 1 ? 'bill is' : 'bills are'} re-priced`)
            onClose()
            void client.invalidateQueries({ queryKey: ['reprice', program.id] })
          },
        })
      }
    >
      {`${repriceWords(preview)} Each is then ${formatMoney(program.amount)}.`}
      {program.type === 'Custom' && ' Amounts that were set one by one are replaced too.'}
    </ConfirmDialog>
  )
}

/** Shows first what would change, then asks. */
export const RepriceDialog = (props: Props) => {
  const { program, onClose } = props
  const preview = useRepricePreview(program.id)
  if (preview.data && preview.data.bills > 0) return <Confirmation {...props} preview={preview.data} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Re-price Unpaid Bills"
      subject={program.name}
      foot={
        <Button data-safe onClick={onClose}>
          Close
        </Button>
      }
    >
      {preview.isPending && (
        <Loading text="Looking at the bills...">
          <BoneRows rows={1} />
        </Loading>
      )}
      {preview.isError && (
        <ErrorState level={3} title="Failed to load assessment bills" onRetry={retryOf(preview)}>
          {errorMessage(preview.error, 'load', 'assessment bill')}
        </ErrorState>
      )}
      {preview.data && <p>{`Every Unpaid bill is ${formatMoney(program.amount)} already. Nothing changes.`}</p>}
    </Dialog>
  )
}
