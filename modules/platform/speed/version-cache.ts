import { isOn } from './pieces.ts'

const MOST_REMEMBERED = 10_000

/**
 * Caches lookups until the version of their source changes. `at` returns that version, or null when it is unknown, which bypasses the
 * cache. Misses are not cached.
 */
export const versionCache = <Value>(at: () => unknown, ask: (key: string) => Promise<Value>): ((key: string) => Promise<Value>) => {
  if (!isOn('remembered')) return ask
  const remembered = new Map<string, Value>()
  let standing: unknown = null
  return async (key) => {
    const here = at()
    if (here !== standing || remembered.size > MOST_REMEMBERED) remembered.clear()
    standing = here
    const known = remembered.get(key)
    if (known !== undefined) return known
    const value = await ask(key)
    if (value !== null && here !== null && at() === here && standing === here) remembered.set(key, value)
    return value
  }
}
