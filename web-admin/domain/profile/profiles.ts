import { useState } from 'react'
import { methodNames, methodOf } from '../../../modules/kernel/payment-methods.ts'
import type { PaymentProfile } from '../../../modules/payment-profiles/contract.ts'
import { useData } from '../queries.ts'
import { safeRedirect } from '../session/safe-redirect.ts'

export const usePaymentProfiles = () => useData<PaymentProfile[]>(['payment-profiles'], '/payment-profiles')

export const enabledMethods = ({ methods }: Pick<PaymentProfile, 'methods'>): string =>
  methodNames
    .filter((name) => methods[name].isEnabled)
    .map((name) => methodOf(name).label)
    .join(', ') || 'No method enabled'

/** The history state of a link to the payment profiles: after a profile is created, the page leads to `then`. */
export const wayBackTo = (then: string) => ({ then })

/** The page to return to after a profile is created, or null. It is kept in the history entry, not in the address. */
export const useWayBack = (): string | null => {
  const [then] = useState(() => {
    const state: unknown = window.history.state
    return typeof state === 'object' && state !== null && 'then' in state && typeof state.then === 'string' ? safeRedirect(state.then) : null
  })
  return then
}
