import type { ReactNode } from 'react'
import type { Path, UseFormReturn } from 'react-hook-form'
import { fieldWords } from '../../modules/kernel/method-field-words.ts'
import { fieldsOf, type MethodName, methodNames, methodOf } from '../../modules/kernel/payment-methods.ts'
import { CheckField, Problem, TextareaField, TextField } from '../ui/field.tsx'
import { muted, small } from '../ui/text.css.ts'
import type { ProfileValues } from './method-values.ts'
import * as styles from './settings.css.ts'

export type ProfileForm = UseFormReturn<ProfileValues, unknown, ProfileValues>

type Props = {
  form: ProfileForm
  /** The way to Stripe, where there is one. */
  ofCredit: ReactNode
}

/** Two beside each other where there is room. */
const pairs = <Item,>(items: Item[]): Item[][] => items.flatMap((_, i) => (i % 2 === 0 ? [items.slice(i, i + 2)] : []))

const Details = ({ form, name, ofCredit }: Props & { name: MethodName }) => {
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

/** A checkbox per method; what an enabled one needs stands beneath it. */
export const MethodFields = ({ form, ofCredit }: Props) => {
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
