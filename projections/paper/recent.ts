/** A cache for a limited number of values. Once it is full, it drops the older half. */
export const recent = <Value extends NonNullable<unknown>>(most: number) => {
  let fresh = new Map<string, Value>()
  let older = new Map<string, Value>()
  return (key: string, make: () => Value): Value => {
    const known = fresh.get(key)
    if (known !== undefined) return known
    const value = older.get(key) ?? make()
    if (fresh.size >= most / 2) {
      older = fresh
      fresh = new Map()
    }
    fresh.set(key, value)
    return value
  }
}
