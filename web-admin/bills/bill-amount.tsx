import { Pencil } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { BillSums, canEditAmount, payorLabel } from '../domain/bill/bill-words.tsx'
import * as styles from '../domain/bill/bills.css.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { PlainButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'

const AmountEditor = lazy(async () => ({ default: (await import('./amount-fields.tsx')).AmountEditor }))

export const BillAmount = ({ bill }: { bill: Bill }) => {
  const [editing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const mayChange = useMayChange()
  useEffect(() => {
    // Gives the focus back to the button after editing.
    if (wasEditing && !editing) button.current?.focus()
    setWasEditing(editing)
  }, [editing, wasEditing])
  if (!mayChange || !canEditAmount(bill)) return <BillSums bill={bill} />
  return (
    <span className={styles.amountPlace}>
      <PlainButton
        ref={button}
        // The button keeps its space while the form field covers it.
        className={classes(styles.amountButton, editing && styles.covered)}
        aria-label={`Edit amount ${formatMoney(bill.amount)}, ${payorLabel(bill)}`}
        onClick={() => setEditing(true)}
      >
        <Pencil />
        {formatMoney(bill.amount)}
      </PlainButton>
      {editing && (
        <Suspense fallback={null}>
          <AmountEditor bill={bill} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </span>
  )
}
