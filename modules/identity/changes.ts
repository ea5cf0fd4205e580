import type { Route } from '../platform/http/route.ts'
import { listen } from '../platform/postgres/listen.ts'

/** The calls that change nothing of what is remembered. Signing in opens a session that nobody knows yet; if it ends one, it says so. */
const NEUTRAL = new Set([
  ...['auth/verify', 'auth/sessions', 'auth/totp', 'auth/passkeys', 'profile', 'oauth/accounts'].map((path) => `get /api/${path}`),
  'post /api/auth/login',
])

/** Where accounts and sessions stand: it moves whenever one is changed or ends, here or by another process (migration 004). */
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
    heard: changed,
    lost: () => {
      connected = false
    },
    signal,
  }).begun

  return {
    /** Null while changes by others would not be heard. */
    at: (): number | null => (connected ? count : null),
    /** Something was changed by this process: it must not wait to hear of it. */
    changed,
    /** Calls that change accounts or sessions: who has their answer sees nothing older than it. */
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
