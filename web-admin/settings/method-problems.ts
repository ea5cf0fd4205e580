import { fieldsOf, fieldValue, type MethodName, methodNames, methodOf } from '../../modules/kernel/payment-methods.ts'
import { fieldIssues } from '../../modules/payment-profiles/contract.ts'
import { ProfileValues } from './method-values.ts'

/** The invalid fields of an enabled method, plus one issue for a transfer with missing fields. While editing, the messages name the method. */
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
