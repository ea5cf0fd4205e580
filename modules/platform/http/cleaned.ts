import { invalid } from '../../kernel/errors.ts'

/** Far above any honest request: the longest list names 200 bills. */
const DEEPEST = 8
const LONGEST_LIST = 500
const LONGEST_TEXT = 20_000
const MOST_VALUES = 2_000

/**
 * Drops nulls from a request and refuses NUL characters, which no Postgres text can hold. Also refuses input that is
 * expensive to validate: zod parses every element of a list and words an issue for each wrong one before it reports
 * that the list is too long (R121).
 */
export const cleaned = (request: unknown, opaque: readonly string[] = []): unknown => {
  let values = 0
  const clean = (value: unknown, path: string, depth: number): unknown => {
    values += 1
    if (values > MOST_VALUES) throw invalid('', 'The request has too many values')
    if (typeof value === 'string') {
      if (value.length > LONGEST_TEXT) throw invalid(path, 'The text is too long')
      if (value.includes('\u0000') && !opaque.includes(path)) throw invalid(path, 'Text must not contain a NUL character')
      return value
    }
    if (typeof value !== 'object' || value === null) return value
    if (depth > DEEPEST) throw invalid(path, 'The request is nested too deeply')
    if (Array.isArray(value)) {
      if (value.length > LONGEST_LIST) throw invalid(path, `The list is too long: ${LONGEST_LIST} entries at most`)
      return value.map((item, i) => clean(item, `${path}.${i}`, depth + 1))
    }
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) => (item === null ? [] : [[key, clean(item, path ? `${path}.${key}` : key, depth + 1)]])),
    )
  }
  return clean(request, '', 0)
}
