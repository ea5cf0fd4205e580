import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { Message } from '../../../modules/shared/api.ts'
import { Banner } from '../../ui/banner.tsx'
import { PlainButton } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { post } from '../api/client.ts'
import { errorMessage, messageOr } from '../api/error-message.ts'
import { useProfile } from './calls.ts'

type Props = {
  /** The server's reason: a first second factor, or a new one after a reset. */
  reason: string
  onCancel: () => void
  onConfirmed: () => void
}

/** Asks for a mailed code before a second factor is added to an account without one. */
export const MailedCodeDialog = ({ reason, onCancel, onConfirmed }: Props) => {
  const email = useProfile().data?.email
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const send = useMutation({ mutationFn: () => post<Message>('/auth/factor-code', {}) })
  const confirm = useMutation({ mutationFn: () => post<Message>('/auth/factor-code/confirm', { code }), onSuccess: onConfirmed })
  const { mutate } = send
  useEffect(() => mutate(), [mutate])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setMissing(code.trim() === '')
    if (code.trim() !== '') confirm.mutate()
  }
  const problem = missing ? 'Enter the code from the mail' : confirm.isError ? errorMessage(confirm.error, 'confirm', 'account') : undefined
  return (
    <FormDialog
      onClose={onCancel}
      title="Enter the Code We Mailed You"
      subject={`${reason} It goes to ${email ?? 'your address'}, so that knowing your password alone is not enough to add one.`}
      size="confirm"
      action="Confirm"
      busy={confirm.isPending}
      busyText="Confirming..."
      onSubmit={submit}
    >
      {send.isError && <Banner tone="failure">{messageOr(send.error, 'The code could not be mailed. Please try again.')}</Banner>}
      <TextField
        label="Code"
        hint="It works for 15 minutes, in this browser."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        problem={problem}
        onChange={(event) => setCode(event.target.value)}
      />
      <PlainButton onClick={() => mutate()}>Send another code</PlainButton>
    </FormDialog>
  )
}
