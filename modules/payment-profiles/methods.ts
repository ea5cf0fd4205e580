import type { Methods, MethodsInput } from './contract.ts'

const MASK = '****'
const isMasked = (value: string | null | undefined): boolean => Boolean(value?.startsWith(MASK))

type AccountInput = MethodsInput['Wire']

const account = (input: AccountInput, stored: Methods['Wire'] | undefined): Methods['Wire'] => {
  const name = input?.accountName || input?.recipientName || null
  // A masked number that comes back from a form stands for the one that is kept.
  const accountNumber = isMasked(input?.accountNumber) ? (stored?.accountNumber ?? null) : input?.accountNumber || null
  return {
    isEnabled: input?.isEnabled ?? false,
    bankName: input?.bankName || null,
    accountName: name,
    recipientName: name,
    routingNumber: input?.routingNumber || null,
    accountNumber,
  }
}

/** The methods of a request, whole: a method left out is off, and a masked number keeps the stored one (R44, R46). */
export const methodsFrom = (input: MethodsInput, stored?: Methods): Methods => {
  const cashapp = input.CashApp?.cashappHandle || input.CashApp?.cashTag || null
  return {
    Credit: { isEnabled: input.Credit?.isEnabled ?? false },
    ACH: account(input.ACH, stored?.ACH),
    Wire: account(input.Wire, stored?.Wire),
    Zelle: { isEnabled: input.Zelle?.isEnabled ?? false, zelleContact: input.Zelle?.zelleContact || null },
    PayPal: { isEnabled: input.PayPal?.isEnabled ?? false, paypalUsername: input.PayPal?.paypalUsername || null },
    Venmo: { isEnabled: input.Venmo?.isEnabled ?? false, venmoHandle: input.Venmo?.venmoHandle || null },
    CashApp: { isEnabled: input.CashApp?.isEnabled ?? false, cashappHandle: cashapp, cashTag: cashapp },
  }
}
