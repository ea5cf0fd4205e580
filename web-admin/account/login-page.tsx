import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { KeyRound, Mail } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import type { Login, SignedIn, SignInByCode, SignInCodeRequest, User } from '../../modules/identity/contract.ts'
import type { Message } from '../../modules/shared/api.ts'
import { ApiError, post } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { useGo } from '../domain/session/go.ts'
import { passkeyProblem } from '../domain/session/passkey-problem.ts'
import { providerProblem } from '../domain/session/providers.tsx'
import { afterLogin, safeRedirect } from '../domain/session/safe-redirect.ts'
import { sessionProblemAtom, useEnter } from '../domain/session/session.ts'
import { useSaidOnce } from '../domain/session/use-once.ts'
import { forgetWayBack, recallWayBack } from '../domain/session/way-back.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, PlainButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useChecks } from '../ui/use-checks.ts'
import * as styles from './frame.css.ts'
import { Frame } from './frame.tsx'
import { billOf, type Origin, useOrigin, withRedirect } from './origin.ts'
import { SocialButtons } from './social.tsx'

type Props = Origin & { known: string; onDone: (user: User) => void; onSecondStep: () => void; onBack: () => void }

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null)

/**
 * Signs in without a password. Asks for the address, then for the mailed code, and for a name if the address has no
 * account.
 */
const MailedCodeForm = ({ t, said, language, known, onDone, onSecondStep, onBack }: Props) => {
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
          <Button type="submit" variant="primary" wide busy={enter.isPending} busyText={t.signingIn}>
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
          <Button type="submit" variant="primary" wide busy={send.isPending} busyText={t.mailing}>
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

const CodeForm = ({ onDone, onBack }: { onDone: (user: User) => void; onBack: () => void }) => {
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
  const problem = missing ? 'Enter the code from your authenticator app' : login.isError ? messageOr(login.error, 'Login failed') : undefined
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
      <Button type="submit" variant="primary" wide busy={login.isPending} busyText="Signing in...">
        Sign In
      </Button>
      <p className={styles.after}>
        <PlainButton onClick={onBack}>Sign in as someone else</PlainButton>
      </p>
    </form>
  )
}

/** The page only passes these options from the server to the browser. */
type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

const usePasskeyLogin = (onDone: (user: User) => void) =>
  useMutation({
    mutationFn: async () => {
      const optionsJSON = await post<Options>('/auth/login/passkey/options', {})
      return post<SignedIn>('/auth/login/passkey', await startAuthentication({ optionsJSON }))
    },
    onSuccess: ({ user }) => onDone(user),
  })

const contract = () => import('../../modules/identity/contract.ts')

type OtherWaysProps = {
  t: ReturnType<typeof useOrigin>['t']
  redirectTo: string | null
  passkey: ReturnType<typeof usePasskeyLogin>
  onCode: () => void
}

const OtherWays = ({ t, redirectTo, passkey, onCode }: OtherWaysProps) => (
  <>
    <SocialButtons redirectTo={redirectTo} verb={t.signInWith} or={t.or} />
    <Button wide icon={Mail} onClick={onCode}>
      {t.mailedCode}
    </Button>
    {browserSupportsWebAuthn() && (
      <Button wide icon={KeyRound} busy={passkey.isPending} busyText={t.passkeyWaits} onClick={() => passkey.mutate()}>
        {t.passkey}
      </Button>
    )}
    {passkey.isError && <Banner tone="failure">{passkeyProblem(passkey.error, t.loginFailed)}</Banner>}
  </>
)

export const LoginPage = () => {
  const { message, error } = useSaidOnce('message', 'error')
  const [redirectTo] = useState(() => safeRedirect(new URLSearchParams(window.location.search).get('redirectTo')) ?? recallWayBack())
  const origin = useOrigin(redirectTo)
  const { t, said, network, language, from, linkTo } = origin
  const [byCode, setByCode] = useState(false)
  const go = useGo()
  const enter = useEnter()
  const [sessionProblem, setSessionProblem] = useAtom(sessionProblemAtom)
  const [invalid, setInvalid] = useState<string | null>(null)
  const { register, handleSubmit, formState, getValues } = useForm({
    resolver: useChecks(contract, ({ Login }) => Login),
    defaultValues: { email: '', password: '' },
  })
  const arrive = (user: User) => {
    setSessionProblem(null)
    forgetWayBack()
    enter(user)
    go(afterLogin(redirectTo), { replace: true })
  }
  const login = useMutation({
    mutationFn: (body: Login) => post<SignedIn>('/auth/login', body),
    onSuccess: ({ user }) => arrive(user),
  })
  const passkey = usePasskeyLogin(arrive)
  // A sign-in at a provider is followed by the second step too, unless the visitor chooses another account.
  const [afterProvider, setAfterProvider] = useState(() => new URLSearchParams(window.location.search).get('step') === 'code')
  const awaitsCode = afterProvider || (login.error instanceof ApiError && login.error.code === 'second-factor')
  const resend = useMutation({ mutationFn: (email: string) => post<Message>('/auth/resend-confirmation', { email, ...from }) })
  const submit = handleSubmit(
    (body) => {
      setInvalid(null)
      passkey.reset()
      login.mutate(body)
    },
    ({ email, password }) => setInvalid([email, password].flatMap((field) => (field?.message ? [said(field.message)] : [])).join(', ')),
  )
  const unconfirmed = login.error instanceof ApiError && login.error.code === 'email-unconfirmed'
  const problem = invalid ?? (login.error ? messageOr(login.error, t.loginFailed) : null)
  const opening = !login.isError && !login.isPending && invalid === null
  if (awaitsCode)
    return (
      <Frame language={language} title={t.oneMoreStep} text={t.asksForCode}>
        <CodeForm
          onDone={arrive}
          onBack={() => {
            login.reset()
            setAfterProvider(false)
          }}
        />
      </Frame>
    )
  if (byCode)
    return (
      <Frame language={language} title={t.noPassword} text={t.weMail}>
        <MailedCodeForm
          {...origin}
          known={getValues('email')}
          onDone={arrive}
          onSecondStep={() => setAfterProvider(true)}
          onBack={() => setByCode(false)}
        />
      </Frame>
    )
  return (
    <Frame language={language} title={t.signIn} text={network === null ? t.welcomeBack : t.toPay(network)}>
      {opening && message && <Banner tone="success">{message}</Banner>}
      {opening && error && <Banner tone="failure">{providerProblem(error)}</Banner>}
      {opening && sessionProblem && <Banner tone="failure">{sessionProblem}</Banner>}
      {problem !== null && !login.isPending && (
        <Banner tone="failure">
          <p>{said(problem)}</p>
          {unconfirmed && !resend.isSuccess && <PlainButton onClick={() => resend.mutate(getValues('email'))}>{t.confirmAgain}</PlainButton>}
        </Banner>
      )}
      {resend.isSuccess && <Banner tone="success">{said(resend.data.message)}</Banner>}
      {resend.isError && <Banner tone="failure">{messageOr(resend.error, t.failed)}</Banner>}
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField label={t.email} type="email" autoComplete="email" {...register('email')} aria-invalid={formState.errors.email !== undefined} />
        <TextField
          label={t.password}
          type="password"
          autoComplete="current-password"
          {...register('password')}
          aria-invalid={formState.errors.password !== undefined}
        />
        <Link href={withRedirect('/forgot-password', billOf(redirectTo) && redirectTo)} className={styles.aside}>
          {t.forgot}
        </Link>
        <Button type="submit" variant="primary" wide busy={login.isPending} busyText={t.signingIn}>
          {t.signInButton}
        </Button>
      </form>
      <OtherWays t={t} redirectTo={redirectTo} passkey={passkey} onCode={() => setByCode(true)} />
      <p className={styles.after}>
        {t.newHere} <Link href={linkTo('/register')}>{t.signUpLink}</Link>
      </p>
    </Frame>
  )
}
