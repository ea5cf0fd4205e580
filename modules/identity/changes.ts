import type { Route } from '../platform/http/route.ts'
import { listen } from '../platform/postgres/listen.ts'

/**
 * Calls that change no cached data. A sign-in opens a session that no cache holds yet; a sign-in that ends an earlier
 * session reports that change separately.
 */
const NEUTRAL = new Set([
  ...['auth/verify', 'auth/sessions', 'auth/totp', 'auth/passkeys', 'profile', 'oauth/accounts'].map((path) => `get /api/${path}`),
  'post /api/auth/login',
])

/**
 * A version of all accounts and sessions, which changes whenever one of them is changed or ends, in this process or
 * another (migration 004).
 */
export const accountChanges = async (url: string, signal: AbortSignal) => {
  let count = 0
  let connected = false
  const changed = () => {
    count += 1
  }
  await listen({
    url,
    channel: 'accounts',
    begin: () => {
      changed()
      connected = true
    },
    onMessage: changed,
    lost: () => {
      connected = false
    },
    signal,
  }).begun

  return {
    /** Null while this process is not connected and would miss changes by other processes. */
    at: (): number | null => (connected ? count : null),
    /** Records a change by this process at once, without waiting for its notification. */
    changed,
    /** Wraps calls that change accounts or sessions, so that their caller sees the change in the next answer. */
    byCalls: (routes: readonly Route[]): Route[] =>
      routes.map((route) => ({
        ...route,
        handle: async (call) => {
          try {
            return await route.handle(call)
          } finally {
            if (!NEUTRAL.has(`${route.method} ${route.path}`)) changed()
          }
        },
      })),
  }
}
export type AccountChanges = Awaited<ReturnType<typeof accountChanges>>
