import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SignedIn, User } from '../../modules/identity/contract.ts'
import { post } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Button, PlainButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import * as styles from './frame.css.ts'

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export const CodeForm = ({ onDone, onBack }: { onDone: (user: User) => void; onBack: () => void }) => {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const login = useMutation({
    mutationFn: () => post<SignedIn>('/auth/login/totp', { code }),
    onSuccess: ({ user }) => onDone(user),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() !== '') login.mutate()
  }
  const problem = missing ? 'Enter the code of your authenticator app' : login.isError ? messageOr(login.error, 'Login failed') : undefined
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Code"
        hint="Six digits that your authenticator app shows, or one of your recovery codes."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={code}
        problem={problem}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" look="primary" wide busy={login.isPending} busyText="Signing in...">
        Sign In
      </Button>
      <p className={styles.after}>
        <PlainButton onClick={onBack}>Sign in as somebody else</PlainButton>
      </p>
    </form>
  )
}
