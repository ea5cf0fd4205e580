import { PREFERRED } from '../kernel/prefer.ts'

/** What only this product's own screens ask for of a bill. */
export const OWN = ['daysLeft', 'isClaimed', 'payments', 'credited']

const documented = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('daysLeft' in value)) return value
  return Object.fromEntries(Object.entries(value).filter(([field]) => !OWN.includes(field)))
}

/** An answer as its client prefers it: other clients get the documented fields of a bill alone. */
export const asPreferred = (prefer: string | undefined, body: unknown): unknown => {
  if (prefer?.includes(PREFERRED.prefer) || typeof body !== 'object' || body === null) return body
  if (!('data' in body)) return documented(body)
  const { data } = body
  if (!Array.isArray(data)) return { ...body, data: documented(data) }
  return 'daysLeft' in Object(data[0]) ? { ...body, data: data.map(documented) } : body
}
