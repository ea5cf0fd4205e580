/** What a profile has to know of a payee for one method. */
export type MethodField = Readonly<{
  /** In the form. */
  label: string
  /** What is said where it is empty; by the form in other words, where it has its own. */
  missing: string
  missingInForm?: string
  format?: 'routing number' | 'e-mail or phone'
  /** It has several lines, which stay as they are. */
  lines?: true
  /** Its second name: requests may use either, answers carry both (R45). */
  alias?: string
  /** Shown by its last four digits, except to those who can pay by it (R46). */
  masked?: true
}>

type PaymentMethod = Readonly<{
  label: string
  fields: Readonly<Record<string, MethodField>>
  /** What a payor needs, in the order of a bank's form. */
  toPayor: readonly string[]
  /** A transfer from bank to bank, in a sentence: its fields are all needed together. */
  transfer?: string
  /** It carries a memo, which the payor is asked to fill in. */
  memo?: true
  /** The pay page is told whether it is a transfer or a debit. */
  kind?: 'transfer'
  /** Where the profile does not carry it, a debit of the payor's account that comes with this method's connected account. */
  debitOf?: 'Credit'
}>

const account = {
  fields: {
    bankName: { label: 'Bank Name', missing: 'Bank name is required' },
    accountName: { label: 'Account Name', missing: 'Account name is required', alias: 'recipientName' },
    routingNumber: { label: 'Routing Number', missing: 'Routing number must be at least 9 digits', format: 'routing number' },
    accountNumber: { label: 'Account Number', missing: 'Account number is required', masked: true },
  },
  toPayor: ['bankName', 'routingNumber', 'accountNumber', 'accountName'],
  memo: true,
} as const

/**
 * Every way to pay, in the order in which all screens offer them. Contracts, forms, validation and the pay page derive from it; what is
 * said of a method in each language, and its icon, stand in Records that do not compile without it.
 */
export const paymentMethods = {
  Credit: { label: 'Credit Card', fields: {}, toPayor: [] },
  ACH: { label: 'ACH', transfer: 'ACH', kind: 'transfer', debitOf: 'Credit', ...account },
  Wire: { label: 'Wire', transfer: 'wire transfer', ...account },
  Zelle: {
    label: 'Zelle',
    fields: {
      zelleContact: {
        label: 'Zelle Email or Phone Number',
        missing: 'Zelle email or phone number is required when Zelle is enabled',
        missingInForm: 'Zelle email or phone number is required',
        format: 'e-mail or phone',
      },
    },
    toPayor: ['zelleContact'],
  },
  PayPal: {
    label: 'PayPal',
    fields: {
      paypalUsername: {
        label: 'PayPal Username',
        missing: 'PayPal email is required when PayPal is enabled',
        missingInForm: 'PayPal username is required',
      },
    },
    toPayor: ['paypalUsername'],
  },
  Venmo: {
    label: 'Venmo',
    fields: {
      venmoHandle: {
        label: 'Venmo Handle',
        missing: 'Venmo handle is required when Venmo is enabled',
        missingInForm: 'Venmo handle is required',
      },
    },
    toPayor: ['venmoHandle'],
  },
  CashApp: {
    label: 'CashApp',
    fields: {
      cashappHandle: {
        label: 'CashApp Handle',
        missing: 'CashApp handle is required when CashApp is enabled',
        missingInForm: 'CashApp handle is required',
        alias: 'cashTag',
      },
    },
    toPayor: ['cashappHandle'],
  },
  Check: {
    label: 'Check',
    fields: {
      payableTo: { label: 'Payable To', missing: 'Payable to is required' },
      mailingAddress: { label: 'Mailing Address', missing: 'Mailing address is required', lines: true },
    },
    toPayor: ['payableTo', 'mailingAddress'],
    memo: true,
  },
} as const satisfies Record<string, PaymentMethod>

type Table = typeof paymentMethods
/** As profiles name it. */
export type MethodName = keyof Table
/** As bills and payments name it. */
export type MethodKey = Lowercase<MethodName>
/** Methods that a payor says they have sent money by (R48). */
export type ManualMethod = Exclude<MethodKey, 'credit'>

type FieldsOf<Name extends MethodName> = Table[Name]['fields']
export type FieldOf<Name extends MethodName> = keyof FieldsOf<Name> & string
type AliasIn<Fields> = { [Key in keyof Fields]: Fields[Key] extends { alias: infer Alias extends string } ? Alias : never }[keyof Fields]
/** A field by either of its names. */
export type NamedFieldOf<Name extends MethodName> = FieldOf<Name> | AliasIn<FieldsOf<Name>>
export type PayorField = Table[MethodName]['toPayor'][number]

export const methodNames = Object.keys(paymentMethods) as MethodName[]
export const methodOf = (name: MethodName): PaymentMethod => paymentMethods[name]
export const fieldsOf = (name: MethodName): [string, MethodField][] => Object.entries(methodOf(name).fields)

/** An entry for each field of a method, under its own name and under its second one. */
export const eachField = <Made>(name: MethodName, make: (key: string, field: MethodField) => Made): Record<string, Made> =>
  Object.fromEntries(fieldsOf(name).flatMap(([key, field]) => [key, ...(field.alias ? [field.alias] : [])].map((named) => [named, make(key, field)])))

/** What stands in a field, whichever of its names is used; null for nothing. */
export const fieldValue = (values: object | undefined, key: string, { alias = key }: MethodField): string | null => {
  const texts = values as Readonly<Record<string, string | null | undefined>> | undefined
  return texts?.[key] || texts?.[alias] || null
}

export const keyOf = (name: MethodName) => name.toLowerCase() as MethodKey
const byKey = new Map<string, MethodName>(methodNames.map((name) => [keyOf(name), name]))
export const nameOf = (key: string): MethodName | undefined => byKey.get(key)
export const manualMethods = methodNames.map(keyOf).filter((key): key is ManualMethod => key !== 'credit')

/** How money that an admin records has come (R88, R90). */
export type ReceiptMethod = MethodKey | 'cash' | 'other'
export const receiptLabels: Readonly<Record<ReceiptMethod, string>> = {
  ...(Object.fromEntries(methodNames.map((name) => [keyOf(name), methodOf(name).label])) as Record<MethodKey, string>),
  cash: 'Cash',
  other: 'Other',
}
export const receiptMethods = Object.keys(receiptLabels) as ReceiptMethod[]
/** A payment without a method counts as one by card (R102). */
export const receiptLabel = (method: ReceiptMethod | null): string => receiptLabels[method ?? 'credit']
