import { useState } from 'react'
import { formatMoney, fromDollars, toDollars } from '../../modules/kernel/money.ts'
import { readMoney } from '../../modules/kernel/typed-money.ts'
import type { SettledPayment } from '../../modules/payments/contract.ts'
import { paymentLine } from '../domain/payment/payment-words.ts'
import { REASON } from '../ui/ask-reason.tsx'
import { TextareaField } from '../ui/field.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { MoneyDialog, type OnBill } from './money-dialog.tsx'

/** Money that came through Stripe goes back the same way, in full or in part. */
export const RefundDialog = ({ payment, ...bill }: OnBill & { payment: SettledPayment }) => {
  const refundable = payment.settlement?.refundable ?? 0
  const [amount, setAmount] = useState(refundable.toFixed(2))
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  const { cents, problem } = readMoney(amount)
  const tooMuch = cents !== null && cents > (fromDollars(refundable) ?? 0)
  const back = payment.method === 'ach' ? 'bank account' : 'card'
  return (
    <MoneyDialog
      {...bill}
      title="Refund Payment"
      action={cents === null || tooMuch ? 'Refund' : `Refund ${formatMoney(toDollars(cents))}`}
      busyText="Refunding..."
      danger
      done={`The money goes back to the ${back}`}
      failed="The payment was not refunded"
      intro={
        <>
          {paymentLine(payment)}
          <strong>{formatMoney(payment.amount)}</strong>. {`The money goes back to the ${back} that it came from, within 5 to 10 business days; `}
          Stripe keeps its fee. This cannot be undone.
        </>
      }
      check={() => {
        const problems = {
          ...(problem === null ? {} : { amount: problem }),
          ...(tooMuch ? { amount: `At most ${formatMoney(refundable)} can be refunded` } : {}),
          ...(reason === '' ? { reason: REASON } : {}),
        }
        if (cents === null || Object.keys(problems).length > 0) return { problems }
        return { path: `/assessment-bills/${payment.billId}/refunds`, body: { paymentId: payment.id, amount: toDollars(cents), reason } }
      }}
    >
      {(problems) => (
        <>
          <MoneyField label="Amount" typed={amount} onTyped={setAmount} problem={problems.amount} />
          <TextareaField
            label="Reason"
            hint="It stays in the history."
            rows={2}
            maxLength={1000}
            value={typed}
            problem={problems.reason}
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      )}
    </MoneyDialog>
  )
}
