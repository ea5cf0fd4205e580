import { PREFERRED } from '../kernel/prefer.ts'

/** The fields of a bill that only this product's own screens ask for. */
export const OWN = ['daysLeft', 'isClaimed', 'claimed', 'payments', 'credited', 'networkLabel', 'receiptTo', 'returned']
/** Those of a payment. */
export const OWN_OF_PAYMENTS = ['refunded', 'disputed', 'net', 'unapplied']

const ownOf = (value: object): readonly string[] => {
  if ('daysLeft' in value) return OWN
  return 'net' in value && 'unapplied' in value ? OWN_OF_PAYMENTS : []
}

/** Bills and payments stand in answers about other things, too: a claim's, a member's. */
const documented = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(documented)
  if (typeof value !== 'object' || value === null) return value
  const own = ownOf(value)
  const fields = Object.entries(value).filter(([field]) => !own.includes(field))
  return Object.fromEntries(fields.map(([field, held]) => [field, documented(held)]))
}

/** An answer as its client prefers it: other clients get the documented fields of bills and payments alone. */
export const asPreferred = (prefer: string | undefined, body: unknown): unknown => (prefer?.includes(PREFERRED.prefer) ? body : documented(body))
