import { useState } from 'react'
import type { AppliedCredit, Bill, Credit } from '../../modules/bills/contract.ts'
import { formatMoney, fromDollars, toDollars } from '../../modules/kernel/money.ts'
import type { SettledPayment } from '../../modules/payments/contract.ts'
import { dueWords } from '../../modules/shared/next-payment.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatDayOf } from '../domain/api/network-clock.ts'
import type { Versioned } from '../domain/api/versioned.ts'
import { paymentLine } from '../domain/payment/payment.tsx'
import { useMember } from '../domain/payor/calls.ts'
import { REASON } from '../ui/ask-reason.tsx'
import { SelectField, TextareaField } from '../ui/field.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { muted } from '../ui/text.css.ts'
import { MoneyDialog, type OnBill } from './money-dialog.tsx'
import { ReverseDialog, TakeBackDialog } from './reason-dialogs.tsx'

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

/** Settles another bill of the payor with their credit. */
const ApplyCreditDialog = ({ loaded, credit, onClose }: Props) => {
  const payor = useMember(credit.payor.id)
  const bills = payor.data?.value.bills.filter(owing)
  const own = loaded.value
  const [billId, setBillId] = useState<string>()
  const chosen = bills?.find(({ id }) => id === billId) ?? bills?.find(({ id }) => id === own.id) ?? bills?.[0]
  const form = useMoneyAndReason(credit.amount)
  return (
    <MoneyDialog
      // The ETag is that of the bill on this page, so a request about another bill has none.
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
                      {`${bill.program.name}, ${dueWords(bill)}, ${formatMoney(bill.balance)} open`}
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

/** Records that the payor got their credit back. */
const PayBackDialog = ({ loaded, credit, onClose }: Props) => {
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

/** Refunds a payment through Stripe, in full or in part. */
const RefundDialog = ({ payment, ...bill }: OnBill & { payment: SettledPayment }) => {
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
            hint="It is kept in the history."
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

export type Open =
  | { task: 'reverse' | 'refund'; payment: SettledPayment }
  | { task: 'take-back'; credit: AppliedCredit }
  | { task: 'apply' | 'pay-back'; credit: Credit }

type OpenProps = { open: Open; loaded: Versioned<Bill>; onClose: () => void }

export const OpenDialog = ({ open, loaded, onClose }: OpenProps) => {
  switch (open.task) {
    case 'reverse':
      return <ReverseDialog loaded={loaded} payment={open.payment} onClose={onClose} />
    case 'refund':
      return <RefundDialog loaded={loaded} payment={open.payment} onClose={onClose} />
    case 'take-back':
      return <TakeBackDialog loaded={loaded} credit={open.credit} onClose={onClose} />
    case 'apply':
      return <ApplyCreditDialog loaded={loaded} credit={open.credit} onClose={onClose} />
    case 'pay-back':
      return <PayBackDialog loaded={loaded} credit={open.credit} onClose={onClose} />
  }
}
