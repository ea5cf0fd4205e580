import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Message } from '../../modules/kernel/api.ts'
import { post } from '../api/client.ts'
import { messageOr } from '../api/error-message.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useChecks } from '../ui/use-checks.ts'
import * as styles from './frame.css.ts'
import { Frame } from './frame.tsx'

const contract = () => import('../../modules/identity/contract.ts')

export const ForgotPasswordPage = () => {
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: useChecks(contract, ({ ResetRequest }) => ResetRequest),
    defaultValues: { email: '' },
  })
  const request = useMutation({
    mutationFn: (body: { email: string }) => post<Message>('/password/reset/request', body),
    onSuccess: () => reset(),
  })
  const submit = handleSubmit((body) => request.mutate(body))
  return (
    <Frame title="Forgot password" text="Enter your email and we send you a link to choose a new password.">
      {request.isSuccess && <Banner tone="success">If an account with that email exists, a password reset link has been sent</Banner>}
      {request.isError && <Banner tone="failure">{messageOr(request.error, 'An error occurred. Please try again.')}</Banner>}
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField label="Email" type="email" autoComplete="email" {...register('email')} problem={formState.errors.email?.message} />
        <Button type="submit" look="primary" wide busy={request.isPending} busyText="Sending Reset Link...">
          Send Reset Link
        </Button>
      </form>
      <p>
        <BackLink href="/login">Back to Login</BackLink>
      </p>
    </Frame>
  )
}
