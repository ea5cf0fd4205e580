import { type FormEvent, useId, useState } from 'react'
import { messageOr } from '../api/error-message.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useReauthenticate } from './use-reauthenticate.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onConfirmed: () => void }

/** Asked before bank or handle details change, when the sign-in is some time ago. */
export const ReauthenticateDialog = ({ open, onOpenChange, onConfirmed }: Props) => {
  const form = useId()
  const confirm = useReauthenticate()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React hands the event on to the form that this dialog was opened from.
    event.stopPropagation()
    setMissing(password === '')
    if (password === '') return
    confirm.mutate(password, {
      onSuccess: () => {
        setPassword('')
        onConfirmed()
      },
    })
  }
  const problem = missing ? 'Password is required' : confirm.isError ? messageOr(confirm.error, 'Check your connection and try again.') : undefined
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm your password"
      subject="Changing where money goes needs a fresh sign-in. Nothing you typed is lost."
      size="confirm"
      foot={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button look="primary" type="submit" form={form} busy={confirm.isPending} busyText="Confirming...">
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
