import { parse } from 'regexparam'
import { type RefusalCode, refusals } from '../../modules/kernel/refusals.ts'
import { codesOf } from '../../modules/platform/http/openapi.ts'
import type { Route } from '../../modules/platform/http/route.ts'

type Answered = Readonly<{ method: string; path: string; status: number; body: unknown }>
export type RefusalProblem = (answered: Answered) => string | null

/** Codes of refusals before the path is matched, possible for any path. */
const OF_ANY_PATH: readonly RefusalCode[] = ['forbidden', 'not-found', 'misdirected', 'slow-down']

/** Checks refusals against the codes that OpenAPI declares for their calls. */
export const refusalsChecked = (routes: readonly Route[]): RefusalProblem => {
  const calls = routes.map((route) => ({ method: route.method, path: route.path, is: parse(route.path).pattern, codes: codesOf(route) }))
  return ({ method, path, status, body }) => {
    const { code } = (body ?? {}) as { code?: unknown }
    const { pathname } = new URL(path, 'http://localhost')
    if (status < 400 || typeof code !== 'string' || !pathname.startsWith('/api/')) return null
    // The first match wins, as in express.
    const call = calls.find((one) => one.method === method.toLowerCase() && one.is.test(pathname))
    const declared = (call?.codes ?? OF_ANY_PATH).some((one) => one === code && refusals[one][0] === status)
    return declared ? null : `${method.toUpperCase()} ${call?.path ?? pathname} answered ${status} with the code ${code}, which it does not declare`
  }
}
