import { Pencil } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatMoney, fromDollars, toDollars } from '../../modules/kernel/money.ts'
import { readMoney } from '../../modules/kernel/typed-money.ts'
import { messageOr } from '../api/error-message.ts'
import { useMayChange } from '../session/may-change.ts'
import { PlainButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { BillSums } from './bill-sums.tsx'
import { canEditAmount, payorLabel } from './bill-words.ts'
import * as styles from './bills.css.ts'
import { useChangeAmount } from './use-change-amount.ts'

/** Enter saves, Escape cancels; leaving the field unchanged cancels too. */
const AmountEditor = ({ bill, onClose }: { bill: Bill; onClose: () => void }) => {
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

export const BillAmount = ({ bill }: { bill: Bill }) => {
  const [editing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const mayChange = useMayChange()
  useEffect(() => {
    // The focus goes back to where it came from.
    if (wasEditing && !editing) button.current?.focus()
    setWasEditing(editing)
  }, [editing, wasEditing])
  if (!mayChange || !canEditAmount(bill)) return <BillSums bill={bill} />
  return (
    <span className={styles.amountPlace}>
      <PlainButton
        ref={button}
        // It keeps its place beneath the field.
        className={classes(styles.amountButton, editing && styles.covered)}
        aria-label={`Edit amount ${formatMoney(bill.amount)}, ${payorLabel(bill)}`}
        onClick={() => setEditing(true)}
      >
        <Pencil />
        {formatMoney(bill.amount)}
      </PlainButton>
      {editing && <AmountEditor bill={bill} onClose={() => setEditing(false)} />}
    </span>
  )
}
