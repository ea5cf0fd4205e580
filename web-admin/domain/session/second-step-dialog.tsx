import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Message } from '../../../modules/shared/api.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { post, unbar } from '../api/client.ts'
import { errorMessage } from '../api/error-message.ts'
import { passkeyProblem } from './passkey-problem.ts'

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
type Props = { onCancel: () => void; onConfirmed: () => void }

/** Shown when the account has a second factor and the session was opened without it. */
export const SecondStepDialog = ({ onCancel, onConfirmed }: Props) => {
  const client = useQueryClient()
  const confirmed = () => {
    void unbar(client)
    onConfirmed()
  }
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const byCode = useMutation({ mutationFn: () => post<Message>('/auth/second-step', { code }), onSuccess: confirmed })
  const byPasskey = useMutation({
    mutationFn: async () => {
      const optionsJSON = await post<Options>('/auth/login/passkey/options', {})
      return post<Message>('/auth/second-step/passkey', await startAuthentication({ optionsJSON }))
    },
    onSuccess: confirmed,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React would pass the event on to the form that opened this dialog.
    event.stopPropagation()
    setMissing(code.trim() === '')
    if (code.trim() !== '') byCode.mutate()
  }
  const problem = missing ? 'Enter a code' : byCode.isError ? errorMessage(byCode.error, 'confirm', 'account') : undefined
  return (
    <FormDialog
      onClose={onCancel}
      title="Confirm With Your Second Factor"
      subject="Your account has a second factor, and you signed in here without it. Nothing you typed is lost."
      size="confirm"
      action="Confirm"
      busy={byCode.isPending}
      busyText="Confirming..."
      onSubmit={submit}
    >
      {byPasskey.isError && <Banner tone="failure">{passkeyProblem(byPasskey.error, 'Please try again.')}</Banner>}
      {browserSupportsWebAuthn() && (
        <Button wide busy={byPasskey.isPending} busyText="Waiting for your passkey..." onClick={() => byPasskey.mutate()}>
          Use a Passkey
        </Button>
      )}
      <TextField
        label="Code"
        hint="From your authenticator app, or one of your recovery codes."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        problem={problem}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  )
}
