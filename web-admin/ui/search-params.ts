/** Sets the given parameters; removes those that are null. */
export const changed = (search: URLSearchParams, values: Record<string, string | null>): URLSearchParams => {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) value === null ? next.delete(name) : next.set(name, value)
  return next
}
