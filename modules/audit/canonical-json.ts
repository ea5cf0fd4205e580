/** Canonical JSON (RFC 8785) of a parsed value: keys in UTF-16 order, no spaces, numbers and texts as in ECMAScript. */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = value as Readonly<Record<string, unknown>>
  const keys = Object.keys(fields).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`).join(',')}}`
}
