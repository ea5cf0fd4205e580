import { PREFERRED } from '../kernel/prefer.ts'

/** What only this product's own screens ask for of a bill. */
export const OWN = ['daysLeft', 'isClaimed', 'payments', 'credited']

/** Bills stand in answers about other things, too: a claim's, a member's. */
const documented = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(documented)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([field]) => !('daysLeft' in value && OWN.includes(field)))
  return Object.fromEntries(fields.map(([field, held]) => [field, documented(held)]))
}

/** An answer as its client prefers it: other clients get the documented fields of a bill alone. */
export const asPreferred = (prefer: string | undefined, body: unknown): unknown => (prefer?.includes(PREFERRED.prefer) ? body : documented(body))
