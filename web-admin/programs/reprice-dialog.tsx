import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { Program, Repriced } from '../../modules/programs/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { repriceWords } from '../domain/program/program-words.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useReprice, useRepricePreview } from './calls.ts'

type Props = { program: Pick<Program, 'id' | 'name' | 'type' | 'amount'>; onClose: () => void }

const Confirmation = ({ program, preview, onClose }: Props & { preview: Repriced }) => {
  const client = useQueryClient()
  return (
    <ConfirmCall
      call={useReprice(program.id)}
      input={undefined}
      title="Re-price Unpaid Bills"
      action="Re-price Bills"
      busyText="Re-pricing..."
      done={({ bills }) => `${bills.toLocaleString('en-US')} ${bills === 1 ? 'bill is' : 'bills are'} re-priced`}
      failed={(error) => messageOr(error, 'Failed to update amount')}
      onDone={() => void client.invalidateQueries({ queryKey: ['reprice', program.id] })}
      onClose={onClose}
    >
      {`${repriceWords(preview)} Each is then ${formatMoney(program.amount)}.`}
      {program.type === 'Custom' && ' Amounts that were set one by one are replaced too.'}
    </ConfirmCall>
  )
}

export const RepriceDialog = (props: Props) => {
  const { program, onClose } = props
  const preview = useRepricePreview(program.id)
  if (preview.data && preview.data.bills > 0) return <Confirmation {...props} preview={preview.data} />
  return (
    <Dialog open onOpenChange={onClose} title="Re-price Unpaid Bills" subject={program.name} close="Close">
      <Loaded query={preview} loading="Checking the bills..." rows={1} failed="Failed to load assessment bills" action="load" thing="assessment bill">
        {() => <p>{`Every Unpaid bill is ${formatMoney(program.amount)} already. Nothing changes.`}</p>}
      </Loaded>
    </Dialog>
  )
}
