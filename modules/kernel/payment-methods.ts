/** A payee's field for one method; its label is in shared/method-words-en.ts. */
export type MethodField = Readonly<{
  format?: 'routing number' | 'e-mail or phone'
  /** The field has several lines, which are kept. */
  lines?: true
  /** The field's second name: requests may use either, and answers carry both (R37). */
  alias?: string
  /** Only the last four digits are shown, except to payors who can pay by the method (R38). */
  masked?: true
}>

type PaymentMethod = Readonly<{
  label: string
  fields: Readonly<Record<string, MethodField>>
  /** The fields that a payor needs, in the order of a bank's form. */
  toPayor: readonly string[]
  /** For a transfer between banks: its name. The fields of such a method are only useful together. */
  transfer?: string
  /** The method has a memo, which the payor is asked to fill in. */
  memo?: true
  /** Marks a transfer, which the pay page must distinguish from a bank debit. */
  kind?: 'transfer'
  /**
   * If the profile has none of the fields, payors pay by bank debit, through the connected account of the method named
   * here.
   */
  debitOf?: 'Credit'
}>

const account = {
  fields: {
    bankName: {},
    accountName: { alias: 'recipientName' },
    routingNumber: { format: 'routing number' },
    accountNumber: { masked: true },
  },
  toPayor: ['bankName', 'routingNumber', 'accountNumber', 'accountName'],
  memo: true,
} as const

/**
 * Every payment method, in the order of all screens. Contracts, forms, validation and the pay page derive from this
 * table. The words of each method per language and its icon are in Records that compile only with an entry for every
 * method.
 */
export const paymentMethods = {
  Credit: { label: 'Credit Card', fields: {}, toPayor: [] },
  ACH: { label: 'ACH', transfer: 'ACH', kind: 'transfer', debitOf: 'Credit', ...account },
  Wire: { label: 'Wire', transfer: 'wire transfer', ...account },
  Zelle: { label: 'Zelle', fields: { zelleContact: { format: 'e-mail or phone' } }, toPayor: ['zelleContact'] },
  PayPal: { label: 'PayPal', fields: { paypalUsername: {} }, toPayor: ['paypalUsername'] },
  Venmo: { label: 'Venmo', fields: { venmoHandle: {} }, toPayor: ['venmoHandle'] },
  CashApp: { label: 'CashApp', fields: { cashappHandle: { alias: 'cashTag' } }, toPayor: ['cashappHandle'] },
  Check: {
    label: 'Check',
    fields: { payableTo: {}, mailingAddress: { lines: true } },
    toPayor: ['payableTo', 'mailingAddress'],
    memo: true,
  },
} as const satisfies Record<string, PaymentMethod>

type Table = typeof paymentMethods
/** A method's name in profiles: 'Zelle'. */
export type MethodName = keyof Table
/** A method's name in bills and payments: 'zelle'. */
export type MethodKey = Lowercase<MethodName>
/** Methods by which a payor claims to have paid (R37). */
export type ManualMethod = Exclude<MethodKey, 'credit'>

type FieldsOf<Name extends MethodName> = Table[Name]['fields']
export type FieldOf<Name extends MethodName> = keyof FieldsOf<Name> & string
export type PayeeField = { [Name in MethodName]: FieldOf<Name> }[MethodName]
type AliasIn<Fields> = { [Key in keyof Fields]: Fields[Key] extends { alias: infer Alias extends string } ? Alias : never }[keyof Fields]
export type NamedFieldOf<Name extends MethodName> = FieldOf<Name> | AliasIn<FieldsOf<Name>>
export type PayorField = Table[MethodName]['toPayor'][number]

export const methodNames = Object.keys(paymentMethods) as MethodName[]
export const methodOf = (name: MethodName): PaymentMethod => paymentMethods[name]
export const fieldsOf = (name: MethodName) => Object.entries(methodOf(name).fields) as [PayeeField, MethodField][]

/** An entry for each field of a method, under its name and its alias. */
export const eachField = <Made>(name: MethodName, make: (key: PayeeField, field: MethodField) => Made): Record<string, Made> =>
  Object.fromEntries(fieldsOf(name).flatMap(([key, field]) => [key, ...(field.alias ? [field.alias] : [])].map((named) => [named, make(key, field)])))

/** A field's value under either name; null if empty. */
export const fieldValue = (values: object | undefined, key: string, { alias = key }: MethodField): string | null => {
  const texts = values as Readonly<Record<string, string | null | undefined>> | undefined
  return texts?.[key] || texts?.[alias] || null
}

const MASK = '****'
/** '****6789': at most the last four digits of an account number, and never all of it (R38). */
export const maskedNumber = (number: string | null): string | null => number && `${MASK}${number.slice(4).slice(-4)}`
export const isMasked = (value: string | null): boolean => value?.startsWith(MASK) ?? false

export const keyOf = (name: MethodName) => name.toLowerCase() as MethodKey
const byKey = new Map<string, MethodName>(methodNames.map((name) => [keyOf(name), name]))
export const nameOf = (key: string): MethodName | undefined => byKey.get(key)
export const manualMethods = methodNames.map(keyOf).filter((key): key is ManualMethod => key !== 'credit')
