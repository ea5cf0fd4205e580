import { z } from 'zod'
import { ProfileId } from '../kernel/ids.ts'
import { isDialable } from '../kernel/names.ts'
import {
  eachField,
  fieldsOf,
  fieldValue,
  type MethodField,
  type MethodName,
  maskedNumber,
  methodNames,
  methodOf,
  type NamedFieldOf,
} from '../kernel/payment-methods.ts'
import { INVISIBLE, isVisible } from '../kernel/visible.ts'
import { fieldWords } from '../shared/method-words-en.ts'

/** An object with an entry for each method, typed by the table of methods. */
const eachMethod = <Shape>(make: (name: MethodName) => z.ZodType) =>
  z.object(Object.fromEntries(methodNames.map((name) => [name, make(name)]))) as unknown as z.ZodType<Shape>

const textOf = (longest: number) => z.string().trim().max(longest, `Must be ${longest} characters or less`).refine(isVisible, INVISIBLE).nullish()
const text = textOf(200)
const lines = textOf(500)

/** A method map with keys in any letter case, converted to the table's names. */
const anyCase = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const names = new Map(methodNames.map((name) => [name.toLowerCase(), name]))
  return Object.fromEntries(Object.entries(input).flatMap(([key, value]) => (value === null ? [] : [[names.get(key.toLowerCase()) ?? key, value]])))
}

export type MethodsInput = {
  [Name in MethodName]?: ({ isEnabled: boolean } & { [Field in NamedFieldOf<Name>]?: string | null | undefined }) | undefined
}
export const MethodsInput = z.preprocess(
  anyCase,
  eachMethod<MethodsInput>((name) =>
    z
      .object({
        isEnabled: z.boolean().default(false),
        ...eachField(name, (key, field) => (field.lines ? lines : text).meta({ example: fieldWords[key].example })),
      })
      .optional(),
  ),
)

const phone = /^\+?[\d\s()-]+$/
const formats: Record<NonNullable<MethodField['format']>, (value: string, label: string) => string | null> = {
  'routing number': (value) => (/^\d{9,}$/.test(value) ? null : 'Routing number must be at least 9 digits'),
  'e-mail or phone': (value, label) => {
    if (value.includes('@')) return z.email().safeParse(value).success ? null : `Valid email required for ${label}`
    return phone.test(value) && isDialable(value) ? null : `Valid phone number required for ${label}`
  },
}

type Issue = { path: [MethodName, ...string[]]; message: string }

/** The errors of an enabled method's fields, in the server's or the form's words. */
export const fieldIssues = (name: MethodName, methods: MethodsInput, inForm = false): Issue[] => {
  const values = methods[name]
  if (!values?.isEnabled) return []
  return fieldsOf(name).flatMap(([key, field]) => {
    const value = fieldValue(values, key, field)
    const words = fieldWords[key]
    const missing = (inForm && words.missingInForm) || words.missing
    const format = field.format && formats[field.format]
    const message = value ? (format?.(value, methodOf(name).label) ?? null) : missing
    return message === null ? [] : [{ path: [name, key], message }]
  })
}

/**
 * The errors for a request. For a transfer with missing fields, one error sums them up; it is the only error if all
 * fields are missing.
 */
const methodIssues = (name: MethodName, methods: MethodsInput): Issue[] => {
  const issues = fieldIssues(name, methods)
  const { transfer } = methodOf(name)
  const given = fieldsOf(name).filter(([key, field]) => fieldValue(methods[name], key, field))
  if (!transfer || issues.length === 0 || given.length === fieldsOf(name).length) return issues
  return [...(given.length > 0 ? issues : []), { path: [name], message: `All ${transfer} fields are required when ${transfer} is enabled` }]
}

export const PaymentProfileInput = z
  .object({
    name: z
      .string({ error: 'Profile name is required' })
      .trim()
      .min(1, 'Profile name is required')
      .max(200, 'Profile name must be 200 characters or less')
      .refine(isVisible, INVISIBLE),
    methods: MethodsInput,
  })
  .superRefine(({ methods }, context) => {
    if (!methodNames.some((name) => methods[name]?.isEnabled))
      context.addIssue({ code: 'custom', path: ['methods'], message: 'Please select at least one payment method' })
    for (const { path, message } of methodNames.flatMap((name) => methodIssues(name, methods)))
      context.addIssue({ code: 'custom', path: ['methods', ...path], message })
  })
export type PaymentProfileInput = z.infer<typeof PaymentProfileInput>

export type Methods = { [Name in MethodName]: { isEnabled: boolean } & { [Field in NamedFieldOf<Name>]: string | null } }
/** The methods of a profile in answers: every method, on or off. */
export const Methods = eachMethod<Methods>((name) =>
  z.object({ isEnabled: z.boolean(), ...eachField(name, (key) => z.string().nullable().meta({ example: fieldWords[key].example })) }),
)

/** The fields of a method. Fields to be masked are in full if `whole`, and otherwise cut to their last digits. */
export const fieldsShown = (name: MethodName, methods: Methods, whole: boolean): Record<string, string | null> =>
  eachField(name, (key, field) => {
    const value = fieldValue(methods[name], key, field)
    return field.masked && !whole ? maskedNumber(value) : value
  })

/** Masks account numbers, for every answer except the pay page of a payable bill. */
export const masked = (methods: Methods): Methods =>
  Object.fromEntries(
    methodNames.map((name) => [name, { isEnabled: methods[name]?.isEnabled ?? false, ...fieldsShown(name, methods, false) }]),
  ) as Methods

export const Revealed = z.object({ methods: Methods })
export type Revealed = z.infer<typeof Revealed>

export const PaymentProfile = z.object({
  id: ProfileId,
  name: z.string(),
  methods: Methods,
  chargesEnabled: z.boolean(),
  stripeAccountId: z.string().nullable().meta({ example: 'acct_1QmVestry' }),
  stripeDashboardUrl: z.string().nullable().meta({ example: null }),
  /** Stripe's open requirements, in Stripe's words. */
  stripeWants: z.array(z.string()).meta({ example: ['external_account'] }),
})

type Account = Readonly<{ accountId: string | null; chargesEnabled: boolean; wanted: readonly string[] }>
/** A profile's Stripe account in answers. All accounts share one dashboard address. */
export const stripeOf = ({ accountId, chargesEnabled, wanted }: Account) => ({
  chargesEnabled,
  stripeAccountId: accountId,
  stripeDashboardUrl: accountId && 'https://dashboard.stripe.com',
  stripeWants: [...wanted],
})
export type PaymentProfile = z.infer<typeof PaymentProfile>

export type AccountStanding = Readonly<{ chargesEnabled: boolean; debitsEnabled: boolean; wanted: readonly string[] }>
export type ConnectedAccount = AccountStanding & Readonly<{ accountId: string }>
/** Networks' own accounts at Stripe. Every call may be repeated; an outage is DomainError 503 `unavailable`. */
export type ConnectedAccounts = Readonly<{
  /**
   * A profile's account, created at the first call. `instead`: the account to be replaced, since its owner has ended
   * our access.
   */
  open: (of: Readonly<{ profileId: ProfileId; name: string; email: string; instead: string | null }>) => Promise<ConnectedAccount>
  look: (accountId: string) => Promise<AccountStanding>
  allowWallets: (accountId: string, domain: string) => Promise<void>
  /** A link to Stripe's onboarding, valid once and for some minutes. */
  link: (accountId: string, profileId: ProfileId, baseUrl: string) => Promise<string>
}>

export const Onboard = z.object({
  paymentProfileId: z.string({ error: 'Payment profile is required' }).min(1, 'Payment profile is required').max(100),
})
export const OnboardingLink = z.object({ url: z.url() })
