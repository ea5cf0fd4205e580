import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import type { PasswordReset, ResetTokenState } from '../../modules/identity/contract.ts'
import type { Message } from '../../modules/shared/api.ts'
import { ApiError, post } from '../domain/api/client.ts'
import { serverMessage } from '../domain/api/error-message.ts'
import { safeRedirect } from '../domain/session/safe-redirect.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { BackLink } from '../ui/page-head.tsx'
import { useChecks } from '../ui/use-checks.ts'
import * as styles from './frame.css.ts'
import { Frame, Waiting } from './frame.tsx'
import { type Origin, useOrigin } from './origin.ts'
import { resetProblem } from './words.ts'

const contract = () => import('../../modules/identity/contract.ts')

const LOGIN_AFTER = 2_000

const ResetForm = ({ token, origin: { t, said, language, network, linkTo } }: { token: string; origin: Origin }) => {
  const [, navigate] = useLocation()
  const login = linkTo('/login')
  const empty = { token, newPassword: '', confirmPassword: '' }
  const { register, handleSubmit, formState, reset, setError } = useForm({
    resolver: useChecks(contract, ({ PasswordReset }) => PasswordReset),
    defaultValues: empty,
  })
  const { errors } = formState
  const change = useMutation({
    mutationFn: (body: z.output<typeof PasswordReset>) => post<Message>('/password/reset/confirm', body),
    onSuccess: () => reset(empty),
    onError: (error) => {
      console.error(error)
      for (const { path, message } of error instanceof ApiError ? error.issues : [])
        if (path === 'newPassword' || path === 'confirmPassword') setError(path, { message })
    },
  })
  useEffect(() => {
    if (!change.isSuccess) return
    const timer = setTimeout(() => navigate(login), LOGIN_AFTER)
    return () => clearTimeout(timer)
  }, [change.isSuccess, navigate, login])
  const submit = handleSubmit((body) => change.mutate(body))
  const fieldProblem = errors.newPassword ?? errors.confirmPassword
  const problemOf = (problem: typeof fieldProblem) => problem?.message && said(problem.message)
  return (
    <Frame language={language} title={t.resetTitle} text={network === null ? t.resetText : t.resetToPay(network)}>
      {change.isSuccess && <Banner tone="success">{t.resetDone}</Banner>}
      {change.isError && !fieldProblem && <Banner tone="failure">{said(resetProblem(change.error))}</Banner>}
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t.newPassword}
          type="password"
          autoComplete="new-password"
          placeholder={t.enterNew}
          hint={t.newPasswordHint}
          {...register('newPassword')}
          problem={problemOf(errors.newPassword)}
        />
        <TextField
          label={t.confirmPassword}
          type="password"
          autoComplete="new-password"
          placeholder={t.confirmNew}
          {...register('confirmPassword')}
          problem={problemOf(errors.confirmPassword)}
        />
        <Button type="submit" variant="primary" wide busy={change.isPending} busyText={t.resetting} disabled={change.isPending || change.isSuccess}>
          {t.resetButton}
        </Button>
      </form>
      <p>
        <BackLink href={login}>{t.backToLogin}</BackLink>
      </p>
    </Frame>
  )
}

const remembered = (): string | null => {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null || !('resetToken' in state)) return null
  return typeof state.resetToken === 'string' ? state.resetToken : null
}

/** The token from the query string; after a reload, from the history state. */
const useResetToken = (): string | null => {
  const [token] = useState(() => {
    const url = new URL(window.location.href)
    const given = url.searchParams.get('token')
    if (!given) return remembered()
    // The token is removed from the address bar, so that it is neither bookmarked nor sent as a referrer.
    url.searchParams.delete('token')
    window.history.replaceState({ resetToken: given }, '', url.pathname + url.search)
    return given
  })
  return token
}

const BadToken = ({ origin: { t, said, language, linkTo }, expired, text }: { origin: Origin; expired: boolean; text: string }) => (
  <Frame language={language} title={t.resetTitle} heading={expired ? t.expiredToken : t.invalidToken}>
    <Banner tone="failure">{said(text)}</Banner>
    <ButtonLink href={linkTo('/login')} variant="primary" wide>
      {t.backToLogin}
    </ButtonLink>
    <ButtonLink href={linkTo('/forgot-password')} variant="ghost" wide>
      {t.newLink}
    </ButtonLink>
  </Frame>
)

export const ResetPasswordPage = () => {
  const token = useResetToken()
  const [redirectTo] = useState(() => safeRedirect(new URLSearchParams(window.location.search).get('redirectTo')))
  const origin = useOrigin(redirectTo)
  const { t, said, language } = origin
  const check = useQuery({
    queryKey: ['reset-token', token],
    queryFn: () =>
      post<ResetTokenState>('/password/reset/validate-token', { token }).catch((error: unknown) => {
        console.error(error)
        throw error
      }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (token === null) return <BadToken origin={origin} expired={false} text="Invalid or expired reset token" />
  if (check.error instanceof ApiError && check.error.status < 500)
    return <BadToken origin={origin} expired={check.error.code === 'token-expired'} text={resetProblem(check.error)} />
  if (check.isError)
    return (
      <Frame language={language} title={t.resetTitle}>
        <Banner tone="failure">{said(serverMessage(check.error) ?? t.failed)}</Banner>
        <Button onClick={() => void check.refetch()} wide>
          {t.tryAgain}
        </Button>
      </Frame>
    )
  if (check.isPending)
    return (
      <Frame language={language} title={t.resetTitle}>
        <Waiting>{t.checkingReset}</Waiting>
      </Frame>
    )
  return <ResetForm token={token} origin={origin} />
}
