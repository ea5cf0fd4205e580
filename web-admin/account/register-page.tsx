import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import type { Registration } from '../../modules/identity/contract.ts'
import type { Message } from '../../modules/shared/api.ts'
import { ApiError, post } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { useAttempt } from '../domain/command.ts'
import { safeRedirect } from '../domain/session/safe-redirect.ts'
import { rememberWayBack } from '../domain/session/way-back.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useChecks } from '../ui/use-checks.ts'
import * as styles from './frame.css.ts'
import { Frame } from './frame.tsx'
import { useOrigin } from './origin.ts'
import { SocialButtons } from './social.tsx'

const contract = () => import('../../modules/identity/contract.ts')

const fields = ['firstName', 'lastName', 'email', 'password'] as const

export const RegisterPage = () => {
  const [redirectTo] = useState(() => safeRedirect(new URLSearchParams(window.location.search).get('redirectTo')))
  const { t, said, network, language, from, linkTo } = useOrigin(redirectTo)
  const attempt = useAttempt()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: useChecks(contract, ({ Registration }) => Registration),
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
  })
  const { errors } = formState
  const signUp = useMutation({
    mutationFn: (body: Registration) => post<Message>('/auth/register', { ...body, ...from }, { idempotencyKey: attempt.keyFor(body) }),
    onSuccess: () => {
      attempt.done()
      // Remembers the way back, since the link in the confirmation mail opens a page without this page's state.
      if (redirectTo !== null) rememberWayBack(redirectTo)
    },
    onError: (error) => {
      for (const { path, message } of error instanceof ApiError ? error.issues : []) {
        const field = fields.find((name) => name === path)
        if (field) setError(field, { message })
      }
    },
  })
  const problemOf = (name: (typeof fields)[number]) => {
    const message = errors[name]?.message
    return message === undefined ? undefined : said(message)
  }
  const login = linkTo('/login')
  if (signUp.isSuccess)
    return (
      <Frame language={language} title={t.signUp} heading={t.oneMoreStep}>
        <Banner tone="success" title={t.checkEmail}>
          {t.linkSent}
        </Banner>
        <ButtonLink href={login} wide>
          {t.backToLogin}
        </ButtonLink>
      </Frame>
    )
  const fieldProblem = fields.some((name) => errors[name])
  const submit = handleSubmit((body) => signUp.mutate(body))
  return (
    <Frame
      language={language}
      title={t.signUp}
      heading={t.createAccount}
      text={network === null ? 'The Operating System for your ministry' : t.toPay(network)}
    >
      {signUp.isError && !fieldProblem && <Banner tone="failure">{said(messageOr(signUp.error, t.registrationFailed))}</Banner>}
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.pair}>
          <TextField label={t.firstName} autoComplete="given-name" {...register('firstName')} problem={problemOf('firstName')} />
          <TextField label={t.lastName} autoComplete="family-name" {...register('lastName')} problem={problemOf('lastName')} />
        </div>
        <TextField label={t.email} type="email" autoComplete="email" {...register('email')} problem={problemOf('email')} />
        <TextField
          label={t.password}
          type="password"
          autoComplete="new-password"
          hint={t.passwordHint}
          {...register('password')}
          problem={problemOf('password')}
        />
        <Button type="submit" variant="primary" wide busy={signUp.isPending} busyText={t.signingUp}>
          {t.signUpButton}
        </Button>
      </form>
      <SocialButtons redirectTo={redirectTo} verb={t.signUpWith} or={t.or} />
      <p className={styles.after}>
        {t.haveAccount} <Link href={login}>{t.signIn}</Link>
      </p>
    </Frame>
  )
}
