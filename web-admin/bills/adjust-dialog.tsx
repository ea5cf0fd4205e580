import { useState } from 'react'
import { formatMoney, toCents, toDollars } from '../../modules/kernel/money.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'
import { REASON } from '../ui/ask-reason.tsx'
import { CheckField, TextareaField } from '../ui/field.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { muted } from '../ui/text.css.ts'
import { choices } from './bill.css.ts'
import { MoneyDialog, type OnBill } from './money-dialog.tsx'

type Direction = 'debit' | 'credit'

/** Text: the bill's amount after the adjustment; null until the input is valid. */
export const adjustedAmount = (amount: number, typed: string, direction: Direction): string | null => {
  const { cents } = readMoney(typed)
  if (cents === null) return null
  const next = toCents(amount) + (direction === 'debit' ? cents : -cents)
  return next < 0
    ? `That is more than the bill’s ${formatMoney(amount)}.`
    : `The amount becomes ${formatMoney(toDollars(next))} instead of ${formatMoney(amount)}.`
}

/** Raises or lowers the amount owed, with a reason that is kept in the history (R63). */
export const AdjustDialog = ({ loaded, onClose }: OnBill) => {
  const bill = loaded.value
  const [direction, setDirection] = useState<Direction>('credit')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  return (
    <MoneyDialog
      loaded={loaded}
      onClose={onClose}
      title="Adjust Amount"
      action="Adjust"
      busyText="Adjusting..."
      done="The amount is adjusted"
      failed="The amount was not adjusted"
      check={() => {
        const { cents, problem } = readMoney(amount)
        if (cents === null || reason.trim() === '')
          return { problems: { amount: problem ?? undefined, reason: reason.trim() === '' ? REASON : undefined } }
        const dollars = toDollars(cents)
        return {
          path: `/assessment-bills/${bill.id}/adjustments`,
          body: { amount: direction === 'debit' ? dollars : -dollars, reason: reason.trim() },
        }
      }}
    >
      {(problems) => (
        <>
          <fieldset className={choices}>
            <legend>What changes</legend>
            <CheckField
              type="radio"
              name="direction"
              label="Less is owed (credit)"
              checked={direction === 'credit'}
              onChange={() => setDirection('credit')}
            />
            <CheckField
              type="radio"
              name="direction"
              label="More is owed (debit)"
              checked={direction === 'debit'}
              onChange={() => setDirection('debit')}
            />
          </fieldset>
          <MoneyField data-first-focus label="Amount of the change" typed={amount} onTyped={setAmount} problem={problems.amount} />
          <p className={muted} role="status">
            {adjustedAmount(bill.amount, amount, direction)}
          </p>
          <TextareaField
            label="Reason"
            rows={2}
            maxLength={1000}
            value={reason}
            problem={problems.reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </>
      )}
    </MoneyDialog>
  )
}
