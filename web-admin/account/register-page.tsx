import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import type { Registration } from '../../modules/identity/contract.ts'
import type { Message } from '../../modules/kernel/api.ts'
import { useAttempt } from '../api/attempt.ts'
import { ApiError, post } from '../api/client.ts'
import { messageOr } from '../api/error-message.ts'
import { safeRedirect } from '../session/safe-redirect.ts'
import { rememberWayBack } from '../session/way-back.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useChecks } from '../ui/use-checks.ts'
import * as styles from './frame.css.ts'
import { Frame } from './frame.tsx'
import { SocialButtons } from './social.tsx'
import { withRedirect } from './with-redirect.ts'

const contract = () => import('../../modules/identity/contract.ts')

const fields = ['firstName', 'lastName', 'email', 'password'] as const

export const RegisterPage = () => {
  const [redirectTo] = useState(() => safeRedirect(new URLSearchParams(window.location.search).get('redirectTo')))
  const attempt = useAttempt()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: useChecks(contract, ({ Registration }) => Registration),
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
  })
  const { errors } = formState
  const signUp = useMutation({
    mutationFn: (body: Registration) => post<Message>('/auth/register', body, { idempotencyKey: attempt.keyFor(body) }),
    onSuccess: () => {
      attempt.done()
      // The mailed link opens a page that knows nothing of this one.
      if (redirectTo !== null) rememberWayBack(redirectTo)
    },
    onError: (error) => {
      for (const { path, message } of error instanceof ApiError ? error.issues : []) {
        const field = fields.find((name) => name === path)
        if (field) setError(field, { message })
      }
    },
  })
  const login = withRedirect('/login', redirectTo)
  if (signUp.isSuccess)
    return (
      <Frame title="Sign up" heading="One more step">
        <Banner tone="success" title="Please check your email to continue">
          We sent you a link that confirms your address. It works for 7 days.
        </Banner>
        <ButtonLink href={login} wide>
          Back to Login
        </ButtonLink>
      </Frame>
    )
  const fieldProblem = fields.some((name) => errors[name])
  const submit = handleSubmit((body) => signUp.mutate(body))
  return (
    <Frame title="Sign up" heading="Create your account" text="The Operating System for your ministry">
      {signUp.isError && !fieldProblem && <Banner tone="failure">{messageOr(signUp.error, 'Registration failed')}</Banner>}
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.pair}>
          <TextField label="First name" autoComplete="given-name" {...register('firstName')} problem={errors.firstName?.message} />
          <TextField label="Last name" autoComplete="family-name" {...register('lastName')} problem={errors.lastName?.message} />
        </div>
        <TextField label="Email" type="email" autoComplete="email" {...register('email')} problem={errors.email?.message} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
          {...register('password')}
          problem={errors.password?.message}
        />
        <Button type="submit" look="primary" wide busy={signUp.isPending} busyText="Signing up...">
          Sign Up
        </Button>
      </form>
      <SocialButtons redirectTo={redirectTo} verb="Sign up" />
      <p className={styles.after}>
        Already have an account? <Link href={login}>Sign in</Link>
      </p>
    </Frame>
  )
}
