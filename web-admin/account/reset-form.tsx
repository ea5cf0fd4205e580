import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import type { PasswordReset } from '../../modules/identity/contract.ts'
import type { Message } from '../../modules/kernel/api.ts'
import { ApiError, post } from '../domain/api/client.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useChecks } from '../ui/use-checks.ts'
import * as styles from './frame.css.ts'
import { Frame } from './frame.tsx'
import { resetProblem } from './reset-problem.ts'
import type { Visit } from './visit.ts'

const contract = () => import('../../modules/identity/contract.ts')

const LOGIN_AFTER = 2_000

export const ResetForm = ({ token, visit: { t, said, language, network, linkTo } }: { token: string; visit: Visit }) => {
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
        <Button type="submit" look="primary" wide busy={change.isPending} busyText={t.resetting} disabled={change.isPending || change.isSuccess}>
          {t.resetButton}
        </Button>
      </form>
      <p>
        <BackLink href={login}>{t.backToLogin}</BackLink>
      </p>
    </Frame>
  )
}
