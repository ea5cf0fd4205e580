import { z } from 'zod'
import { ProfileId } from '../kernel/ids.ts'
import { isDialable } from '../kernel/names.ts'

export const MethodName = z.enum(['Credit', 'ACH', 'Wire', 'Zelle', 'PayPal', 'Venmo', 'CashApp'])
export type MethodName = z.infer<typeof MethodName>

/** Keys of the pay page and of payments. */
export const PayMethod = z.enum(['credit', 'ach', 'wire', 'zelle', 'paypal', 'venmo', 'cashapp'])
export type PayMethod = z.infer<typeof PayMethod>

/** Methods that a payor says they have sent money by (R48). */
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

/** What a request may carry; a method left out is off. Aliases: recipientName = accountName, cashTag = cashappHandle (R45). */
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

type Issue = { path: string; message: string }

const fieldsOf = ({ bankName, accountName, recipientName, routingNumber, accountNumber }: NonNullable<MethodsInput[AccountMethod]>) => ({
  bankName,
  accountName: accountName || recipientName,
  routingNumber,
  accountNumber,
})

const accountIssues = (name: AccountMethod, config: MethodsInput[AccountMethod]): Issue[] => {
  if (!config?.isEnabled) return []
  const { bankName, accountName, routingNumber, accountNumber } = fieldsOf(config)
  const issues: Issue[] = []
  if (!bankName) issues.push({ path: `${name}.bankName`, message: 'Bank name is required' })
  if (!accountName) issues.push({ path: `${name}.accountName`, message: 'Account name is required' })
  if (!routingNumber || !/^\d{9,}$/.test(routingNumber))
    issues.push({ path: `${name}.routingNumber`, message: 'Routing number must be at least 9 digits' })
  if (!accountNumber) issues.push({ path: `${name}.accountNumber`, message: 'Account number is required' })
  return issues
}

const zelleIssue = (contact: string | null | undefined): string | null => {
  if (!contact) return 'Zelle email or phone number is required when Zelle is enabled'
  if (contact.includes('@')) return z.email().safeParse(contact).success ? null : 'Valid email required for Zelle'
  return phone.test(contact) && isDialable(contact) ? null : 'Valid phone number required for Zelle'
}

/** What is wrong with each field of an enabled method, as the server says it; paths are below the method. */
export const fieldIssues = (name: MethodName, methods: MethodsInput): Issue[] => {
  const { Wire, ACH, Zelle, PayPal, Venmo, CashApp } = methods
  const one = (path: string, message: string | null): Issue[] => (message === null ? [] : [{ path, message }])
  switch (name) {
    case 'Credit':
      return []
    case 'Wire':
      return accountIssues(name, Wire)
    case 'ACH':
      return accountIssues(name, ACH)
    case 'Zelle':
      return one('Zelle.zelleContact', Zelle?.isEnabled ? zelleIssue(Zelle.zelleContact) : null)
    case 'PayPal':
      return one('PayPal.paypalUsername', PayPal?.isEnabled && !PayPal.paypalUsername ? 'PayPal email is required when PayPal is enabled' : null)
    case 'Venmo':
      return one('Venmo.venmoHandle', Venmo?.isEnabled && !Venmo.venmoHandle ? 'Venmo handle is required when Venmo is enabled' : null)
    case 'CashApp': {
      const lacks = CashApp?.isEnabled && !(CashApp.cashappHandle || CashApp.cashTag)
      return one('CashApp.cashappHandle', lacks ? 'CashApp handle is required when CashApp is enabled' : null)
    }
  }
}

/** The same of a request: an account without any field is told in one sentence. */
const methodIssues = (name: MethodName, methods: MethodsInput): Issue[] => {
  const config = name === 'Wire' || name === 'ACH' ? methods[name] : undefined
  if ((name !== 'Wire' && name !== 'ACH') || !config?.isEnabled || Object.values(fieldsOf(config)).some(Boolean)) return fieldIssues(name, methods)
  return [{ path: name, message: `All ${accountWords[name]} fields are required when ${accountWords[name]} is enabled` }]
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
  /** Masked as ****6789, except where it is needed (R46). */
  accountNumber: z.string().nullable(),
})

/** '****6789': at most the last four digits of an account number, and never all of it (R46). */
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

/** The methods of a profile with their account numbers in full. */
export const Revealed = z.object({ methods: Methods })

export const PaymentProfile = z.object({
  id: ProfileId,
  name: z.string(),
  methods: Methods,
  chargesEnabled: z.boolean(),
  stripeAccountId: z.string().nullable(),
  stripeDashboardUrl: z.string().nullable(),
})
export type PaymentProfile = z.infer<typeof PaymentProfile>
