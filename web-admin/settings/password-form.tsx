import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../domain/api/client.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useChecks } from '../ui/use-checks.ts'
import { useChangePassword } from './calls.ts'
import * as styles from './settings.css.ts'

const contract = () => import('../../modules/identity/contract.ts')

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }
const isField = (path: string): path is keyof typeof empty => path in empty

export const PasswordForm = () => {
  const change = useChangePassword()
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const form = useForm({ resolver: useChecks(contract, ({ PasswordChange }) => PasswordChange), defaultValues: empty })
  const { errors } = form.formState
  const submit = form.handleSubmit(async (values) => {
    setProblem(null)
    setDone(false)
    try {
      await change.mutateAsync(values)
      form.reset(empty)
      setDone(true)
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      for (const { path, message } of issues) if (isField(path)) form.setError(path, { message }, { shouldFocus: true })
      if (!issues.some(({ path }) => isField(path))) setProblem(messageOr(error, 'Failed to change password. Please try again.'))
    }
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {done && <Banner tone="success">Password changed successfully!</Banner>}
      {problem !== null && <Banner tone="failure">{problem}</Banner>}
      <TextField
        label="Current Password"
        type="password"
        autoComplete="current-password"
        {...form.register('currentPassword')}
        problem={errors.currentPassword?.message}
      />
      <TextField
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters, one of them neither a letter nor a digit."
        {...form.register('newPassword')}
        problem={errors.newPassword?.message}
      />
      <TextField
        label="Confirm New Password"
        type="password"
        autoComplete="new-password"
        {...form.register('confirmPassword')}
        problem={errors.confirmPassword?.message}
      />
      <div className={styles.formFoot}>
        <Button type="submit" variant="primary" busy={change.isPending} busyText="Changing Password...">
          Change Password
        </Button>
        <ButtonLink href="/dashboard">Cancel</ButtonLink>
      </div>
    </form>
  )
}
