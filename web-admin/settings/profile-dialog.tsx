import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { ApiError } from '../api/client.ts'
import { messageOr } from '../api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { MethodFields } from './method-fields.tsx'
import { profileSchema } from './method-problems.ts'
import { noProfile, type ProfileValues, valuesOf } from './method-values.ts'
import * as styles from './settings.css.ts'
import { useSavePaymentProfile } from './use-save-payment-profile.ts'

type Props = { profile: PaymentProfile | null; onClose: () => void }

/** Creates a profile, or edits the given one. */
export const ProfileDialog = ({ profile, onClose }: Props) => {
  const editing = profile !== null
  const id = useId()
  const toast = useToast()
  const save = useSavePaymentProfile(profile?.id ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<ProfileValues, unknown, ProfileValues>({
    resolver: zodResolver(profileSchema(editing)),
    defaultValues: profile ? valuesOf(profile) : noProfile,
  })
  const { errors, isSubmitted } = form.formState
  const banner = problem ?? (Object.keys(errors).length > 0 ? 'Please fix the validation errors below' : null)

  /** What is wrong with a method hangs on several of its fields, so that each change looks at all of them. */
  const checkAgain = () => {
    if (isSubmitted) void form.trigger()
  }
  const refused = (error: unknown) => {
    const issues = error instanceof ApiError ? error.issues : []
    for (const { path, message } of issues) form.setError(path as Path<ProfileValues>, { message })
    if (issues.length === 0) setProblem(messageOr(error, editing ? 'Failed to update profile' : 'Failed to create profile'))
  }
  const send = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      const saved = await save.mutateAsync(values)
      toast(editing ? `${saved.name} saved` : `${saved.name} created`)
      onClose()
    } catch (error) {
      refused(error)
    }
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={editing ? 'Edit Payment Profile' : 'Create Payment Profile'}
      held={form.formState.isDirty}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={id} busy={save.isPending} busyText={editing ? 'Saving...' : 'Creating...'}>
            {editing ? 'Save Changes' : 'Create Profile'}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.dialogForm} onSubmit={(event) => void send(event)} onChange={checkAgain} noValidate>
        {banner !== null && <Banner tone="failure">{banner}</Banner>}
        <TextField
          label="Profile Name"
          hint="Only administrators see it: General Fund, Youth & Camps."
          {...form.register('name')}
          problem={errors.name?.message}
        />
        <MethodFields form={form} />
      </form>
    </Dialog>
  )
}
