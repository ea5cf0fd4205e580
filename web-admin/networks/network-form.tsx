import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { languageLabels, languages } from '../../modules/kernel/language.ts'
import type { Network } from '../../modules/networks/contract.ts'
import { ApiError } from '../domain/api/client.ts'
import { formMessage } from '../domain/api/error-message.ts'
import { now } from '../domain/api/network-clock.ts'
import type { Versioned } from '../domain/api/versioned.ts'
import { useChangeNetwork } from '../domain/network/calls.ts'
import { clockIn, reminderDay, reminderWords, zoneOptions } from '../domain/network/network-words.ts'
import { Banner, TheirsBanner } from '../ui/banner.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { CheckField, Problem, SelectField, TextareaField, TextField } from '../ui/field.tsx'
import { isSame } from '../ui/is-same.ts'
import { oneOf } from '../ui/list-params.ts'
import { useToast } from '../ui/toast.tsx'
import { useChecks, useComing } from '../ui/use-checks.ts'
import type { NetworkValues } from './network-fields.ts'
import * as styles from './networks.css.ts'

type ChipsProps = { label: string; chips: { key: number; words: string }[]; onRemove: (key: number) => void; none: string }

/** Short entries, each with a button to remove it. */
const Chips = ({ label, chips, onRemove, none }: ChipsProps) =>
  chips.length === 0 ? (
    <p className={styles.none}>{none}</p>
  ) : (
    <ul className={styles.chips} aria-label={label}>
      {chips.map(({ key, words }) => (
        <li key={key} className={styles.chip}>
          {words}
          <IconButton label={`Remove ${words}`} icon={X} tip={false} className={styles.chipRemove} onClick={() => onRemove(key)} />
        </li>
      ))}
    </ul>
  )

const loadContract = () => import('../../modules/networks/contract.ts')

type RemindersProps = { days: number[]; onChange: (days: number[]) => void; problem?: string | undefined }

/** The reminder days, relative to the due date (R89). */
const Reminders = ({ days, onChange, problem }: RemindersProps) => {
  const [count, setCount] = useState('')
  const [side, setSide] = useState<'before' | 'after'>('before')
  const [refusal, setRefusal] = useState<string | null>(null)
  const contract = useComing(loadContract)
  const add = async () => {
    const next = [...new Set([...days, reminderDay(count, side)])].sort((a, b) => a - b)
    const checked = (await contract())?.NetworkChange.shape.reminderDays.safeParse(next)
    if (!checked?.success) return setRefusal(checked?.error.issues[0]?.message ?? null)
    setRefusal(null)
    setCount('')
    onChange(next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter adds the day instead of saving the form.
    event.preventDefault()
    void add()
  }
  const shown = refusal ?? problem
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Reminders</legend>
      <p className={styles.groupHint}>Payors who have not paid get a reminder by mail on these days, relative to the due date.</p>
      <Chips
        label="Reminders"
        chips={days.map((day) => ({ key: day, words: reminderWords(day) }))}
        onRemove={(key) => onChange(days.filter((day) => day !== key))}
        none="No reminders are sent."
      />
      <div className={styles.adder}>
        <TextField
          label="Days"
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={(event) => setCount(event.target.value)}
          onKeyDown={press}
        />
        <SelectField label="When" value={side} onChange={(event) => setSide(event.target.value === 'after' ? 'after' : 'before')}>
          <option value="before">before the due date</option>
          <option value="after">after the due date</option>
        </SelectField>
        <Button icon={Plus} onClick={() => void add()}>
          Add Reminder
        </Button>
      </div>
      {shown && (
        <div role="alert">
          <Problem>{shown}</Problem>
        </div>
      )}
    </fieldset>
  )
}

const load = () => import('./network-fields.ts')
const fields = [
  ...(['name', 'description', 'slug', 'timeZone', 'senderName', 'language', 'trackMail', 'secondFactor'] as const),
  ...(['mailSeals', 'congregationsPayForMembers', 'depositsCountedByTwo', 'contactName', 'contactEmail', 'contactPhone'] as const),
  ...(['postalAddress', 'reminderDays'] as const),
] satisfies (keyof NetworkValues)[]

/** Null fields are empty in the form. */
const valuesOf = (network: Network): NetworkValues => Object.fromEntries(fields.map((name) => [name, network[name] ?? ''])) as NetworkValues

const fieldOf = (path: string) => oneOf(fields, path.split('.')[0] ?? null)

type Props = { loaded: Versioned<Network>; reload: () => Promise<Versioned<Network>> }

type FormProps = { form: UseFormReturn<NetworkValues> }

const Naming = ({ form }: FormProps) => {
  const { errors } = form.formState
  const zone = form.watch('timeZone')
  return (
    <div className={styles.column}>
      <TextField label="Network name" hint="Payors see it on their bills." {...form.register('name')} problem={errors.name?.message} />
      <TextareaField label="Description (optional)" rows={3} {...form.register('description')} problem={errors.description?.message} />
      <TextField
        label="Short name"
        hint="Used in web addresses, such as the page where payors find their bill."
        autoCapitalize="none"
        spellCheck={false}
        {...form.register('slug')}
        problem={errors.slug?.message}
      />
      <Combobox
        label="Time zone"
        hint={`It is ${clockIn(zone, new Date(now()))} in this time zone. A bill becomes overdue at the end of its due date here, and reminders are sent at 9:00 a.m.`}
        options={zoneOptions(zone)}
        value={zone}
        onChange={(value) => form.setValue('timeZone', value, { shouldDirty: true })}
        problem={errors.timeZone?.message}
      />
      <TextField
        label="Sender name (optional)"
        hint="Shown beside the sender's address. If empty, the network's name is used."
        placeholder={form.watch('name')}
        {...form.register('senderName')}
        problem={errors.senderName?.message}
      />
      <SelectField
        label="Mail language"
        hint="Bills, reminders and receipts are written in it."
        {...form.register('language')}
        problem={errors.language?.message}
      >
        {languages.map((option) => (
          <option key={option} value={option}>
            {languageLabels[option]}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

const Contact = ({ form }: FormProps) => {
  const { errors } = form.formState
  /** The error of the whole list, or of its first invalid entry. */
  const listProblem = (): string | undefined => {
    const found = errors.reminderDays
    return found?.message ?? (Array.isArray(found) ? found.find(Boolean)?.message : undefined)
  }
  return (
    <div className={styles.column}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Contact for payors</legend>
        <p className={styles.groupHint}>
          Shown on bills, the pay page and in mails; replies to mails go there. Without a name and an e-mail, the first Admin's are shown.
        </p>
        <TextField label="Contact name (optional)" {...form.register('contactName')} problem={errors.contactName?.message} />
        <TextField label="Contact e-mail (optional)" type="email" {...form.register('contactEmail')} problem={errors.contactEmail?.message} />
        <TextField label="Contact phone (optional)" type="tel" {...form.register('contactPhone')} problem={errors.contactPhone?.message} />
        <TextareaField label="Postal address (optional)" rows={3} {...form.register('postalAddress')} problem={errors.postalAddress?.message} />
      </fieldset>
      <CheckField
        label="Let congregations pay for their members"
        hint="Whoever signs in with a congregation's e-mail address sees the open bills of its members and can pay them."
        {...form.register('congregationsPayForMembers')}
        problem={errors.congregationsPayForMembers?.message}
      />
      <CheckField
        label="Deposits are counted by two"
        hint="A deposit is closed by an Admin who entered none of its checks."
        {...form.register('depositsCountedByTwo')}
        problem={errors.depositsCountedByTwo?.message}
      />
      <CheckField
        label="Track which mails are opened and clicked"
        hint="Mails then contain a tiny picture, and their links go through our server. If this is off, opens and clicks are not tracked."
        {...form.register('trackMail')}
        problem={errors.trackMail?.message}
      />
      <CheckField
        label="Require a second factor for Admins"
        hint="Admins then sign in with a passkey, or with their password and a code from an authenticator app."
        {...form.register('secondFactor')}
        problem={errors.secondFactor?.message}
      />
      <CheckField
        label="Mail the daily seal to Admins"
        hint="A line per day that can later prove that the journal was not changed. Keep it where we have no access."
        {...form.register('mailSeals')}
        problem={errors.mailSeals?.message}
      />
      <Reminders
        days={form.watch('reminderDays')}
        onChange={(days) => form.setValue('reminderDays', days, { shouldDirty: true })}
        problem={listProblem()}
      />
    </div>
  )
}

/** The settings that Admins may change. Typed values stay until they are saved. */
export const NetworkForm = ({ loaded, reload }: Props) => {
  const change = useChangeNetwork(loaded.value.id)
  const toast = useToast()
  const [etag, setEtag] = useState(loaded.etag)
  const [problem, setProblem] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<Network | null>(null)
  const form = useForm({ resolver: useChecks(load, ({ Values }) => Values), defaultValues: valuesOf(loaded.value) })
  const { isDirty } = form.formState

  const refused = (error: unknown) => {
    const taken = error instanceof ApiError && error.code === 'slug-taken' ? [{ path: 'slug', message: error.message }] : []
    const unfactored = error instanceof ApiError && error.code === 'no-second-factor' ? [{ path: 'secondFactor', message: error.message }] : []
    const issues = [...taken, ...unfactored, ...(error instanceof ApiError ? error.issues : [])]
    for (const { path, message } of issues) {
      const field = fieldOf(path)
      if (field) form.setError(field, { message }, { shouldFocus: true })
    }
    if (issues.length === 0) setProblem(formMessage(error, 'update', 'network'))
  }
  const send = async (values: NetworkValues, match: string | null): Promise<void> => {
    const saved = await change.mutateAsync({ change: values, etag: match })
    setEtag(saved.etag)
    form.reset(valuesOf(saved.value))
    toast('The network is saved')
  }
  /**
   * Called when the network has changed meanwhile. If only other things changed (people joined or left), saves again;
   * if the settings changed, shows both versions.
   */
  const collide = async (values: NetworkValues) => {
    try {
      const fresh = await reload()
      setEtag(fresh.etag)
      if (!isSame(valuesOf(fresh.value), form.formState.defaultValues)) return setTheirs(fresh.value)
      await send(values, fresh.etag).catch(refused)
    } catch (error) {
      setProblem(`Someone else has changed these settings. ${formMessage(error, 'load', 'network')}`)
    }
  }
  const submit = form.handleSubmit(async (values) => {
    setProblem(null)
    setTheirs(null)
    try {
      await send(values, etag)
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) await collide(values)
      else refused(error)
    }
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {problem !== null && (
        <Banner tone="failure" title="The network was not saved">
          {problem}
        </Banner>
      )}
      {theirs !== null && (
        <TheirsBanner
          title="Someone else changed these settings while you were editing them"
          onTake={() => {
            form.reset(valuesOf(theirs))
            setTheirs(null)
          }}
        />
      )}
      <Naming form={form} />
      <Contact form={form} />
      <div className={styles.formFoot}>
        <Button type="submit" variant="primary" busy={change.isPending} busyText="Saving...">
          Save Changes
        </Button>
        <Button onClick={() => form.reset()} disabled={!isDirty || change.isPending}>
          Discard Changes
        </Button>
      </div>
    </form>
  )
}
