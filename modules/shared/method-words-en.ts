import type { ManualMethod, MethodName, PayeeField, PayorField } from '../kernel/payment-methods.ts'
import type { ReceiptMethod } from '../kernel/receipt-methods.ts'

// Texts about payment methods in English, exported separately so that a browser loads only those that it shows.

export type PaidBy = Readonly<Record<ReceiptMethod, string>>
export type InMail = Readonly<Record<MethodName | 'BankDebit', string>>
/** A method's words on the pay page: its tab, its help, the heading of its panel and the instructions. */
export type OnPage = Readonly<Record<ManualMethod, Readonly<{ name: string; help: string; send: (amount: string) => string; steps: string }>>>
export type OnPaper = Readonly<Record<ManualMethod, Readonly<{ name: string; steps: string }>>>
export type PayorFields = Readonly<Record<PayorField, string>>

export const paidByEn: PaidBy = {
  credit: 'Card',
  ach: 'Bank transfer (ACH)',
  wire: 'Wire transfer',
  zelle: 'Zelle',
  paypal: 'PayPal',
  venmo: 'Venmo',
  cashapp: 'Cash App',
  check: 'Check',
  cash: 'Cash',
  other: 'Other',
}

/** Payment methods as they read within a sentence of a mail. */
export const inMailEn: InMail = {
  Credit: 'by card',
  BankDebit: 'from your bank account',
  ACH: 'by ACH transfer',
  Wire: 'by wire',
  Zelle: 'by Zelle',
  PayPal: 'with PayPal',
  Venmo: 'with Venmo',
  CashApp: 'with Cash App',
  Check: 'by check',
}

/** The words on the pay page. */
export const onPageEn: OnPage = {
  ach: {
    name: 'ACH',
    help: 'Bank transfer; takes a day or more',
    send: (amount) => `Send ${amount} by ACH transfer`,
    steps: 'Set up a bank transfer (ACH) to this account.',
  },
  wire: {
    name: 'Wire',
    help: 'Bank transfer; banks often charge for it',
    send: (amount) => `Send ${amount} by wire`,
    steps: 'Ask your bank for a wire transfer to this account.',
  },
  zelle: {
    name: 'Zelle',
    help: "From your bank's app",
    send: (amount) => `Send ${amount} with Zelle`,
    steps: "Open your bank's app, choose Zelle and send to this recipient.",
  },
  paypal: {
    name: 'PayPal',
    help: 'From your PayPal account',
    send: (amount) => `Send ${amount} with PayPal`,
    steps: "Open PayPal and send to this username. We suggest the 'Sending to a friend' option.",
  },
  venmo: {
    name: 'Venmo',
    help: 'From the Venmo app',
    send: (amount) => `Send ${amount} with Venmo`,
    steps: 'Open Venmo and send to this handle.',
  },
  cashapp: {
    name: 'CashApp',
    help: 'With Cash App on your phone',
    send: (amount) => `Send ${amount} with CashApp`,
    steps: 'Open Cash App and send to this cashtag.',
  },
  check: {
    name: 'Check',
    help: 'By mail; takes a few days',
    send: (amount) => `Send a check for ${amount}`,
    steps: 'Write a check and mail it. We record it when it arrives.',
  },
}
export const pageFieldsEn: PayorFields = {
  bankName: 'Bank name',
  routingNumber: 'Routing number',
  accountNumber: 'Account number',
  accountName: 'Recipient name',
  zelleContact: 'Recipient',
  paypalUsername: 'PayPal username',
  venmoHandle: 'Venmo handle',
  cashappHandle: 'Cashtag',
  payableTo: 'Payable to',
  mailingAddress: 'Mailing address',
}

/** The words on a printed bill. */
export const onPaperEn: OnPaper = {
  ach: { name: 'Bank transfer (ACH)', steps: "On your bank's website or at your bank, send the money to this account:" },
  wire: { name: 'Wire transfer', steps: 'Ask your bank for a wire to this account:' },
  zelle: { name: 'Zelle', steps: "In your bank's app, choose Zelle and send to:" },
  paypal: { name: 'PayPal', steps: "Send to this username. We suggest 'Sending to a friend'." },
  venmo: { name: 'Venmo', steps: 'In the Venmo app, send to:' },
  cashapp: { name: 'Cash App', steps: 'In Cash App, send to:' },
  check: { name: 'Check by mail', steps: 'Mail your check with the slip below.' },
}
export const paperFieldsEn: PayorFields = {
  bankName: 'Bank',
  routingNumber: 'Routing number',
  accountNumber: 'Account number',
  accountName: 'Account name',
  zelleContact: 'Zelle',
  paypalUsername: 'PayPal username',
  venmoHandle: 'Venmo handle',
  cashappHandle: 'Cashtag',
  payableTo: 'Payable to',
  mailingAddress: 'Mail to',
}

type FieldWords = Readonly<{
  label: string
  /** The error for an empty field; `missingInForm` replaces it in the form. */
  missing: string
  missingInForm?: string
  /** The field's example in the published description of the calls. */
  example: string
}>

/** Labels of the methods' fields in the admin. */
export const fieldWords: Readonly<Record<PayeeField, FieldWords>> = {
  bankName: { label: 'Bank Name', missing: 'Bank name is required', example: 'First Bank' },
  accountName: { label: 'Account Name', missing: 'Account name is required', example: 'Synod of the Lakes' },
  routingNumber: { label: 'Routing Number', missing: 'Routing number must be at least 9 digits', example: '****0021' },
  accountNumber: { label: 'Account Number', missing: 'Account number is required', example: '****6789' },
  zelleContact: {
    label: 'Zelle Email or Phone Number',
    missing: 'Zelle email or phone number is required when Zelle is enabled',
    missingInForm: 'Zelle email or phone number is required',
    example: 'dues@synod.example',
  },
  paypalUsername: {
    label: 'PayPal Username',
    missing: 'PayPal email is required when PayPal is enabled',
    missingInForm: 'PayPal username is required',
    example: 'synodlakes',
  },
  venmoHandle: {
    label: 'Venmo Handle',
    missing: 'Venmo handle is required when Venmo is enabled',
    missingInForm: 'Venmo handle is required',
    example: '@synodlakes',
  },
  cashappHandle: {
    label: 'CashApp Handle',
    missing: 'CashApp handle is required when CashApp is enabled',
    missingInForm: 'CashApp handle is required',
    example: '$synodlakes',
  },
  payableTo: { label: 'Payable To', missing: 'Payable to is required', example: 'Synod of the Lakes' },
  mailingAddress: { label: 'Mailing Address', missing: 'Mailing address is required', example: 'PO Box 12, Duluth MN 55801' },
}
