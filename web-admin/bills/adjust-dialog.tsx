import { useState } from 'react'
import { formatMoney, toDollars } from '../../modules/kernel/money.ts'
import { CheckField, TextareaField, TextField } from '../ui/field.tsx'
import { muted } from '../ui/text.css.ts'
import { choices } from './bill.css.ts'
import { AMOUNT, MoneyDialog, type OnBill, REASON, typedCents } from './money-dialog.tsx'

type Direction = 'debit' | 'credit'

/** The amount after an adjustment, in words; null while nothing sensible is typed. */
export const adjustedAmount = (amount: number, typed: string, direction: Direction): string | null => {
  const cents = typedCents(typed)
  if (cents === null) return null
  const next = Math.round(amount * 100) + (direction === 'debit' ? cents : -cents)
  return next < 0
    ? `That is more than the bill’s ${formatMoney(amount)}.`
    : `The amount becomes ${formatMoney(toDollars(next))} instead of ${formatMoney(amount)}.`
}

/** More or less is owed, for a reason that stays in the history (R91, R93). */
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
        const cents = typedCents(amount)
        if (cents === null || reason.trim() === '')
          return { problems: { amount: cents === null ? AMOUNT : undefined, reason: reason.trim() === '' ? REASON : undefined } }
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
          <TextField
            data-first-focus
            label="By how much"
            start="$"
            inputMode="decimal"
            value={amount}
            problem={problems.amount}
            onChange={({ target }) => setAmount(target.value)}
          />
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
