import type { UseFormReturn } from 'react-hook-form'
import { MethodName } from '../../modules/payment-profiles/contract.ts'
import { CheckField, Problem, TextField } from '../ui/field.tsx'
import { muted, small } from '../ui/text.css.ts'
import type { ProfileValues } from './method-values.ts'
import { methodLabels } from './method-words.ts'
import * as styles from './settings.css.ts'

export type ProfileForm = UseFormReturn<ProfileValues, unknown, ProfileValues>

const AccountFields = ({ form, name }: { form: ProfileForm; name: 'Wire' | 'ACH' }) => {
  const field = <Key extends 'bankName' | 'accountName' | 'routingNumber' | 'accountNumber'>(key: Key) => ({
    ...form.register(`methods.${name}.${key}` as const),
    problem: form.formState.errors.methods?.[name]?.[key]?.message,
    autoComplete: 'off',
  })
  return (
    <>
      <div className={styles.pair}>
        <TextField label="Bank Name" {...field('bankName')} />
        <TextField label="Account Name" {...field('accountName')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Routing Number" inputMode="numeric" {...field('routingNumber')} />
        <TextField label="Account Number" {...field('accountNumber')} />
      </div>
    </>
  )
}

const handles = {
  Zelle: { key: 'zelleContact', label: 'Zelle Email or Phone Number' },
  PayPal: { key: 'paypalUsername', label: 'PayPal Username' },
  Venmo: { key: 'venmoHandle', label: 'Venmo Handle' },
  CashApp: { key: 'cashappHandle', label: 'CashApp Handle' },
} as const

const Details = ({ form, name }: { form: ProfileForm; name: MethodName }) => {
  if (name === 'Credit') return <p className={`${small} ${muted}`}>Cards and bank debits, through a connected Stripe account.</p>
  if (name === 'Wire' || name === 'ACH') return <AccountFields form={form} name={name} />
  const { key, label } = handles[name]
  const fields = form.formState.errors.methods?.[name] as Record<string, { message?: string } | undefined> | undefined
  return (
    <TextField
      label={label}
      autoComplete="off"
      {...form.register(`methods.${name}.${key}` as 'methods.Zelle.zelleContact')}
      problem={fields?.[key]?.message}
    />
  )
}

/** A checkbox per method; what an enabled one needs stands beneath it. */
export const MethodFields = ({ form }: { form: ProfileForm }) => {
  const { errors } = form.formState
  return (
    <fieldset className={styles.methods}>
      <legend className={styles.legend}>Payment Methods</legend>
      {errors.methods?.message && <Problem>{errors.methods.message}</Problem>}
      {MethodName.options.map((name) => {
        const on = form.watch(`methods.${name}.isEnabled`)
        const problem = errors.methods?.[name]?.message
        return (
          <div key={name} className={styles.method}>
            <CheckField label={methodLabels[name]} {...form.register(`methods.${name}.isEnabled`)} />
            {on && (
              <div className={styles.methodFields}>
                <Details form={form} name={name} />
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
