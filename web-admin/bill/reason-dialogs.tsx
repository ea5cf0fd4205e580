import { useState } from 'react'
import type { AppliedCredit } from '../../modules/bills/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import { methodOf } from '../payors/payments-list.tsx'
import { TextareaField } from '../ui/field.tsx'
import { MoneyDialog, type OnBill, REASON } from './money-dialog.tsx'

const useReason = () => {
  const [reason, setReason] = useState('')
  const trimmed = reason.trim()
  const field = (hint: string) => (problems: Record<string, string | undefined>) => (
    <TextareaField
      label="Reason"
      hint={hint}
      rows={2}
      maxLength={1000}
      value={reason}
      problem={problems.reason}
      onChange={({ target }) => setReason(target.value)}
    />
  )
  return { reason: trimmed, field }
}

/** What a payor said that they sent has not come: the bill is what it was before (decision 22). */
export const NotReceivedDialog = ({ loaded, onClose }: OnBill) => {
  const { reason, field } = useReason()
  return (
    <MoneyDialog
      loaded={loaded}
      onClose={onClose}
      title="Not Received"
      action="Not Received"
      busyText="Saving..."
      done="The payment is noted as not received"
      failed="Nothing was changed"
      intro="The bill goes back to its former status, and the payor is told by mail."
      check={() =>
        reason === '' ? { problems: { reason: REASON } } : { path: `/assessment-bills/${loaded.value.id}/not-received`, body: { reason } }
      }
    >
      {field('The payor reads it in the mail.')}
    </MoneyDialog>
  )
}

/** Corrects a payment that was recorded by mistake (decision 23). */
export const ReverseDialog = ({ loaded, payment, onClose }: OnBill & { payment: Payment }) => {
  const { reason, field } = useReason()
  return (
    <MoneyDialog
      loaded={loaded}
      onClose={onClose}
      title="Reverse Payment"
      action="Reverse Payment"
      busyText="Reversing..."
      danger
      done="The payment is reversed"
      failed="The payment was not reversed"
      intro={
        <>
          {`${methodOf(payment)}, ${formatDay(payment.createdAt)}, `}
          <strong>{formatMoney(payment.amount)}</strong>. The bill owes this money again. The payment stays in the list, as reversed.
        </>
      }
      check={() =>
        reason === ''
          ? { problems: { reason: REASON } }
          : { path: `/assessment-bills/${loaded.value.id}/reversals`, body: { paymentId: payment.id, reason } }
      }
    >
      {field('It stays in the history.')}
    </MoneyDialog>
  )
}

/** Credit that was applied here is the payor's unapplied credit again. */
export const TakeBackDialog = ({ loaded, credit, onClose }: OnBill & { credit: AppliedCredit }) => {
  const { reason, field } = useReason()
  return (
    <MoneyDialog
      loaded={loaded}
      onClose={onClose}
      title="Take Back Credit"
      action="Take Back Credit"
      busyText="Taking back..."
      danger
      done="The credit is taken back"
      failed="The credit was not taken back"
      intro={
        <>
          <strong>{formatMoney(credit.amount)}</strong>. The bill owes this money again, and the payor has it as unapplied credit.
        </>
      }
      check={() =>
        reason === ''
          ? { problems: { reason: REASON } }
          : { path: `/assessment-bills/${loaded.value.id}/reversals`, body: { paymentId: credit.creditId, reason } }
      }
    >
      {field('It stays in the history.')}
    </MoneyDialog>
  )
}
