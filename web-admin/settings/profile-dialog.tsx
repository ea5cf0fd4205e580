import { zodResolver } from '@hookform/resolvers/zod'
import { ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { ApiError } from '../api/client.ts'
import { messageOr } from '../api/error-message.ts'
import { needsStripe, toStripe } from '../stripe/needs-stripe.ts'
import { onboardingProblem, useToStripe } from '../stripe/onboarding.ts'
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

type Props = {
  profile: PaymentProfile | null
  /** A new profile takes cards, and has no account for them yet. */
  onWithoutStripe: (profile: PaymentProfile) => void
  /** Nothing is left to be asked about a new profile. */
  onCreated: () => void
  onClose: () => void
}

/** Creates a profile, or edits the given one. */
export const ProfileDialog = ({ profile, onWithoutStripe, onCreated, onClose }: Props) => {
  const editing = profile !== null
  const id = useId()
  const toast = useToast()
  const save = useSavePaymentProfile(profile?.id ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const [connecting, setConnecting] = useState(false)
  const stripe = useToStripe((error) => setProblem(onboardingProblem(error)))
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
  const saveThen = (go: (saved: PaymentProfile) => void, thenConnect = false) =>
    form.handleSubmit(async (values) => {
      setProblem(null)
      setConnecting(thenConnect)
      try {
        go(await save.mutateAsync(values))
      } catch (error) {
        refused(error)
      }
    })
  const send = saveThen((saved) => {
    onClose()
    if (!editing && saved.methods.Credit.isEnabled && needsStripe(saved)) return onWithoutStripe(saved)
    toast(editing ? `${saved.name} saved` : `${saved.name} created`)
    if (!editing) onCreated()
  })
  const connect = saveThen((saved) => {
    form.reset(valuesOf(saved))
    stripe.mutate(saved.id)
  }, true)
  const busy = save.isPending || stripe.isPending
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={editing ? 'Edit Payment Profile' : 'Create Payment Profile'}
      held={form.formState.isDirty}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form={id}
            disabled={busy && connecting}
            busy={busy && !connecting}
            busyText={editing ? 'Saving...' : 'Creating...'}
          >
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
        <MethodFields
          form={form}
          ofCredit={
            profile &&
            needsStripe(profile) && (
              <Button
                icon={ExternalLink}
                disabled={busy && !connecting}
                busy={busy && connecting}
                busyText="Connecting..."
                onClick={() => void connect()}
              >
                {toStripe(profile)}
              </Button>
            )
          }
        />
      </form>
    </Dialog>
  )
}
