import { isOn } from './pieces.ts'

const MOST_CACHED = 10_000

/**
 * Caches lookups until the version of their source changes. `at` returns that version, or null if unknown, which
 * bypasses the cache. Misses are not cached.
 */
export const versionCache = <Value>(at: () => unknown, ask: (key: string) => Promise<Value>): ((key: string) => Promise<Value>) => {
  if (!isOn('version-cache')) return ask
  const cached = new Map<string, Value>()
  let standing: unknown = null
  return async (key) => {
    const here = at()
    if (here !== standing || cached.size > MOST_CACHED) cached.clear()
    standing = here
    const known = cached.get(key)
    if (known !== undefined) return known
    const value = await ask(key)
    if (value !== null && here !== null && at() === here && standing === here) cached.set(key, value)
    return value
  }
}
