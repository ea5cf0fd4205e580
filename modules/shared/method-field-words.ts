import type { PayeeField } from '../kernel/payment-methods.ts'

type FieldWords = Readonly<{
  /** In the form. */
  label: string
  /** What is said where it is empty; by the form in other words, where it has its own. */
  missing: string
  missingInForm?: string
}>

/** For those who fill a method's fields in: apart from the methods themselves, which every payor's browser loads. */
export const fieldWords: Readonly<Record<PayeeField, FieldWords>> = {
  bankName: { label: 'Bank Name', missing: 'Bank name is required' },
  accountName: { label: 'Account Name', missing: 'Account name is required' },
  routingNumber: { label: 'Routing Number', missing: 'Routing number must be at least 9 digits' },
  accountNumber: { label: 'Account Number', missing: 'Account number is required' },
  zelleContact: {
    label: 'Zelle Email or Phone Number',
    missing: 'Zelle email or phone number is required when Zelle is enabled',
    missingInForm: 'Zelle email or phone number is required',
  },
  paypalUsername: {
    label: 'PayPal Username',
    missing: 'PayPal email is required when PayPal is enabled',
    missingInForm: 'PayPal username is required',
  },
  venmoHandle: {
    label: 'Venmo Handle',
    missing: 'Venmo handle is required when Venmo is enabled',
    missingInForm: 'Venmo handle is required',
  },
  cashappHandle: {
    label: 'CashApp Handle',
    missing: 'CashApp handle is required when CashApp is enabled',
    missingInForm: 'CashApp handle is required',
  },
  payableTo: { label: 'Payable To', missing: 'Payable to is required' },
  mailingAddress: { label: 'Mailing Address', missing: 'Mailing address is required' },
}
