import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { fromDollars, toDollars } from '../../modules/kernel/money.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { payorLabel } from '../domain/bill/bill-words.tsx'
import * as styles from '../domain/bill/bills.css.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { useChangeAmount } from './calls.ts'

export const AmountEditor = ({ bill, onClose }: { bill: Bill; onClose: () => void }) => {
  const change = useChangeAmount(bill.id)
  const [value, setValue] = useState(bill.amount.toFixed(2))
  const [problem, setProblem] = useState<string | undefined>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const read = readMoney(value)
    if (read.cents === null) return setProblem(read.problem)
    change.mutate(
      { amount: toDollars(read.cents) },
      { onSuccess: onClose, onError: (error) => setProblem(messageOr(error, 'Failed to update amount')) },
    )
  }
  return (
    <form onSubmit={save} className={styles.amountForm} noValidate>
      <MoneyField
        ref={field}
        label={`Amount, ${payorLabel(bill)}`}
        bare
        typed={value}
        readOnly={change.isPending}
        problem={problem}
        {...(problem ? {} : { hint: change.isPending ? 'Saving…' : 'Enter saves, Escape cancels' })}
        onTyped={(typed) => {
          setValue(typed)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
        onBlur={() => readMoney(value).cents === fromDollars(bill.amount) && !change.isPending && onClose()}
      />
    </form>
  )
}
