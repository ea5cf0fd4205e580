import type { PaymentProfile } from '../../../modules/payment-profiles/contract.ts'
import { useData } from '../queries.ts'

export const usePaymentProfiles = () => useData<PaymentProfile[]>(['payment-profiles'], '/payment-profiles')
