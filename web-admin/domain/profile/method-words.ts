import { methodNames, methodOf } from '../../../modules/kernel/payment-methods.ts'
import type { PaymentProfile } from '../../../modules/payment-profiles/contract.ts'

export const enabledMethods = ({ methods }: Pick<PaymentProfile, 'methods'>): string =>
  methodNames
    .filter((name) => methods[name].isEnabled)
    .map((name) => methodOf(name).label)
    .join(', ') || 'No method enabled'
