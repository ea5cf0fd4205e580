import type { Decline } from '../bills/contract.ts'
import type { FailureKind } from './contract.ts'

/** Cards that will not work again (https://docs.stripe.com/declines/codes). */
const DEAD_CARDS = new Set([
  ...['lost_card', 'stolen_card', 'pickup_card', 'expired_card', 'fraudulent', 'invalid_account', 'restricted_card', 'merchant_blacklist'],
  ...['incorrect_number', 'invalid_number', 'invalid_expiry_year', 'invalid_expiry_month', 'revocation_of_all_authorizations'],
  ...['revocation_of_authorization', 'stop_payment_order', 'security_violation', 'card_not_supported'],
])
/** Accounts that are closed, unknown, or no longer to be debited (https://docs.stripe.com/declines/network-codes). */
const DEAD_ACCOUNTS = new Set([
  ...['account_closed', 'bank_account_closed', 'no_account', 'bank_account_invalid_details', 'invalid_account_number', 'debit_not_authorized'],
  ...['bank_account_restricted', 'bank_account_frozen', 'bank_account_unusable', 'recipient_deceased', 'payment_intent_mandate_invalid'],
])
/** The saved method or its customer is no longer there. */
const GONE = new Set(['resource_missing', 'payment_method_unexpected_state', 'payment_method_not_available'])

/** Decides on a failed charge. The bank's return codes R01 and R09 arrive as insufficient_funds. */
export const failureKindOf = (kind: 'credit' | 'ach', { code, decline }: Decline): FailureKind => {
  const reasons = [code, decline].filter((one) => one !== null)
  if (reasons.includes('authentication_required')) return 'authentication'
  if (reasons.some((one) => GONE.has(one) || (kind === 'ach' ? DEAD_ACCOUNTS : DEAD_CARDS).has(one))) return 'hard'
  if (kind === 'ach') return reasons.includes('insufficient_funds') ? 'soft' : 'final'
  return 'soft'
}
