import { useState } from 'react'
import { formatMoney, toCents, toDollars } from '../../modules/kernel/money.ts'
import { type ReceiptMethod, receiptLabels, receiptMethods } from '../../modules/kernel/receipt-methods.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'
import { today } from '../domain/api/network-clock.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { oneOf } from '../ui/list-params.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { muted } from '../ui/text.css.ts'
import { pair } from './bill.css.ts'
import { MoneyDialog, type OnBill } from './money-dialog.tsx'

/** Says what the typed amount leads to: the balance that remains, or the credit. */
export const receiptOutcome = (balance: number, typed: string): string | null => {
  const { cents } = readMoney(typed)
  if (cents === null) return null
  const left = toCents(balance) - cents
  if (left > 0) return `${formatMoney(toDollars(left))} of the bill stays open.`
  if (left === 0) return 'This settles the bill.'
  const credit = formatMoney(toDollars(-left))
  return balance === 0
    ? `The bill has no open balance: ${credit} becomes unapplied credit.`
    : `This settles the bill; ${credit} becomes unapplied credit.`
}

/** Records money received outside of Vestry, in full or in part (R66). */
export const ReceiptDialog = ({ loaded, onClose }: OnBill) => {
  const { balance, nextDue, id } = loaded.value
  const [amount, setAmount] = useState(balance > 0 ? (nextDue?.amount ?? balance).toFixed(2) : '')
  const [method, setMethod] = useState<ReceiptMethod>('check')
  const [reference, setReference] = useState('')
  const [receivedOn, setReceivedOn] = useState<string>(today)
  return (
    <MoneyDialog
      loaded={loaded}
      onClose={onClose}
      title="Record Receipt"
      action="Record Receipt"
      busyText="Recording..."
      done="The receipt is recorded"
      failed="The receipt was not recorded"
      check={() => {
        const { cents, problem } = readMoney(amount)
        if (cents === null) return { problems: { amount: problem } }
        return {
          path: `/assessment-bills/${id}/receipts`,
          body: { amount: toDollars(cents), method, reference: reference.trim() || null, receivedOn: receivedOn || null },
        }
      }}
    >
      {(problems) => (
        <>
          <div className={pair}>
            <MoneyField label="Amount" typed={amount} onTyped={setAmount} problem={problems.amount} />
            <SelectField
              label="Method"
              value={method}
              problem={problems.method}
              onChange={({ target }) => setMethod(oneOf(receiptMethods, target.value) ?? method)}
            >
              {receiptMethods.map((option) => (
                <option key={option} value={option}>
                  {receiptLabels[option]}
                </option>
              ))}
            </SelectField>
          </div>
          <p className={muted} role="status">
            {receiptOutcome(balance, amount)}
          </p>
          <div className={pair}>
            <TextField
              label="Reference (optional)"
              hint="A check number, for instance."
              maxLength={200}
              autoComplete="off"
              value={reference}
              problem={problems.reference}
              onChange={({ target }) => setReference(target.value)}
            />
            <TextField
              label="Received on"
              type="date"
              max={today()}
              value={receivedOn}
              problem={problems.receivedOn}
              onChange={({ target }) => setReceivedOn(target.value)}
            />
          </div>
        </>
      )}
    </MoneyDialog>
  )
}
