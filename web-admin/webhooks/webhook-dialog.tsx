import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type UseFormRegister, useForm } from 'react-hook-form'
import { NewWebhook, type Webhook, type WebhookEventType } from '../../modules/webhooks/contract.ts'
import { webhookEvents } from '../../modules/webhooks/values.ts'
import { ApiError } from '../domain/api/client.ts'
import { formMessage } from '../domain/api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { choices, legend } from '../ui/field.css.ts'
import { CheckField, Problem, TextField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { useChangeWebhook, useMakeWebhook } from './calls.ts'
import { changeOf, groups } from './webhook-words.ts'
import * as styles from './webhooks.css.ts'

const FIRST: readonly WebhookEventType[] = ['bill.paid', 'payment.recorded']

const Kinds = ({ register, problem }: { register: UseFormRegister<NewWebhook>; problem: string | undefined }) => (
  <div className={styles.form}>
    {problem !== undefined && <Problem>{problem}</Problem>}
    {groups.map(({ label, types }) => (
      <fieldset key={label} className={choices}>
        <legend className={legend}>{label}</legend>
        {types.map((type) => (
          <CheckField key={type} value={type} label={webhookEvents[type]} hint={type} {...register('happenings')} />
        ))}
      </fieldset>
    ))}
  </div>
)

type FormProps = {
  title: string
  action: string
  busyText: string
  values: NewWebhook
  busy: boolean
  send: (values: NewWebhook) => Promise<void>
  /** The verb for messages: 'create' or 'update'. */
  verb: string
  onClose: () => void
}

const WebhookForm = ({ title, action, busyText, values, busy, send, verb, onClose }: FormProps) => {
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<NewWebhook>({ resolver: zodResolver(NewWebhook), defaultValues: values })
  const { errors } = form.formState
  const submit = form.handleSubmit(async (given) => {
    setProblem(null)
    try {
      await send(given)
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      for (const { path, message } of issues) if (path === 'name' || path === 'url') form.setError(path, { message })
      if (issues.length === 0) setProblem(formMessage(error, verb, 'webhook'))
    }
  })
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      subject="Events of your network are sent there within moments, with ids and amounts but no names."
      held={form.formState.isDirty}
      action={action}
      busy={busy}
      busyText={busyText}
      className={styles.form}
      onSubmit={submit}
    >
      {problem !== null && (
        <Banner tone="failure" title="The webhook was not saved">
          {problem}
        </Banner>
      )}
      <TextField
        label="Name"
        autoComplete="off"
        hint="The software that receives the events."
        {...form.register('name')}
        problem={errors.name?.message}
      />
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint="The address of that software, on a public server. It must not contain a password, because the history of the network shows it."
        {...form.register('url')}
        problem={errors.url?.message}
      />
      <Kinds register={form.register} problem={errors.happenings?.message} />
    </FormDialog>
  )
}

type MakeProps = { networkId: string; onMade: (name: string, secret: string) => void; onClose: () => void }

/** Creates a webhook; its secret is shown once. */
export const MakeWebhookDialog = ({ networkId, onMade, onClose }: MakeProps) => {
  const make = useMakeWebhook(networkId)
  return (
    <WebhookForm
      title="Add a Webhook"
      action="Add Webhook"
      busyText="Making..."
      values={{ name: '', url: '', happenings: [...FIRST] }}
      busy={make.isPending}
      send={async (values) => onMade(values.name, (await make.mutateAsync(values)).secret)}
      verb="create"
      onClose={onClose}
    />
  )
}

export const ChangeWebhookDialog = ({ networkId, webhook, onClose }: { networkId: string; webhook: Webhook; onClose: () => void }) => {
  const toast = useToast()
  const change = useChangeWebhook(networkId, webhook.id)
  const { name, url, happenings: types } = webhook
  return (
    <WebhookForm
      title="Change Webhook"
      action="Save"
      busyText="Saving..."
      values={{ name, url, happenings: types }}
      busy={change.isPending}
      send={async (values) => {
        const changed = changeOf(webhook, values)
        if (changed !== null) {
          await change.mutateAsync(changed)
          toast(`The webhook ${values.name} is changed`)
        }
        onClose()
      }}
      verb="update"
      onClose={onClose}
    />
  )
}
