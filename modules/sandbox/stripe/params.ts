import { z } from 'zod'
import { invalidRequest, type StripeRefusal } from './errors.ts'

const DIGITS = /^-?\d{1,12}$/

/** A number in a form, where all values are texts. */
export const integer = z.string().transform((value, context) => {
  if (DIGITS.test(value)) return Number(value)
  context.addIssue({ code: 'custom', message: `Invalid integer: ${value}`, params: { code: 'parameter_invalid_integer' } })
  return z.NEVER
})
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const text = (max = 5000) => z.string().max(max)
export const metadata = z.union([z.literal('').transform(() => ({})), z.record(z.string().max(40), z.string().max(500))])
export const expand = z.array(z.string()).optional()

export const page = {
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text().optional(),
  ending_before: text().optional(),
  created: z
    .union([
      integer.transform((at) => ({ gte: at, lte: at })),
      z.strictObject({ gt: integer.optional(), gte: integer.optional(), lt: integer.optional(), lte: integer.optional() }),
    ])
    .optional(),
  expand,
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)

/** The name of a nested parameter as Stripe writes it: `a[b][0]`. */
const nameOf = (path: readonly PropertyKey[]): string => path.map((key, i) => (i === 0 ? String(key) : `[${String(key)}]`)).join('')

const refusalOf = (issue: z.core.$ZodIssue, given: unknown): StripeRefusal => {
  const name = nameOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? ''])
    return invalidRequest(`Received unknown parameter: ${unknown}`, 'parameter_unknown', unknown)
  }
  if (at(given, issue.path) === undefined) return invalidRequest(`Missing required param: ${name}.`, 'parameter_missing', name)
  if (issue.code === 'invalid_union' && issue.errors[0]?.[0])
    return refusalOf({ ...issue.errors[0][0], path: [...issue.path, ...issue.errors[0][0].path] }, given)
  if (issue.code === 'invalid_value') return invalidRequest(`Invalid ${name}: must be one of ${issue.values.join(', ')}`, undefined, name)
  if (issue.code === 'custom') return invalidRequest(issue.message, (issue.params as { code?: string } | undefined)?.code, name)
  return invalidRequest(`Invalid ${name}: ${issue.message}`, undefined, name)
}

/** Parses the parameters, or refuses the call and names the first wrong one. */
export const paramsOf = <Shape extends z.ZodType>(shape: Shape, given: unknown): z.output<Shape> => {
  const result = shape.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw issue ? refusalOf(issue, given) : invalidRequest('Invalid request.')
}
