import { type FormEvent, useState } from 'react'
import type { Deposit, NewDeposit } from '../../modules/deposits/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney, toDollars } from '../../modules/kernel/money.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'
import { ApiError } from '../domain/api/client.ts'
import { errorMessage, messageOr } from '../domain/api/error-message.ts'
import { today } from '../domain/api/network-clock.ts'
import { usePaymentProfiles } from '../domain/profile/profiles.ts'
import { retryOf } from '../domain/queries.ts'
import { useGo } from '../domain/session/go.ts'
import { AskReason } from '../ui/ask-reason.tsx'
import { Banner } from '../ui/banner.tsx'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { ErrorState } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { depositPage, useChangeDeposit, useCloseDeposit, useOpenDeposit, useReopenDeposit } from './deposit-calls.ts'
import { agrees, differenceOf, paymentsOf } from './deposit-words.tsx'
import * as styles from './deposits.css.ts'

type Problems = Readonly<Record<string, string | undefined>>
type TermsProps = {
  title: string
  action: string
  known: Deposit | null
  busy: boolean
  error: Error | null
  onTerms: (terms: NewDeposit) => void
  onClose: () => void
}

/** The day, account, and expected count and total of a deposit. */
const TermsDialog = ({ title, action, known, busy, error, onTerms, onClose }: TermsProps) => {
  const profiles = usePaymentProfiles()
  const [day, setDay] = useState<string>(known?.day.slice(0, 10) ?? today())
  const [chosen, setProfile] = useState<string>(known?.paymentProfileId ?? '')
  const [count, setCount] = useState(known ? String(known.expectedCount) : '')
  const [total, setTotal] = useState(known ? known.expectedTotal.toFixed(2) : '')
  const [problems, setProblems] = useState<Problems>({})
  const profile = chosen || (profiles.data?.[0]?.id ?? '')
  const refused = error instanceof ApiError ? Object.fromEntries(error.issues.map(({ path, message }) => [path, message])) : {}
  const shown: Problems = { ...refused, ...problems }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const [number, money] = [Number(count), readMoney(total)]
    const found = {
      ...(day === '' ? { day: 'Day must be a date' } : {}),
      ...(profile === '' ? { paymentProfileId: 'Choose the account' } : {}),
      ...(/^\d{1,3}$/.test(count.trim()) && number > 0 ? {} : { expectedCount: 'Expected count must be a whole number' }),
      ...(money.cents === null ? { expectedTotal: total.trim() === '' ? 'Expected total must be a positive number' : money.problem } : {}),
    }
    setProblems(found)
    if (money.cents === null || Object.keys(found).length > 0) return
    onTerms({ day, paymentProfileId: profile, expectedCount: number, expectedTotal: toDollars(money.cents) })
  }
  return (
    <FormDialog onClose={onClose} title={title} held={busy} action={action} busy={busy} busyText="Saving..." waits onSubmit={submit}>
      {error && Object.keys(refused).length === 0 && (
        <Banner tone="failure" title="Nothing was changed">
          {errorMessage(error, 'save', 'deposit')}
        </Banner>
      )}
      {profiles.isError && <ErrorState level={3} title="Failed to load payment profiles. Please try again." onRetry={retryOf(profiles)} />}
      <div className={styles.pair}>
        <TextField
          label="Expected count"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          data-first-focus
          value={count}
          problem={shown.expectedCount}
          onChange={({ target }) => setCount(target.value)}
        />
        <MoneyField label="Expected total" typed={total} onTyped={setTotal} problem={shown.expectedTotal} />
      </div>
      <div className={styles.pair}>
        <TextField label="Day" type="date" max={today()} value={day} problem={shown.day} onChange={({ target }) => setDay(target.value)} />
        <SelectField label="Account" value={profile} problem={shown.paymentProfileId} onChange={({ target }) => setProfile(target.value)}>
          {(profiles.data ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </FormDialog>
  )
}

export const NewDepositDialog = ({ onClose }: { onClose: () => void }) => {
  const go = useGo()
  const open = useOpenDeposit()
  return (
    <TermsDialog
      title="New Deposit"
      action="Open Deposit"
      known={null}
      busy={open.isPending}
      error={open.error}
      onTerms={(terms) => open.mutate(terms, { onSuccess: ({ id }) => go(depositPage(id)) })}
      onClose={onClose}
    />
  )
}

type Props = { deposit: Deposit; onClose: () => void }
const subjectOf = ({ day, paymentProfileName }: Deposit) => `${formatDay(day)} · ${paymentProfileName}`

export const EditDepositDialog = ({ deposit, etag, onClose }: Props & { etag: string | null }) => {
  const toast = useToast()
  const change = useChangeDeposit(deposit.id)
  return (
    <TermsDialog
      title="Edit Deposit"
      action="Save"
      known={deposit}
      busy={change.isPending}
      error={change.error}
      onTerms={(terms) =>
        change.mutate(
          { ...terms, etag },
          {
            onSuccess: () => {
              toast('The deposit is changed')
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

const FAILED = 'The deposit could not be closed. Please try again.'

/** Closes a deposit: at the expected totals after a confirmation, else with the reason for the difference. */
export const CloseDepositDialog = ({ deposit, onClose }: Props) => {
  const toast = useToast()
  const close = useCloseDeposit(deposit.id)
  const { count, total } = deposit
  const sum = `${paymentsOf(count)}, ${formatMoney(total)}`
  if (agrees(deposit))
    return (
      <ConfirmCall
        call={close}
        input={null}
        title="Close Deposit"
        action="Close Deposit"
        busyText="Closing..."
        done={`Deposit of ${sum} closed`}
        failed={(error) => messageOr(error, FAILED)}
        onClose={onClose}
      >
        {`${sum}, as expected. A closed deposit takes no more payments.`}
      </ConfirmCall>
    )
  return (
    <AskReason
      title="Close with a Difference"
      subject={subjectOf(deposit)}
      action="Close Deposit"
      variant="primary"
      busy={close.isPending}
      busyText="Closing..."
      failure={close.error && messageOr(close.error, FAILED)}
      hint="The deposit and its history show this reason."
      onReason={(reason) =>
        close.mutate(reason, {
          onSuccess: () => {
            toast(`Deposit of ${sum} closed`)
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      {`The deposit has ${sum}: ${differenceOf(deposit)}. Say why, or go back and correct it.`}
    </AskReason>
  )
}

export const ReopenDepositDialog = ({ deposit, onClose }: Props) => {
  const toast = useToast()
  const reopen = useReopenDeposit(deposit.id)
  return (
    <AskReason
      title="Reopen Deposit"
      subject={subjectOf(deposit)}
      action="Reopen Deposit"
      variant="primary"
      busy={reopen.isPending}
      busyText="Reopening..."
      failure={reopen.error && messageOr(reopen.error, 'The deposit could not be reopened. Please try again.')}
      hint="The history shows this reason."
      onReason={(reason) =>
        reopen.mutate(reason, {
          onSuccess: () => {
            toast('The deposit is open again')
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      It takes payments again, and must be closed again before it goes to the bank.
    </AskReason>
  )
}
