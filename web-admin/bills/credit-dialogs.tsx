import { useState } from 'react'
import type { Bill, Credit } from '../../modules/bills/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney, toDollars } from '../../modules/kernel/money.ts'
import { readMoney } from '../../modules/kernel/typed-money.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatDayOf } from '../domain/api/network-clock.ts'
import { useMember } from '../domain/payor/calls.ts'
import { REASON } from '../ui/ask-reason.tsx'
import { SelectField, TextareaField } from '../ui/field.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { muted } from '../ui/text.css.ts'
import { MoneyDialog, type OnBill } from './money-dialog.tsx'

type Props = OnBill & { credit: Credit }

const owing = ({ status, balance }: Bill): boolean => balance > 0 && status !== 'Archived' && status !== 'Draft'

const useMoneyAndReason = (start: number) => {
  const [amount, setAmount] = useState(start.toFixed(2))
  const [reason, setReason] = useState('')
  const { cents, problem } = readMoney(amount)
  const problems = cents === null || reason.trim() === '' ? { amount: problem ?? undefined, reason: reason.trim() === '' ? REASON : undefined } : null
  return { amount, setAmount, reason, setReason, problems, dollars: cents === null ? 0 : toDollars(cents) }
}

const Fields = ({ form, problems }: { form: ReturnType<typeof useMoneyAndReason>; problems: Record<string, string | undefined> }) => (
  <>
    <MoneyField label="Amount" typed={form.amount} onTyped={form.setAmount} problem={problems.amount} />
    <TextareaField
      label="Reason"
      rows={2}
      maxLength={1000}
      value={form.reason}
      problem={problems.reason}
      onChange={({ target }) => form.setReason(target.value)}
    />
  </>
)

/** Settles one of the payor's bills with money that another has too much. */
export const ApplyCreditDialog = ({ loaded, credit, onClose }: Props) => {
  const payor = useMember(credit.payor.id)
  const bills = payor.data?.value.bills.filter(owing)
  const own = loaded.value
  const [billId, setBillId] = useState<string>()
  const chosen = bills?.find(({ id }) => id === billId) ?? bills?.find(({ id }) => id === own.id) ?? bills?.[0]
  const form = useMoneyAndReason(credit.amount)
  return (
    <MoneyDialog
      // The ETag is the shown bill's; which bill changes is chosen here.
      loaded={{ value: own, etag: chosen?.id === own.id ? loaded.etag : null }}
      onClose={onClose}
      title="Apply Credit"
      action="Apply Credit"
      busyText="Applying..."
      done="The credit is applied"
      failed="The credit was not applied"
      ready={chosen !== undefined}
      intro={`${formatMoney(credit.amount)} of ${credit.payor.name}’s payment of ${formatDayOf(credit.createdAt)} settles no bill yet.`}
      check={() => {
        if (!chosen) return { problems: { bill: 'Please select a bill' } }
        if (form.problems) return { problems: form.problems }
        return {
          path: `/assessment-bills/${chosen.id}/credits`,
          body: { paymentId: credit.paymentId, amount: form.dollars, reason: form.reason.trim() },
        }
      }}
    >
      {(problems) => (
        <>
          <Loaded query={payor} loading="Loading the member..." rows={1} failed="Failed to load the member" action="view" thing="member">
            {() =>
              chosen === undefined ? (
                <p className={muted}>{`${credit.payor.name} has no open bill. Record the credit as paid back, or wait for the next bill.`}</p>
              ) : (
                <SelectField label="Bill" value={chosen.id} onChange={({ target }) => setBillId(target.value)}>
                  {bills?.map((bill) => (
                    <option key={bill.id} value={bill.id}>
                      {`${bill.program.name}, due ${formatDay(bill.dueDate)}, ${formatMoney(bill.balance)} open`}
                    </option>
                  ))}
                </SelectField>
              )
            }
          </Loaded>
          {bills?.length !== 0 && <Fields form={form} problems={problems} />}
        </>
      )}
    </MoneyDialog>
  )
}

/** The payor has their money back: it is no credit any more. */
export const PayBackDialog = ({ loaded, credit, onClose }: Props) => {
  const form = useMoneyAndReason(credit.amount)
  return (
    <MoneyDialog
      loaded={{ value: loaded.value, etag: null }}
      onClose={onClose}
      title="Record as Paid Back"
      action="Record as Paid Back"
      busyText="Recording..."
      done="The credit is recorded as paid back"
      failed="Nothing was recorded"
      intro="This moves no money. It records what you have paid back to the payor."
      check={() =>
        form.problems
          ? { problems: form.problems }
          : { path: `/payments/${credit.paymentId}/credit-refunds`, body: { amount: form.dollars, reason: form.reason.trim() } }
      }
    >
      {(problems) => <Fields form={form} problems={problems} />}
    </MoneyDialog>
  )
}
