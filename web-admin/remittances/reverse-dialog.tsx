import { type FormEvent, useState } from 'react'
import { formatMoney } from '../../modules/kernel/money.ts'
import type { Allocation, Remittance } from '../../modules/remittances/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { payerLabel } from '../domain/payment/remittance-words.tsx'
import { REASON } from '../ui/ask-reason.tsx'
import { Banner } from '../ui/banner.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { CheckField, TextareaField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { useReverse } from './calls.ts'
import * as styles from './remittances.css.ts'

/** The allocations that are left to reverse. */
export const reversible = ({ allocations }: Remittance): Allocation[] => allocations.filter(({ status }) => status === 'Completed')

const billsOf = (count: number): string => (count === 1 ? '1 bill' : `${count.toLocaleString('en-US')} bills`)

type Props = { remittance: Remittance; onClose: () => void }

/** Reverses the whole remittance or the ticked allocations, with a reason. */
export const ReverseDialog = ({ remittance, onClose }: Props) => {
  const left = reversible(remittance)
  const toast = useToast()
  const reverse = useReverse(remittance.id)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(left.map(({ billId }) => billId)))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const chosen = left.filter(({ billId }) => ticked.has(billId))
  const all = chosen.length === left.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reverse.isPending || chosen.length === 0) return
    setProblem(reason.trim() === '' ? REASON : undefined)
    if (reason.trim() === '') return
    reverse.mutate(
      { reason: reason.trim(), billIds: chosen.map(({ billId }) => billId) },
      {
        onSuccess: () => {
          toast(all ? 'The payment is reversed' : `The payment of ${billsOf(chosen.length)} is reversed`)
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Reverse Payment"
      subject={`${payerLabel(remittance)} · ${formatMoney(remittance.amount)}`}
      held={reverse.isPending}
      action={all ? 'Reverse Payment' : `Reverse ${billsOf(chosen.length)}`}
      variant="danger"
      disabled={chosen.length === 0}
      busy={reverse.isPending}
      busyText="Reversing..."
      waits
      onSubmit={submit}
    >
      {reverse.error && (
        <Banner tone="failure" title="Nothing was changed">
          {messageOr(reverse.error, 'The payment could not be reversed. Please try again.')}
        </Banner>
      )}
      <p>The bills are open again, as if this money had not come. The payment and its reversal stay in the history.</p>
      {left.length > 1 && (
        <fieldset>
          <legend className={styles.label}>Bills</legend>
          <CheckField
            label={`All ${left.length.toLocaleString('en-US')}`}
            checked={all}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && !all
            }}
            onChange={() => setTicked(new Set(all ? [] : left.map(({ billId }) => billId)))}
          />
          <div className={styles.ticks}>
            {left.map(({ billId, payerName, programName, amount }) => (
              <CheckField
                key={billId}
                label={`${payerName}, ${programName}, ${formatMoney(amount)}`}
                checked={ticked.has(billId)}
                onChange={({ target }) => setTicked((now) => new Set([...now].filter((id) => id !== billId).concat(target.checked ? [billId] : [])))}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextareaField
        label="Reason"
        hint="The history shows this reason."
        rows={2}
        maxLength={1000}
        data-first-focus
        value={reason}
        problem={problem}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
