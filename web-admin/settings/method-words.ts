import { MethodName, type PaymentProfile } from '../../modules/payment-profiles/contract.ts'

export const methodLabels: Record<MethodName, string> = {
  Credit: 'Credit Card',
  ACH: 'ACH',
  Wire: 'Wire',
  Zelle: 'Zelle',
  PayPal: 'PayPal',
  Venmo: 'Venmo',
  CashApp: 'CashApp',
}

/** 'Credit Card, Wire, Zelle'. */
export const enabledMethods = ({ methods }: Pick<PaymentProfile, 'methods'>): string =>
  MethodName.options
    .filter((name) => methods[name].isEnabled)
    .map((name) => methodLabels[name])
    .join(', ') || 'No method enabled'
