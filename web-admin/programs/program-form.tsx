import { CircleCheck } from 'lucide-react'
import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { AmountType } from '../../modules/programs/contract.ts'
import { amountTypes, frequencies, frequencyLabels } from '../../modules/programs/values.ts'
import { ApiError } from '../domain/api/client.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SelectField, TextareaField, TextField } from '../ui/field.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useChecks } from '../ui/use-checks.ts'
import type { ProgramOutput } from './program-fields.ts'
import type { ProgramValues } from './program-values.ts'
import * as styles from './programs.css.ts'

const typeHints: Record<AmountType, string> = {
  Uniform: 'Every payor owes the default amount.',
  Custom: 'A payor’s amount may differ from the default.',
}

type Props = {
  form: UseFormReturn<ProgramValues, unknown, ProgramOutput>
  onSubmit: FormEventHandler
  /** The field for the network, which only the create page has. */
  network?: ReactNode
  /** The field for payment plans, which only the edit page has. */
  plans?: ReactNode
  /** Why the last save failed. */
  problem?: ReactNode
  action: string
  busyText: string
  busy: boolean
}

/** The form of the create page and the edit page. */
export const ProgramForm = ({ form, onSubmit, network, plans, problem, action, busyText, busy }: Props) => {
  const { register, watch } = form
  const { errors } = form.formState
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {problem}
      {network}
      <TextField label="Name" hint="Payors see it on their bill." {...register('name')} problem={errors.name?.message} />
      <TextareaField
        label="Description"
        hint="Optional. Says what the money is for."
        {...register('description')}
        problem={errors.description?.message}
      />
      <div className={styles.pair}>
        <SelectField label="Frequency" {...register('frequency')} problem={errors.frequency?.message}>
          {frequencies.map((frequency) => (
            <option key={frequency} value={frequency}>
              {frequencyLabels[frequency]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Type" hint={typeHints[watch('type')]} {...register('type')} problem={errors.type?.message}>
          {amountTypes.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </SelectField>
        <MoneyField label="Default Amount" typed={watch('amount')} {...register('amount')} problem={errors.amount?.message} />
        <TextField
          label="Due Date"
          type="date"
          hint={watch('frequency') === 'OneTime' ? 'The day the bill falls due.' : 'The first period’s; the later ones follow from it.'}
          {...register('dueDate')}
          problem={errors.dueDate?.message}
        />
      </div>
      {plans}
      <div className={styles.formFoot}>
        <Button type="submit" variant="primary" busy={busy} busyText={busyText}>
          {action}
        </Button>
        <ButtonLink href="/assessments">Cancel</ButtonLink>
      </div>
    </form>
  )
}

/**
 * Shown in place of the form once the program is saved. The panel gets the focus, so that screen readers read it out.
 */
export const DonePanel = ({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) => {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} tabIndex={-1} className={styles.donePanel} role="status">
      <EmptyState icon={CircleCheck} title={title} action={actions}>
        {children}
      </EmptyState>
    </div>
  )
}

const load = () => import('./program-fields.ts')
type Fields = Awaited<ReturnType<typeof load>>

const names: readonly string[] = ['networkId', 'name', 'description', 'frequency', 'type', 'amount', 'dueDate'] satisfies (keyof ProgramValues)[]
const isField = (path: string): path is keyof ProgramValues => names.includes(path)

/** `fieldsFor`: returns the validation, which depends on the network and the day. */
export const useProgramForm = (fieldsFor: (fields: Fields, values: ProgramValues) => ReturnType<Fields['newProgramOn']>, values: ProgramValues) => {
  const form = useForm<ProgramValues, unknown, ProgramOutput>({
    resolver: useChecks(load, fieldsFor),
    defaultValues: values,
  })
  /** Shows the server's issues at their fields; returns true if every issue has a field. */
  const showIssues = (error: unknown): boolean => {
    const issues = error instanceof ApiError ? error.issues : []
    for (const { path, message } of issues) if (isField(path)) form.setError(path, { message }, { shouldFocus: true })
    return issues.length > 0 && issues.every(({ path }) => isField(path))
  }
  return { form, showIssues }
}
