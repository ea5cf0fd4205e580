import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import type { PasswordReset } from '../../modules/identity/contract.ts'
import type { Message } from '../../modules/kernel/api.ts'
import { ApiError, post } from '../api/client.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useChecks } from '../ui/use-checks.ts'
import * as styles from './frame.css.ts'
import { Frame } from './frame.tsx'
import { resetProblem } from './reset-problem.ts'

const contract = () => import('../../modules/identity/contract.ts')

const LOGIN_AFTER = 2_000

export const ResetForm = ({ token }: { token: string }) => {
  const [, navigate] = useLocation()
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
    const timer = setTimeout(() => navigate('/login'), LOGIN_AFTER)
    return () => clearTimeout(timer)
  }, [change.isSuccess, navigate])
  const submit = handleSubmit((body) => change.mutate(body))
  const fieldProblem = errors.newPassword ?? errors.confirmPassword
  return (
    <Frame title="Reset password" text="Choose a new password for your account.">
      {change.isSuccess && <Banner tone="success">Password reset successfully! You can now log in with your new password.</Banner>}
      {change.isError && !fieldProblem && <Banner tone="failure">{resetProblem(change.error)}</Banner>}
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label="New Password *"
          type="password"
          autoComplete="new-password"
          placeholder="Enter your new password"
          hint="At least 8 characters, with one special character."
          {...register('newPassword')}
          problem={errors.newPassword?.message}
        />
        <TextField
          label="Confirm New Password *"
          type="password"
          autoComplete="new-password"
          placeholder="Confirm your new password"
          {...register('confirmPassword')}
          problem={errors.confirmPassword?.message}
        />
        <Button
          type="submit"
          look="primary"
          wide
          busy={change.isPending}
          busyText="Resetting Password..."
          disabled={change.isPending || change.isSuccess}
        >
          Reset Password
        </Button>
      </form>
      <p>
        <BackLink href="/login">Back to Login</BackLink>
      </p>
    </Frame>
  )
}
