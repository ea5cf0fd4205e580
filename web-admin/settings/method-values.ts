import { z } from 'zod'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'

const account = z.object({
  isEnabled: z.boolean(),
  bankName: z.string().trim(),
  accountName: z.string().trim(),
  routingNumber: z.string().trim(),
  accountNumber: z.string().trim(),
})
export type AccountValues = z.output<typeof account>

/** What stands in the form: every method, its fields as texts, whether it is on or off. */
export const ProfileValues = z.object({
  name: z.string().trim(),
  methods: z.object({
    Credit: z.object({ isEnabled: z.boolean() }),
    ACH: account,
    Wire: account,
    Zelle: z.object({ isEnabled: z.boolean(), zelleContact: z.string().trim() }),
    PayPal: z.object({ isEnabled: z.boolean(), paypalUsername: z.string().trim() }),
    Venmo: z.object({ isEnabled: z.boolean(), venmoHandle: z.string().trim() }),
    CashApp: z.object({ isEnabled: z.boolean(), cashappHandle: z.string().trim() }),
  }),
})
export type ProfileValues = z.output<typeof ProfileValues>

const noAccount: AccountValues = { isEnabled: false, bankName: '', accountName: '', routingNumber: '', accountNumber: '' }

export const noProfile: ProfileValues = {
  name: '',
  methods: {
    Credit: { isEnabled: false },
    ACH: noAccount,
    Wire: noAccount,
    Zelle: { isEnabled: false, zelleContact: '' },
    PayPal: { isEnabled: false, paypalUsername: '' },
    Venmo: { isEnabled: false, venmoHandle: '' },
    CashApp: { isEnabled: false, cashappHandle: '' },
  },
}

const accountValues = ({ isEnabled, bankName, accountName, routingNumber, accountNumber }: PaymentProfile['methods']['Wire']): AccountValues => ({
  isEnabled,
  bankName: bankName ?? '',
  accountName: accountName ?? '',
  routingNumber: routingNumber ?? '',
  // Masked as it comes; sent back unchanged it keeps the stored number.
  accountNumber: accountNumber ?? '',
})

export const valuesOf = ({ name, methods }: PaymentProfile): ProfileValues => ({
  name,
  methods: {
    Credit: methods.Credit,
    ACH: accountValues(methods.ACH),
    Wire: accountValues(methods.Wire),
    Zelle: { isEnabled: methods.Zelle.isEnabled, zelleContact: methods.Zelle.zelleContact ?? '' },
    PayPal: { isEnabled: methods.PayPal.isEnabled, paypalUsername: methods.PayPal.paypalUsername ?? '' },
    Venmo: { isEnabled: methods.Venmo.isEnabled, venmoHandle: methods.Venmo.venmoHandle ?? '' },
    CashApp: { isEnabled: methods.CashApp.isEnabled, cashappHandle: methods.CashApp.cashappHandle ?? '' },
  },
})
