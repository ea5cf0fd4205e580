import { z } from 'zod'
import { type FieldOf, fieldsOf, fieldValue, isMasked, type MethodName, methodNames, methodOf } from '../../modules/kernel/payment-methods.ts'
import { fieldIssues, type PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { isSame } from '../ui/is-same.ts'

type MethodValues = { [Name in MethodName]: { isEnabled: boolean } & { [Field in FieldOf<Name>]: string } }

const eachMethod = <Made>(make: (name: MethodName) => Made) => Object.fromEntries(methodNames.map((name) => [name, make(name)]))

const trimmed = (name: MethodName) => Object.fromEntries(fieldsOf(name).map(([key]) => [key, z.string().trim()]))

/** The form's values: every method with its fields, enabled or not. */
export const ProfileValues = z.object({
  name: z.string().trim(),
  methods: z.object(eachMethod((name) => z.object({ isEnabled: z.boolean(), ...trimmed(name) }))) as unknown as z.ZodType<MethodValues, MethodValues>,
})
export type ProfileValues = z.output<typeof ProfileValues>

/** Keeps masked numbers as they are: the server takes a masked number to mean that the number is unchanged. */
const valuesFrom = (name: string, methods?: PaymentProfile['methods']): ProfileValues => ({
  name,
  methods: eachMethod((method) => ({
    isEnabled: methods?.[method].isEnabled ?? false,
    ...Object.fromEntries(fieldsOf(method).map(([key, field]) => [key, fieldValue(methods?.[method], key, field) ?? ''])),
  })) as MethodValues,
})

export const noProfile = valuesFrom('')
export const valuesOf = ({ name, methods }: PaymentProfile): ProfileValues => valuesFrom(name, methods)

/**
 * The form's values after someone else has changed the profile. If a method has changed, its masked numbers are cleared
 * here, since the server would read them as the other person's new numbers.
 */
export const overTheirs = (mine: ProfileValues, before: ProfileValues, theirs: ProfileValues): ProfileValues => ({
  ...mine,
  methods: eachMethod((name) => {
    const values = mine.methods[name]
    if (isSame(before.methods[name], theirs.methods[name])) return values
    const masked = fieldsOf(name).filter(([key, field]) => field.masked && isMasked(fieldValue(values, key, field)))
    return { ...values, ...Object.fromEntries(masked.map(([key]) => [key, ''])) }
  }) as MethodValues,
})

/**
 * The invalid fields of an enabled method, plus one issue for a transfer with missing fields. While editing, the
 * messages name the method.
 */
const methodProblems = (name: MethodName, methods: ProfileValues['methods'], editing: boolean): { path: string[]; message: string }[] => {
  const { label, transfer } = methodOf(name)
  const said = (message: string) => (editing ? `${label}: ${message}` : message)
  const issues = fieldIssues(name, methods, true)
  const lacksSome = issues.length > 0 && fieldsOf(name).some(([key, field]) => fieldValue(methods[name], key, field) === null)
  return transfer && lacksSome
    ? [{ path: [name], message: said(`All ${transfer} fields are required`) }, ...issues]
    : issues.map(({ path, message }) => ({ path, message: said(message) }))
}

export const profileSchema = (editing: boolean) =>
  ProfileValues.superRefine(({ name, methods }, context) => {
    if (name === '') context.addIssue({ code: 'custom', path: ['name'], message: 'Profile name is required' })
    if (!methodNames.some((method) => methods[method].isEnabled))
      context.addIssue({ code: 'custom', path: ['methods'], message: 'Please select at least one payment method' })
    for (const { path, message } of methodNames.flatMap((method) => methodProblems(method, methods, editing)))
      context.addIssue({ code: 'custom', path: ['methods', ...path], message })
  })
