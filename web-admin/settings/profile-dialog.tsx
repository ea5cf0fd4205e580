import { zodResolver } from '@hookform/resolvers/zod'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { fieldsOf, type MethodName, methodNames, methodOf } from '../../modules/kernel/payment-methods.ts'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { fieldWords } from '../../modules/shared/method-words-en.ts'
import { ApiError } from '../domain/api/client.ts'
import { errorMessage, formMessage, messageOr } from '../domain/api/error-message.ts'
import type { Versioned } from '../domain/api/versioned.ts'
import { reread, retryOf } from '../domain/queries.ts'
import { Banner, TheirsBanner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CheckField, Problem, TextareaField, TextField } from '../ui/field.tsx'
import { isSame } from '../ui/is-same.ts'
import { ErrorState } from '../ui/states.tsx'
import { muted, small } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { usePaymentProfile, useSavePaymentProfile } from './calls.ts'
import { noProfile, overTheirs, type ProfileValues, profileSchema, valuesOf } from './method-values.ts'
import * as styles from './settings.css.ts'
import { needsStripe, onboardingProblem, toStripe, useToStripe } from './stripe/wanted.tsx'

type MethodFieldsProfileForm = UseFormReturn<ProfileValues, unknown, ProfileValues>

type MethodFieldsProps = {
  form: MethodFieldsProfileForm
  /** The link to Stripe within the fields for cards, if there is one. */
  ofCredit: ReactNode
}

/** Pairs of fields, side by side on a wide screen. */
const pairs = <Item,>(items: Item[]): Item[][] => items.flatMap((_, i) => (i % 2 === 0 ? [items.slice(i, i + 2)] : []))

const Details = ({ form, name, ofCredit }: MethodFieldsProps & { name: MethodName }) => {
  const errors = form.formState.errors.methods?.[name] as Readonly<Record<string, { message?: string } | undefined>> | undefined
  const fields = fieldsOf(name).map(([key, { format, lines }]) => {
    const field = {
      label: fieldWords[key].label,
      autoComplete: 'off',
      ...form.register(`methods.${name}.${key}` as Path<ProfileValues>),
      problem: errors?.[key]?.message,
    }
    return lines ? (
      <TextareaField key={key} rows={3} {...field} />
    ) : (
      <TextField key={key} inputMode={format === 'routing number' ? 'numeric' : undefined} {...field} />
    )
  })
  if (fields.length === 0)
    return (
      <>
        <p className={`${small} ${muted}`}>Cards and bank debits, through a connected Stripe account.</p>
        {ofCredit && <div>{ofCredit}</div>}
      </>
    )
  if (fields.length === 1 || fieldsOf(name).some(([, { lines }]) => lines)) return fields
  return pairs(fields).map((pair) => (
    <div key={pair[0]?.key} className={styles.pair}>
      {pair}
    </div>
  ))
}

/** A checkbox per method, with the fields of enabled ones beneath. */
const MethodFields = ({ form, ofCredit }: MethodFieldsProps) => {
  const { errors } = form.formState
  return (
    <fieldset className={styles.methods}>
      <legend className={styles.legend}>Payment Methods</legend>
      {errors.methods?.message && <Problem>{errors.methods.message}</Problem>}
      {methodNames.map((name) => {
        const on = form.watch(`methods.${name}.isEnabled`)
        const problem = errors.methods?.[name]?.message
        return (
          <div key={name} className={styles.method}>
            <CheckField label={methodOf(name).label} {...form.register(`methods.${name}.isEnabled`)} />
            {on && (
              <div className={styles.methodFields}>
                <Details form={form} name={name} ofCredit={ofCredit} />
                {problem && (
                  <div role="alert">
                    <Problem>{problem}</Problem>
                  </div>
                )}
              </div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

type Props = {
  profile: PaymentProfile | null
  /** Called after the creation of a profile with cards enabled but without a Stripe account. */
  onWithoutStripe: (profile: PaymentProfile) => void
  /** Called after the creation of any other profile. */
  onCreated: () => void
  onClose: () => void
}
type FormProps = Omit<Props, 'profile'> & {
  loaded: Versioned<PaymentProfile> | null
  reload?: () => Promise<Versioned<PaymentProfile>>
}

/** The form of a new or existing profile, and its save. */
const useProfileForm = (loaded: FormProps['loaded'], reload: FormProps['reload']) => {
  const editing = loaded !== null
  const save = useSavePaymentProfile(loaded?.value.id ?? null)
  /** The version of the profile that was last read or saved. */
  const [base, setBase] = useState(loaded)
  const [isTheirs, setIsTheirs] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<ProfileValues, unknown, ProfileValues>({
    resolver: zodResolver(profileSchema(editing)),
    defaultValues: loaded ? valuesOf(loaded.value) : noProfile,
  })
  const { errors, isSubmitted } = form.formState

  /** A method's issues depend on several of its fields, so every change validates the whole form. */
  const checkAgain = () => {
    if (isSubmitted) void form.trigger()
  }
  const refused = (error: unknown) => {
    const issues = error instanceof ApiError ? error.issues : []
    for (const { path, message } of issues) form.setError(path as Path<ProfileValues>, { message })
    if (issues.length === 0) setProblem(messageOr(error, editing ? 'Failed to update profile' : 'Failed to create profile'))
  }
  /**
   * Called when the profile has changed meanwhile. If its fields are the same (numbers were revealed, Stripe's status
   * changed), saves again; otherwise the user decides.
   */
  const collide = async (values: ProfileValues, sendAs: (etag: string | null) => Promise<void>) => {
    if (!base || !reload) return
    try {
      const fresh = await reload()
      const [before, theirs] = [valuesOf(base.value), valuesOf(fresh.value)]
      setBase(fresh)
      if (isSame(before, theirs)) return await sendAs(fresh.etag).catch(refused)
      form.reset(overTheirs(values, before, theirs), { keepDefaultValues: true })
      setIsTheirs(true)
    } catch (error) {
      setProblem(`Someone else has changed this profile. ${formMessage(error, 'load', 'payment profile')}`)
    }
  }
  const saveThen = (go: (saved: PaymentProfile) => void) =>
    form.handleSubmit(async (values) => {
      setProblem(null)
      setIsTheirs(false)
      const sendAs = async (etag: string | null) => {
        const saved = await save.mutateAsync({ body: values, etag })
        setBase(saved)
        go(saved.value)
      }
      try {
        await sendAs(base?.etag ?? null)
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) await collide(values, sendAs)
        else refused(error)
      }
    })
  const takeTheirs = () => {
    if (base) form.reset(valuesOf(base.value))
    setIsTheirs(false)
  }
  const banner = problem ?? (Object.keys(errors).length > 0 ? 'Please fix the validation errors below' : null)
  return { form, banner, setProblem, checkAgain, isTheirs, takeTheirs, saveThen, isSaving: save.isPending }
}

const ProfileForm = ({ loaded, reload, onWithoutStripe, onCreated, onClose }: FormProps) => {
  const profile = loaded?.value ?? null
  const editing = profile !== null
  const id = useId()
  const toast = useToast()
  const { form, banner, setProblem, checkAgain, isTheirs, takeTheirs, saveThen, isSaving } = useProfileForm(loaded, reload)
  const [connecting, setConnecting] = useState(false)
  const stripe = useToStripe((error) => setProblem(onboardingProblem(error)))

  const send = saveThen((saved) => {
    onClose()
    if (!editing && saved.methods.Credit.isEnabled && needsStripe(saved)) return onWithoutStripe(saved)
    toast(editing ? `${saved.name} saved` : `${saved.name} created`)
    if (!editing) onCreated()
  })
  const connect = saveThen((saved) => {
    form.reset(valuesOf(saved))
    stripe.mutate(saved.id)
  })
  const busy = isSaving || stripe.isPending
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
            variant="primary"
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
      <form
        id={id}
        className={styles.dialogForm}
        onSubmit={(event) => {
          setConnecting(false)
          void send(event)
        }}
        onChange={checkAgain}
        noValidate
      >
        {banner !== null && <Banner tone="failure">{banner}</Banner>}
        {isTheirs && <TheirsBanner title="Someone else changed this profile while you were editing it" onTake={takeTheirs} />}
        <TextField
          label="Profile Name"
          hint="Only administrators see it: General Fund, Youth & Camps."
          {...form.register('name')}
          problem={form.formState.errors.name?.message}
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
                onClick={() => {
                  setConnecting(true)
                  void connect()
                }}
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

/** Reads the profile again when the dialog opens, because the list may be stale. */
const EditDialog = ({ id, ...rest }: Omit<Props, 'profile'> & { id: string }) => {
  const now = usePaymentProfile(id)
  if (now.data) return <ProfileForm loaded={now.data} reload={() => reread(now)} {...rest} />
  if (!now.isError) return null
  return (
    <Dialog open onOpenChange={rest.onClose} title="Edit Payment Profile">
      <ErrorState level={3} title="Failed to load the payment profile" onRetry={retryOf(now)}>
        {errorMessage(now.error, 'view', 'payment profile')}
      </ErrorState>
    </Dialog>
  )
}

/** Creates a profile, or edits the given one. Someone else's change is shown before it is overwritten. */
export const ProfileDialog = ({ profile, ...rest }: Props) =>
  profile ? <EditDialog id={profile.id} {...rest} /> : <ProfileForm loaded={null} {...rest} />
