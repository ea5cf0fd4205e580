import { fieldIssues, MethodName } from '../../modules/payment-profiles/contract.ts'
import { type AccountValues, ProfileValues } from './method-values.ts'
import { methodLabels } from './method-words.ts'

type Methods = ProfileValues['methods']

const lacksSome = ({ bankName, accountName, routingNumber, accountNumber }: AccountValues): boolean =>
  [bankName, accountName, routingNumber, accountNumber].some((value) => value === '')

/** The form's own sentences about values that are missing; about others the server's hold. */
const missing: Partial<Record<MethodName, (methods: Methods) => string | null>> = {
  Wire: ({ Wire }) => (lacksSome(Wire) ? 'All wire transfer fields are required' : null),
  ACH: ({ ACH }) => (lacksSome(ACH) ? 'All ACH fields are required' : null),
  Zelle: ({ Zelle }) => (Zelle.zelleContact === '' ? 'Zelle email or phone number is required' : null),
  PayPal: ({ PayPal }) => (PayPal.paypalUsername === '' ? 'PayPal username is required' : null),
  Venmo: ({ Venmo }) => (Venmo.venmoHandle === '' ? 'Venmo handle is required' : null),
  CashApp: ({ CashApp }) => (CashApp.cashappHandle === '' ? 'CashApp handle is required' : null),
}

/** Each wrong field of an enabled method, and the method itself where several fields are missing; an edit names the method. */
export const methodProblems = (name: MethodName, methods: Methods, editing: boolean): { path: string[]; message: string }[] => {
  if (!methods[name].isEnabled) return []
  const said = (message: string) => (editing ? `${methodLabels[name]}: ${message}` : message)
  const summary = missing[name]?.(methods) ?? null
  const fields = fieldIssues(name, methods).map(({ path, message }) => ({ path: path.split('.'), message }))
  if (name !== 'Wire' && name !== 'ACH') return fields.map(({ path, message }) => ({ path, message: said(summary ?? message) }))
  if (summary === null) return fields.map(({ path, message }) => ({ path, message: said(message) }))
  return [{ path: [name], message: said(summary) }, ...fields]
}

export const profileSchema = (editing: boolean) =>
  ProfileValues.superRefine(({ name, methods }, context) => {
    if (name === '') context.addIssue({ code: 'custom', path: ['name'], message: 'Profile name is required' })
    if (!MethodName.options.some((method) => methods[method].isEnabled))
      context.addIssue({ code: 'custom', path: ['methods'], message: 'Please select at least one payment method' })
    for (const method of MethodName.options)
      for (const { path, message } of methodProblems(method, methods, editing))
        context.addIssue({ code: 'custom', path: ['methods', ...path], message })
  })
