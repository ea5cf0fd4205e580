import { type ReactNode, useState } from 'react'
import type { AppliedCredit } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { Payment } from '../../modules/payments/contract.ts'
import { paymentLine } from '../domain/payment/payment.tsx'
import { REASON } from '../ui/ask-reason.tsx'
import { TextareaField } from '../ui/field.tsx'
import { MoneyDialog, type OnBill } from './money-dialog.tsx'

export type AsksReason = {
  /** The title, which is also the label of the button. */
  title: string
  busyText: string
  danger?: boolean
  done: string
  failed: string
  intro: ReactNode
  /** Says who will read the reason. */
  hint: string
  /** The last part of the request's path. */
  call: string
  /** Further fields of the request. */
  about?: object
}

export const ReasonDialog = ({ loaded, title, hint, call, about = {}, ...dialog }: OnBill & AsksReason) => {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  return (
    <MoneyDialog
      loaded={loaded}
      title={title}
      action={title}
      check={() =>
        reason === '' ? { problems: { reason: REASON } } : { path: `/assessment-bills/${loaded.value.id}/${call}`, body: { ...about, reason } }
      }
      {...dialog}
    >
      {(problems) => (
        <TextareaField
          label="Reason"
          hint={hint}
          rows={2}
          maxLength={1000}
          value={typed}
          problem={problems.reason}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </MoneyDialog>
  )
}

/** Corrects a payment that was recorded by mistake (R68). */
export const ReverseDialog = ({ payment, ...bill }: OnBill & { payment: Payment }) => (
  <ReasonDialog
    {...bill}
    title="Reverse Payment"
    busyText="Reversing..."
    danger
    done="The payment is reversed"
    failed="The payment was not reversed"
    intro={
      <>
        {paymentLine(payment)}
        <strong>{formatMoney(payment.amount)}</strong>. The bill owes this money again. The payment stays in the list, as reversed.
      </>
    }
    hint="It is kept in the history."
    call="reversals"
    about={{ paymentId: payment.id }}
  />
)

/** Takes back credit that was applied to this bill: it becomes unapplied credit of the payor again. */
export const TakeBackDialog = ({ credit, ...bill }: OnBill & { credit: AppliedCredit }) => (
  <ReasonDialog
    {...bill}
    title="Take Back Credit"
    busyText="Taking back..."
    danger
    done="The credit is taken back"
    failed="The credit was not taken back"
    intro={
      <>
        <strong>{formatMoney(credit.amount)}</strong>. The bill owes this money again, and the payor has it as unapplied credit.
      </>
    }
    hint="It is kept in the history."
    call="reversals"
    about={{ paymentId: credit.creditId }}
  />
)
