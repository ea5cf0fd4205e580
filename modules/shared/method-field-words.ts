import type { PayeeField } from '../kernel/payment-methods.ts'

type FieldWords = Readonly<{
  label: string
  /** The error for an empty field; `missingInForm` replaces it in the form. */
  missing: string
  missingInForm?: string
  /** In the published description of the calls. */
  example: string
}>

/** Labels of the methods' fields, separate from the methods themselves, which every payor's browser loads. */
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
