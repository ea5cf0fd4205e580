import { type FormEvent, useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { stack } from '../../ui/text.css.ts'
import { apiUrl } from '../api/client.ts'
import { errorMessage, messageOr } from '../api/error-message.ts'
import { useConnectedAccounts, useProfile, useReauthenticate } from './calls.ts'
import { providers } from './providers.tsx'

type Props = {
  /** A sentence that names the action which needs the sign-in. */
  reason: string
  onCancel: () => void
  onConfirmed: () => void
}

const ByPassword = ({ reason, onCancel, onConfirmed }: Props) => {
  const form = useId()
  const confirm = useReauthenticate()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React would pass the event on to the form that opened this dialog.
    event.stopPropagation()
    setMissing(password === '')
    if (password === '') return
    confirm.mutate(password, { onSuccess: onConfirmed })
  }
  const problem = missing ? 'Password is required' : confirm.isError ? errorMessage(confirm.error, 'confirm', 'password') : undefined
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title="Confirm Your Password"
      subject={`${reason} Nothing you typed is lost.`}
      size="confirm"
      foot={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={confirm.isPending} busyText="Confirming...">
            Confirm
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          problem={problem}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

/** For users without a password: they sign in at a connected provider and return to this page. */
const ByProvider = ({ reason, onCancel }: Props) => {
  const accounts = useConnectedAccounts()
  const connected = providers.filter(({ name }) => accounts.data?.some(({ provider }) => provider === name))
  const { pathname, search } = window.location
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title="Sign In Again"
      subject={`${reason} You come back to this page; please enter your change again then.`}
      size="confirm"
      close="Cancel"
    >
      <div className={stack}>
        {accounts.isError && <Banner tone="failure">{messageOr(accounts.error, 'Failed to load connected accounts')}</Banner>}
        {connected.map(({ path, name, Mark }) => (
          <ButtonLink
            key={path}
            href={apiUrl(`/api/oauth/${path}`, { redirectTo: `${pathname}${search}` })}
            leaves
            wide
            label={`Continue with ${name}`}
          >
            <Mark />
            Continue with {name}
          </ButtonLink>
        ))}
      </div>
    </Dialog>
  )
}

/** Shown when a command needs a fresh sign-in and the last one is too old. */
export const ReauthenticateDialog = (props: Props) =>
  useProfile().data?.hasPassword === false ? <ByProvider {...props} /> : <ByPassword {...props} />
