import { MethodName, methodIssues } from '../../modules/payment-profiles/contract.ts'
import { type AccountValues, ProfileValues } from './method-values.ts'
import { methodLabels } from './method-words.ts'

/** A form's own sentence about a method whose details are missing, or null. */
const emptiness = (name: MethodName, methods: ProfileValues['methods']): string | null => {
  const lacks = ({ bankName, accountName, routingNumber, accountNumber }: AccountValues) =>
    [bankName, accountName, routingNumber, accountNumber].some((value) => value === '')
  if (!methods[name].isEnabled) return null
  if (name === 'Wire') return lacks(methods.Wire) ? 'All wire transfer fields are required' : null
  if (name === 'ACH') return lacks(methods.ACH) ? 'All ACH fields are required' : null
  if (name === 'Zelle') return methods.Zelle.zelleContact === '' ? 'Zelle email or phone number is required' : null
  if (name === 'PayPal') return methods.PayPal.paypalUsername === '' ? 'PayPal username is required' : null
  if (name === 'Venmo') return methods.Venmo.venmoHandle === '' ? 'Venmo handle is required' : null
  if (name === 'CashApp') return methods.CashApp.cashappHandle === '' ? 'CashApp handle is required' : null
  return null
}

/** What is wrong with one method: the form's sentence when it is empty, else the server's about the value. */
export const methodProblem = (name: MethodName, methods: ProfileValues['methods'], editing: boolean): string | null => {
  const message = emptiness(name, methods) ?? methodIssues(name, methods)[0]?.message ?? null
  return message !== null && editing ? `${methodLabels[name]}: ${message}` : message
}

export const profileSchema = (editing: boolean) =>
  ProfileValues.superRefine(({ name, methods }, context) => {
    if (name === '') context.addIssue({ code: 'custom', path: ['name'], message: 'Profile name is required' })
    if (!MethodName.options.some((method) => methods[method].isEnabled))
      context.addIssue({ code: 'custom', path: ['methods'], message: 'Please select at least one payment method' })
    for (const method of MethodName.options) {
      const message = methodProblem(method, methods, editing)
      if (message !== null) context.addIssue({ code: 'custom', path: ['methods', method], message })
    }
  })
