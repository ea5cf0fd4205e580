import { PREFERRED } from '../kernel/prefer.ts'

const undated = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('daysLeft' in value)) return value
  const { daysLeft: _, ...documented } = value
  return documented
}

/** An answer as its client prefers it: other clients get the documented fields of a bill alone. */
export const asPreferred = (prefer: string | undefined, body: unknown): unknown => {
  if (prefer?.includes(PREFERRED.prefer) || typeof body !== 'object' || body === null) return body
  if (!('data' in body)) return undated(body)
  const { data } = body
  if (!Array.isArray(data)) return { ...body, data: undated(data) }
  return 'daysLeft' in Object(data[0]) ? { ...body, data: data.map(undated) } : body
}
