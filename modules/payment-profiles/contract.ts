import { z } from 'zod'
import { ProfileId } from '../kernel/ids.ts'

export const MethodName = z.enum(['Credit', 'ACH', 'Wire', 'Zelle', 'PayPal', 'Venmo', 'CashApp'])
export type MethodName = z.infer<typeof MethodName>

/** Keys of the pay page and of payments. */
export const PayMethod = z.enum(['credit', 'ach', 'wire', 'zelle', 'paypal', 'venmo', 'cashapp'])
export type PayMethod = z.infer<typeof PayMethod>

/** Methods that a payor says they have sent money by (decision 22). */
export const ManualMethod = z.enum(['wire', 'zelle', 'venmo', 'paypal', 'cashapp', 'ach'])
export type ManualMethod = z.infer<typeof ManualMethod>

const text = z.string().trim().max(200, 'Must be 200 characters or less').nullish()

const account = z.object({
  isEnabled: z.boolean().default(false),
  bankName: text,
  accountName: text,
  recipientName: text,
  routingNumber: text,
  accountNumber: text,
})

/** A method map with its keys in any letter case, brought to the names above. */
const anyCase = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const names = new Map(MethodName.options.map((name) => [name.toLowerCase(), name]))
  return Object.fromEntries(Object.entries(input).flatMap(([key, value]) => (value === null ? [] : [[names.get(key.toLowerCase()) ?? key, value]])))
}

/** What a request may carry; a method left out is off. Aliases: recipientName = accountName, cashTag = cashappHandle (decision 31). */
export const MethodsInput = z.preprocess(
  anyCase,
  z.object({
    Credit: z.object({ isEnabled: z.boolean().default(false) }).optional(),
    ACH: account.optional(),
    Wire: account.optional(),
    Zelle: z.object({ isEnabled: z.boolean().default(false), zelleContact: text }).optional(),
    PayPal: z.object({ isEnabled: z.boolean().default(false), paypalUsername: text }).optional(),
    Venmo: z.object({ isEnabled: z.boolean().default(false), venmoHandle: text }).optional(),
    CashApp: z.object({ isEnabled: z.boolean().default(false), cashappHandle: text, cashTag: text }).optional(),
  }),
)
export type MethodsInput = z.infer<typeof MethodsInput>

type AccountMethod = 'Wire' | 'ACH'
const accountWords: Record<AccountMethod, string> = { Wire: 'wire transfer', ACH: 'ACH' }
const phone = /^\+?[\d\s()-]+$/

/** What is wrong with one enabled or filled-in method, as the server says it (spec §5.4, shared schemas); paths are below the method. */
export const methodIssues = (name: MethodName, methods: MethodsInput): { path: string; message: string }[] => {
  if (name === 'Wire' || name === 'ACH') {
    const config = methods[name]
    if (!config?.isEnabled) return []
    const fields = {
      bankName: config.bankName,
      accountName: config.accountName || config.recipientName,
      routingNumber: config.routingNumber,
      accountNumber: config.accountNumber,
    }
    if (Object.values(fields).every((value) => !value))
      return [{ path: name, message: `All ${accountWords[name]} fields are required when ${accountWords[name]} is enabled` }]
    const issues: { path: string; message: string }[] = []
    if (!fields.bankName) issues.push({ path: `${name}.bankName`, message: 'Bank name is required' })
    if (!fields.accountName) issues.push({ path: `${name}.accountName`, message: 'Account name is required' })
    if (!fields.routingNumber || !/^\d{9,}$/.test(fields.routingNumber))
      issues.push({ path: `${name}.routingNumber`, message: 'Routing number must be at least 9 digits' })
    if (!fields.accountNumber) issues.push({ path: `${name}.accountNumber`, message: 'Account number is required' })
    return issues
  }
  if (name === 'Zelle') {
    const config = methods.Zelle
    if (!config?.isEnabled) return []
    const contact = config.zelleContact
    if (!contact) return [{ path: 'Zelle.zelleContact', message: 'Zelle email or phone number is required when Zelle is enabled' }]
    if (contact.includes('@'))
      return z.email().safeParse(contact).success ? [] : [{ path: 'Zelle.zelleContact', message: 'Valid email required for Zelle' }]
    return phone.test(contact) && /\d/.test(contact) ? [] : [{ path: 'Zelle.zelleContact', message: 'Valid phone number required for Zelle' }]
  }
  if (name === 'PayPal')
    return methods.PayPal?.isEnabled && !methods.PayPal.paypalUsername
      ? [{ path: 'PayPal.paypalUsername', message: 'PayPal email is required when PayPal is enabled' }]
      : []
  if (name === 'Venmo')
    return methods.Venmo?.isEnabled && !methods.Venmo.venmoHandle
      ? [{ path: 'Venmo.venmoHandle', message: 'Venmo handle is required when Venmo is enabled' }]
      : []
  if (name === 'CashApp')
    return methods.CashApp?.isEnabled && !(methods.CashApp.cashappHandle || methods.CashApp.cashTag)
      ? [{ path: 'CashApp.cashappHandle', message: 'CashApp handle is required when CashApp is enabled' }]
      : []
  return []
}

export const PaymentProfileInput = z
  .object({
    name: z
      .string({ error: 'Profile name is required' })
      .trim()
      .min(1, 'Profile name is required')
      .max(200, 'Profile name must be 200 characters or less'),
    methods: MethodsInput,
  })
  .superRefine(({ methods }, context) => {
    if (!MethodName.options.some((name) => methods[name]?.isEnabled))
      context.addIssue({ code: 'custom', path: ['methods'], message: 'Please select at least one payment method' })
    for (const name of MethodName.options)
      for (const { path, message } of methodIssues(name, methods))
        context.addIssue({ code: 'custom', path: ['methods', ...path.split('.')], message })
  })
export type PaymentProfileInput = z.infer<typeof PaymentProfileInput>

const accountView = z.object({
  isEnabled: z.boolean(),
  bankName: z.string().nullable(),
  accountName: z.string().nullable(),
  recipientName: z.string().nullable(),
  routingNumber: z.string().nullable(),
  /** Masked as ****6789 but where decision 32 says otherwise. */
  accountNumber: z.string().nullable(),
})

/** '****6789': at most the last four digits of an account number, and never all of it (decision 32). */
export const maskedNumber = (number: string | null): string | null => number && `****${number.slice(4).slice(-4)}`

/** The methods of a profile as answers carry them: every method, on or off. */
export const Methods = z.object({
  Credit: z.object({ isEnabled: z.boolean() }),
  ACH: accountView,
  Wire: accountView,
  Zelle: z.object({ isEnabled: z.boolean(), zelleContact: z.string().nullable() }),
  PayPal: z.object({ isEnabled: z.boolean(), paypalUsername: z.string().nullable() }),
  Venmo: z.object({ isEnabled: z.boolean(), venmoHandle: z.string().nullable() }),
  CashApp: z.object({ isEnabled: z.boolean(), cashappHandle: z.string().nullable(), cashTag: z.string().nullable() }),
})
export type Methods = z.infer<typeof Methods>

/** Account numbers masked, for every answer but the pay page of a bill that can be paid. */
export const masked = (methods: Methods): Methods => ({
  ...methods,
  ACH: { ...methods.ACH, accountNumber: maskedNumber(methods.ACH.accountNumber) },
  Wire: { ...methods.Wire, accountNumber: maskedNumber(methods.Wire.accountNumber) },
})

export const PaymentProfile = z.object({
  id: ProfileId,
  name: z.string(),
  methods: Methods,
  chargesEnabled: z.boolean(),
  stripeAccountId: z.string().nullable(),
  stripeDashboardUrl: z.string().nullable(),
})
export type PaymentProfile = z.infer<typeof PaymentProfile>
