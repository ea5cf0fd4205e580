import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SignedIn, SignInByCode, SignInCodeRequest, User } from '../../modules/identity/contract.ts'
import type { Message } from '../../modules/kernel/api.ts'
import { ApiError, post } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, PlainButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import * as styles from './frame.css.ts'
import type { Visit } from './visit.ts'

type Props = Visit & { known: string; onDone: (user: User) => void; onSecondStep: () => void; onBack: () => void }

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null)

/** A sign-in without a password: the address, then the code that is mailed to it, then a name where the address has no account. */
export const MailedCodeForm = ({ t, said, language, known, onDone, onSecondStep, onBack }: Props) => {
  const [email, setEmail] = useState(known)
  const [code, setCode] = useState('')
  const [names, setNames] = useState({ firstName: '', lastName: '' })
  const [missing, setMissing] = useState<string | null>(null)
  const send = useMutation({ mutationFn: (body: SignInCodeRequest) => post<Message>('/auth/login/code/request', body) })
  const enter = useMutation({
    mutationFn: (body: SignInByCode) => post<SignedIn>('/auth/login/code', body),
    onSuccess: ({ user }) => onDone(user),
    onError: (error) => codeOf(error) === 'second-factor' && onSecondStep(),
  })
  const [asksName, setAsksName] = useState(false)
  const needsName = asksName || codeOf(enter.error) === 'name-required'
  const request = () => send.mutate({ email: email.trim(), language })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!send.isSuccess) {
      setMissing(email.trim() === '' ? 'Email is required' : null)
      if (email.trim() !== '') request()
      return
    }
    const unnamed = needsName && (names.firstName.trim() === '' ? 'First name is required' : names.lastName.trim() === '' && 'Last name is required')
    setMissing(code.trim() === '' ? t.enterCode : unnamed || null)
    setAsksName(needsName)
    if (code.trim() !== '' && !unnamed) enter.mutate({ email: email.trim(), code, ...(needsName ? names : {}) })
  }
  const failure = send.error ?? (codeOf(enter.error) === 'name-required' ? null : enter.error)
  const problem = missing ?? (failure ? messageOr(failure, t.loginFailed) : null)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {send.isSuccess && <Banner tone="success">{t.codeSent(email.trim())}</Banner>}
      {needsName && <Banner tone="information">{t.yourName}</Banner>}
      {problem !== null && !enter.isPending && !send.isPending && <Banner tone="failure">{said(problem)}</Banner>}
      {send.isSuccess ? (
        <>
          <TextField
            label={t.code}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          {needsName && (
            <div className={styles.pair}>
              {(['firstName', 'lastName'] as const).map((name) => (
                <TextField
                  key={name}
                  label={t[name]}
                  autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
                  value={names[name]}
                  onChange={(event) => setNames({ ...names, [name]: event.target.value })}
                />
              ))}
            </div>
          )}
          <Button type="submit" look="primary" wide busy={enter.isPending} busyText={t.signingIn}>
            {t.signInButton}
          </Button>
          <p className={styles.after}>
            <PlainButton
              onClick={() => {
                enter.reset()
                request()
              }}
            >
              {t.anotherCode}
            </PlainButton>
          </p>
        </>
      ) : (
        <>
          <TextField label={t.email} type="email" autoComplete="email" autoFocus value={email} onChange={(event) => setEmail(event.target.value)} />
          <Button type="submit" look="primary" wide busy={send.isPending} busyText={t.mailing}>
            {t.mailCode}
          </Button>
        </>
      )}
      <p className={styles.after}>
        <PlainButton onClick={onBack}>{t.otherWay}</PlainButton>
      </p>
    </form>
  )
}
