import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { NamedDay } from '../../modules/kernel/date-schemas.ts'
import { KeyScope, NewApiKey } from '../../modules/networks/contract.ts'
import { ApiError } from '../domain/api/client.ts'
import { formMessage } from '../domain/api/error-message.ts'
import { today } from '../domain/api/network-clock.ts'
import { useMakeKey } from '../domain/network/calls.ts'
import { Banner } from '../ui/banner.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Choices, TextField } from '../ui/field.tsx'
import { scopeWords } from './key-words.tsx'
import * as styles from './keys.css.ts'

const Values = z.object({
  name: NewApiKey.shape.name,
  scope: NewApiKey.shape.scope,
  lastDay: z
    .string()
    .refine((day) => day === '' || NamedDay.safeParse(day).success, 'Enter the day on which the key ends')
    .refine((day) => day === '' || day >= today(), 'The end of the key must be in the future'),
})

type Props = { networkId: string; onMade: (name: string, secret: string) => void; onClose: () => void }

/** Creates an API key; its secret is shown once. */
export const KeyDialog = ({ networkId, onMade, onClose }: Props) => {
  const make = useMakeKey(networkId)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { name: '', scope: 'read' as KeyScope, lastDay: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit(async ({ name, scope, lastDay }) => {
    setProblem(null)
    try {
      const { secret } = await make.mutateAsync({ name, scope, endsAt: lastDay === '' ? null : NamedDay.parse(lastDay) })
      onMade(name, secret)
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      for (const { path, message } of issues)
        if (path === 'name' || path === 'scope') form.setError(path, { message })
        else if (path === 'endsAt') form.setError('lastDay', { message })
      if (issues.length === 0) setProblem(formMessage(error, 'create', 'API key'))
    }
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Make an API Key"
      subject="One for each piece of software, so that you can end it without stopping the others."
      held={form.formState.isDirty}
      action="Make Key"
      busy={make.isPending}
      busyText="Making..."
      className={styles.form}
      onSubmit={submit}
    >
      {problem !== null && (
        <Banner tone="failure" title="The key was not made">
          {problem}
        </Banner>
      )}
      <TextField
        label="Name"
        autoComplete="off"
        hint="The software that uses it. The journal shows this name."
        {...form.register('name')}
        problem={errors.name?.message}
      />
      <Choices
        legend="What it may do"
        choices={KeyScope.options.map((value) => ({ value, ...scopeWords[value] }))}
        field={form.register('scope')}
        problem={errors.scope?.message}
      />
      <TextField
        label="Ends on (optional)"
        type="date"
        hint="It works to the end of that day. Leave it empty for a key without an end."
        {...form.register('lastDay')}
        problem={errors.lastDay?.message}
      />
    </FormDialog>
  )
}
