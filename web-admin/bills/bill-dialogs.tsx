import { type ReactNode, useState } from 'react'
import type { Bill, WholeBill } from '../../modules/bills/contract.ts'
import { formatMoney } from '../../modules/kernel/money.ts'
import { type ReceiptMethod, receiptLabels, receiptMethods } from '../../modules/kernel/receipt-methods.ts'
import { ApiError } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { collectedIn, less, payorLabel } from '../domain/bill/bill-words.tsx'
import { useHistory } from '../domain/history/use-history.ts'
import { waitsForDebit } from '../domain/payment/payment.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { oneOf } from '../ui/list-params.ts'
import { money } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { pair } from './bill.css.ts'
import { type BillAction, useBill, useBillAction } from './calls.ts'

type Props = { bill: Bill; onClose: () => void }

type ConfirmProps = Props & {
  call: BillAction
  title: string
  action: string
  busyText: string
  danger?: boolean
  done: string
  failed: string
  /** Returns the amount to confirm, in dollars; null if it is unknown. */
  sum: (bill: WholeBill) => number | null
  /** True once the data for `sum` is loaded. */
  ready?: boolean
  /** Optional fields of the dialog, and what they add to the request. */
  body?: object
  fields?: ReactNode
  children: ReactNode
}

/**
 * Confirms an action on the version of the bill that was read when the dialog opened. If someone changes the bill
 * meanwhile, the action is refused.
 */
const ConfirmOnBill = ({ bill, onClose, call, done, failed, sum, ready = true, body = {}, children, ...texts }: ConfirmProps) => {
  const now = useBill(bill.id, { always: true })
  const shown = now.data?.value ?? bill
  const act = useBillAction(bill.id, call)
  const toast = useToast()
  const stale = act.error instanceof ApiError && act.error.status === 412
  const amount = sum(shown)
  const problem = stale
    ? 'This bill has just been changed by someone else. Look at it again before you confirm.'
    : act.isError
      ? messageOr(act.error, failed)
      : now.isError
        ? messageOr(now.error, 'Failed to load the bill')
        : null
  const confirm = () =>
    now.data &&
    act.mutate(
      { etag: now.data.etag, body },
      {
        onSuccess: () => {
          toast(done)
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      {...texts}
      ready={ready && !now.isFetching}
      busy={act.isPending}
      problem={problem}
      onConfirm={() => void (now.isError ? now.refetch() : confirm())}
    >
      {`${payorLabel(shown)}, ${shown.program.name}, `}
      {amount === null ? 'the payment that the payor reported' : <strong className={money}>{formatMoney(amount)}</strong>}. {children}
    </ConfirmDialog>
  )
}

/** Check and cash come first, since they are the most common. */
const byHand = [...new Set<ReceiptMethod>(['check', 'cash', ...receiptMethods])]

/** Asks for the payment's method, unless the payor's claim names it. */
export const MarkAsPaidDialog = ({ bill, onClose }: Props) => {
  const now = useBill(bill.id, { always: true }).data?.value ?? bill
  const claimed = now.status === 'PendingConfirmation' && !waitsForDebit(now)
  // The balance of an archived bill is waived, so only the bill's history says what was paid.
  const history = useHistory('bill', bill.id, { enabled: now.status === 'Archived' })
  const [method, setMethod] = useState<ReceiptMethod | ''>('')
  const [reference, setReference] = useState('')
  return (
    <ConfirmOnBill
      bill={bill}
      onClose={onClose}
      call="mark-as-paid"
      title="Mark as Paid"
      action="Mark as Paid"
      busyText="Marking..."
      done={`${payorLabel(bill)} marked as paid`}
      failed="Failed to mark as paid"
      sum={({ status, amount, balance, nextDue, claimed: sent }) => {
        // A claim on a bill with a plan may be for its next part. A bill of a list does not have its claim.
        if (claimed && nextDue) return sent?.amount ?? null
        return status === 'Archived' ? less(amount, collectedIn(history.data ?? [])) : balance
      }}
      ready={now.status !== 'Archived' || (history.isSuccess && !history.isFetching)}
      body={claimed ? {} : { method: method || null, reference: reference.trim() || null }}
      fields={
        !claimed && (
          <div className={pair}>
            <SelectField label="Method (optional)" value={method} onChange={({ target }) => setMethod(oneOf(receiptMethods, target.value) ?? '')}>
              <option value="">Not specified</option>
              {byHand.map((option) => (
                <option key={option} value={option}>
                  {receiptLabels[option]}
                </option>
              ))}
            </SelectField>
            <TextField
              label={method === 'check' ? 'Check number (optional)' : 'Reference (optional)'}
              maxLength={200}
              autoComplete="off"
              value={reference}
              onChange={({ target }) => setReference(target.value)}
            />
          </div>
        )
      }
    >
      This action cannot be undone.
    </ConfirmOnBill>
  )
}

export const ArchiveDialog = ({ bill, onClose }: Props) => (
  <ConfirmOnBill
    bill={bill}
    onClose={onClose}
    call="archive"
    title="Archive Bill"
    action="Archive"
    busyText="Archiving..."
    danger
    done="Bill archived"
    failed="Failed to archive assessment"
    sum={({ balance }) => balance}
  >
    This stops all reminders and marks the bill archived. The assessment can potentially be reassigned.
  </ConfirmOnBill>
)
