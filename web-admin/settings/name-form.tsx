import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Profile } from '../../modules/identity/contract.ts'
import { ApiError } from '../domain/api/client.ts'
import { formMessage } from '../domain/api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { useChecks } from '../ui/use-checks.ts'
import { useUpdateProfile } from './calls.ts'
import * as styles from './settings.css.ts'

const contract = () => import('../../modules/identity/contract.ts')

export const NameForm = ({ profile }: { profile: Profile }) => {
  const update = useUpdateProfile()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    resolver: useChecks(contract, ({ ProfileNames }) => ProfileNames),
    defaultValues: { firstName: profile.firstName, lastName: profile.lastName },
  })
  const { errors } = form.formState
  const submit = form.handleSubmit(async (names) => {
    setProblem(null)
    try {
      await update.mutateAsync(names)
      form.reset(names)
      toast('Your name is saved')
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      for (const { path, message } of issues) if (path === 'firstName' || path === 'lastName') form.setError(path, { message })
      if (issues.length === 0) setProblem(formMessage(error, 'update', 'profile'))
    }
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {problem !== null && (
        <Banner tone="failure" title="Your name was not saved">
          {problem}
        </Banner>
      )}
      <TextField label="First Name" autoComplete="given-name" {...form.register('firstName')} problem={errors.firstName?.message} />
      <TextField label="Last Name" autoComplete="family-name" {...form.register('lastName')} problem={errors.lastName?.message} />
      <div className={styles.formFoot}>
        <Button type="submit" variant="primary" busy={update.isPending} busyText="Saving...">
          Save Changes
        </Button>
      </div>
    </form>
  )
}
