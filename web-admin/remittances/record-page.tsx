import { HandCoins, Users } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react'
import { formatMoney, sumDollars } from '../../modules/kernel/money.ts'
import { receiptLabels, receiptMethods } from '../../modules/kernel/receipt-methods.ts'
import { errorMessage, formMessage } from '../domain/api/error-message.ts'
import { today } from '../domain/api/network-clock.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { oneOf } from '../ui/list-params.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { block, medium, muted, overdue, sectionHead, small } from '../ui/text.css.ts'
import { BillField, CodeProblems } from './bill-field.tsx'
import { creditsOf, type OfferedBill, type Problems } from './draft.ts'
import { LineList } from './line-list.tsx'
import { codesIn, type PastedCode } from './pasted-codes.ts'
import { PayerField } from './payer-field.tsx'
import * as styles from './remittances.css.ts'
import { useDraft } from './use-draft.ts'
import { useRecording } from './use-recording.ts'

const TITLE = 'Record Payment'
const back = <BackLink href="/payors">Back to All Transactions</BackLink>

type Form = ReturnType<typeof useDraft>
type Recording = ReturnType<typeof useRecording>

const openOn = (bills: readonly OfferedBill[]): string => formatMoney(sumDollars(bills.map(({ balance }) => balance)))
const counted = (bills: number, adjective = ''): string => (bills === 1 ? `1 ${adjective}bill` : `${bills.toLocaleString('en-US')} ${adjective}bills`)

/** Calls the function with the codes whenever a list of codes is pasted anywhere on the page. */
const usePastedLists = (onCodes: (codes: readonly PastedCode[]) => void) => {
  const latest = useRef(onCodes)
  useEffect(() => {
    latest.current = onCodes
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const codes = codesIn(event.clipboardData?.getData('text') ?? '')
      if (codes.length < 2) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(codes)
    }
    document.addEventListener('paste', paste, true)
    return () => document.removeEventListener('paste', paste, true)
  }, [])
}

/** Enter goes to the next field, so that no payment is recorded by mistake; Ctrl+Enter records it. */
const goOn = (event: KeyboardEvent<HTMLFormElement>, record: () => void) => {
  const { key, target, currentTarget } = event
  if (key !== 'Enter') return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    return record()
  }
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input, select, [type="submit"]')]
  fields[fields.indexOf(target) + 1]?.focus()
}

type FieldsProps = { form: Form; problems: Problems; amount: Ref<HTMLInputElement> }

const Fields = ({ form: { draft, change, choosePayer }, problems, amount }: FieldsProps) => (
  <div className={styles.fields}>
    <PayerField payer={draft.payer} problem={problems.payerId} onChoose={choosePayer} />
    <MoneyField ref={amount} label="Amount" typed={draft.amount} problem={problems.amount} onTyped={(typed) => change({ amount: typed })} />
    <SelectField
      label="Method"
      value={draft.method}
      problem={problems.method}
      onChange={({ target }) => change({ method: oneOf(receiptMethods, target.value) ?? draft.method })}
    >
      {receiptMethods.map((method) => (
        <option key={method} value={method}>
          {receiptLabels[method]}
        </option>
      ))}
    </SelectField>
    <TextField
      label="Reference (optional)"
      hint="A check number, for instance."
      maxLength={200}
      autoComplete="off"
      value={draft.reference}
      problem={problems.reference}
      onChange={({ target }) => change({ reference: target.value })}
    />
    <TextField
      label="Received on"
      type="date"
      max={today()}
      value={draft.receivedOn}
      problem={problems.receivedOn}
      onChange={({ target }) => change({ receivedOn: target.value })}
    />
  </div>
)

/** Offers the open bills of a congregation's members. */
const MembersBills = ({ bills, onAdd }: { bills: readonly OfferedBill[]; onAdd: () => void }) =>
  bills.length > 0 && (
    <div>
      <Button icon={Users} onClick={onAdd}>
        {`Add ${counted(bills.length, 'open ')} of its members, ${openOn(bills)}`}
      </Button>
    </div>
  )

const NoBills = ({ payer }: { payer: string | undefined }) => (
  <EmptyState level={3} icon={HandCoins} title={payer === undefined ? 'No bills yet' : `${payer} has no open bill`}>
    {payer === undefined
      ? 'Choose who paid, and their open bills appear here; or add the bills that the money is for.'
      : 'Add the bills that the money is for. What is left is kept as credit.'}
  </EmptyState>
)

const Bills = ({ form, recording: { seen, waiting, problems } }: { form: Form; recording: Recording }) => {
  const { draft, bills, look, ofMembers } = form
  const paid = new Map<string, number>(seen?.allocations.map(({ billId, amount }) => [billId, amount]))
  const lines = bills.map((bill) => ({ ...bill, typed: draft.typed[bill.id], paid: seen ? (paid.get(bill.id) ?? 0) : null }))
  return (
    <section aria-labelledby="record-bills">
      <div className={sectionHead}>
        <h2 id="record-bills">Bills</h2>
      </div>
      <div className={styles.adding}>
        <BillField onAdd={(bill) => form.add([bill])} onCodes={form.addCodes} />
        <CodeProblems
          unknown={form.unknown}
          error={look.error}
          onDismiss={form.forgetUnknown}
          onRetry={() => look.variables && look.mutate(look.variables)}
        />
        {form.openError && (
          <Banner tone="failure" title="Failed to load the open bills">
            {errorMessage(form.openError, 'view', 'assessment bill')}
          </Banner>
        )}
        <MembersBills bills={ofMembers} onAdd={() => form.add(ofMembers)} />
      </div>
      {lines.length > 0 && <LineList lines={lines} problems={problems} waiting={waiting} onType={form.type} onRemove={form.remove} />}
      {form.loading ? (
        <Loading text="Loading the bills..." quiet>
          <BoneRows rows={3} />
        </Loading>
      ) : (
        lines.length === 0 && <NoBills payer={draft.payer?.name} />
      )}
    </section>
  )
}

/** 'Allocated $3,960.00 of $4,000.00', and the credits that the rest becomes. */
const Sums = ({ bills, recording: { body, seen, waiting } }: { bills: readonly OfferedBill[]; recording: Recording }) => {
  if (!body || !seen) return bills.length > 0 && `${counted(bills.length)}, ${openOn(bills)} open`
  const credits = creditsOf(body, seen)
  return (
    <span className={waiting ? muted : undefined}>
      <strong
        className={medium}
      >{`Allocated ${formatMoney(sumDollars(seen.allocations.map(({ amount }) => amount)))} of ${formatMoney(seen.amount)}`}</strong>
      {credits.map(([name, amount]) => `, ${formatMoney(amount)} becomes credit of ${name}`).join('')}
      <span className={`${small} ${muted} ${block}`}>{counted(seen.allocations.filter(({ amount }) => amount > 0).length)}</span>
    </span>
  )
}

const Foot = ({ bills, recording }: { bills: readonly OfferedBill[]; recording: Recording }) => {
  const { failure, error, again } = recording
  return (
    <div className={styles.foot}>
      <div className={styles.sums}>
        <div role="status">
          <Sums bills={bills} recording={recording} />
        </div>
        {(failure || error) && (
          <p className={overdue} role="alert">
            {failure ? formMessage(failure, 'record', 'payment') : errorMessage(error, 'record', 'payment')}
            {again && ' Press Record Payment again: it is recorded only once.'}
          </p>
        )}
      </div>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={recording.recording} busyText="Recording..." aria-keyshortcuts="Control+Enter Meta+Enter">
          Record Payment
        </Button>
      </div>
    </div>
  )
}

const RecordPayment = () => {
  const place = useRef<HTMLFormElement>(null)
  const amount = useRef<HTMLInputElement>(null)
  const form = useDraft()
  const recording = useRecording(form.draft, form.bills, place)
  usePastedLists(form.addCodes)
  // A frame later, since the page itself takes the focus on arrival (shell.tsx).
  useEffect(() => {
    const frame = requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const payerId = form.draft.payer?.id
  useEffect(() => {
    if (payerId !== undefined) amount.current?.focus()
  }, [payerId])
  return (
    <>
      <PageHead title={TITLE} back={back}>
        Money from one payer, for one bill or for many.
      </PageHead>
      <form
        ref={place}
        className={styles.form}
        noValidate
        aria-label={TITLE}
        onSubmit={(event) => {
          event.preventDefault()
          recording.submit()
        }}
        onKeyDown={(event) => goOn(event, recording.submit)}
      >
        <Fields form={form} problems={recording.problems} amount={amount} />
        <Bills form={form} recording={recording} />
        <Foot bills={form.bills} recording={recording} />
      </form>
    </>
  )
}

/** Records money from one payer for any number of bills. */
export const RecordPaymentPage = () => (useMayChange() ? <RecordPayment /> : <NotAllowed title={TITLE} back={back} action="record" thing="payment" />)
