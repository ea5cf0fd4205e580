import type { FormEventHandler, ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AmountType } from '../../modules/programs/contract.ts'
import { amountTypes, frequencies, frequencyLabels } from '../../modules/programs/values.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SelectField, TextareaField, TextField } from '../ui/field.tsx'
import { MoneyField } from '../ui/money-field.tsx'
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
  /** The network field, on creation only. */
  network?: ReactNode
  /** Why the last save failed. */
  problem?: ReactNode
  action: string
  busyText: string
  busy: boolean
}

/** The form of the create page and the edit page. */
export const ProgramForm = ({ form, onSubmit, network, problem, action, busyText, busy }: Props) => {
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
      <div className={styles.formFoot}>
        <Button type="submit" variant="primary" busy={busy} busyText={busyText}>
          {action}
        </Button>
        <ButtonLink href="/assessments">Cancel</ButtonLink>
      </div>
    </form>
  )
}
