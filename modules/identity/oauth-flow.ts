import type { Request } from 'express'
import type pg from 'pg'
import type { z } from 'zod'
import { isFromElsewhere } from '../platform/http/origin.ts'
import type { Call } from '../platform/http/route.ts'
import type { Log } from '../platform/log.ts'
import { digest, newSecret } from '../platform/personal-data/master-key.ts'
import { safePath } from '../shared/safe-path.ts'
import { sessionHashOf } from './accounts.ts'
import { connect, signInWith } from './connected-accounts.ts'
import type { ProviderAnswer, ProviderPath, ProviderQuery } from './contract.ts'
import { ATTEMPT_MS, type Attempt, type Mode, oauthAttempts } from './oauth-attempts.ts'
import { type Checks, type Identity, type Providers, problemOf } from './providers.ts'
import type { SecondSteps } from './second-step.ts'
import type { Sessions } from './sessions.ts'

export type FlowDependencies = Readonly<{
  db: pg.Pool
  sessions: Sessions
  secondSteps: SecondSteps
  providers: Providers
  log: Log
  /** Scheme, host and port that the visitor's browser uses. */
  originOf: (req: Request) => string
}>

type Browser = Pick<Call<unknown, unknown, unknown>, 'visitor' | 'now' | 'req' | 'res'>

const SETTINGS = '/settings/connected-accounts'

/** The path of the page that shows a refusal. web-admin/domain/session/providers.tsx has a sentence for each code. */
const refusedAt = (mode: Mode, error: string, redirectTo: string | null): string =>
  mode === 'connect'
    ? `${SETTINGS}?${new URLSearchParams({ error })}`
    : `/login?${new URLSearchParams({ error, ...(redirectTo ? { redirectTo } : {}) })}`

const sessionOf = ({ visitor }: Browser): Buffer | null => (visitor.user ? sessionHashOf(visitor.user.sessionId) : null)

/** Both legs of a sign-in at Google or Facebook. Each returns the browser's next address: ours or the provider's. */
export const oauthFlow = ({ db, sessions, secondSteps, providers, log, originOf }: FlowDependencies) => {
  const attempts = oauthAttempts(db)
  const redirectUri = (req: Request, provider: string) => `${originOf(req)}/api/oauth/${provider}/callback`

  /** Logs only message and code: the error may hold authorization codes and claims. */
  const report = (provider: string, error: unknown): void => {
    const { message, code } = error as { message?: unknown; code?: unknown }
    log.warn({ provider, code }, `a sign-in at a provider did not succeed: ${String(message)}`)
  }

  const begin = async (name: ProviderPath, query: z.infer<typeof ProviderQuery>, browser: Browser): Promise<string> => {
    const { now, req, res } = browser
    const mode = query.mode ?? 'login'
    const redirectTo = safePath(query.redirectTo)
    const sessionHash = mode === 'connect' ? sessionOf(browser) : null
    // Without a ticket, another site could sign this browser in at the provider as the attacker, then connect that
    // account here.
    if (mode === 'connect' && !(sessionHash && query.ticket && (await attempts.takeTicket(query.ticket, name, sessionHash, now)))) return SETTINGS
    // A provider may sign its user in without asking, so a link on another site could sign users in against their will.
    if (isFromElsewhere(req)) return `/login${redirectTo ? `?${new URLSearchParams({ redirectTo })}` : ''}`
    const provider = providers(name)
    if (!provider) return refusedAt(mode, 'not-configured', redirectTo)
    const checks: Checks = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
    let there: string
    try {
      there = await provider.begin(redirectUri(req, name), checks)
    } catch (error) {
      report(name, error)
      return refusedAt(mode, 'unavailable', redirectTo)
    }
    // All tabs of a browser share one cookie, so that the sign-in of each tab can return.
    const secret = sessions.browser.of(req) ?? newSecret()
    await attempts.keep(checks.state, { browserHash: digest(secret), provider: name, mode, redirectTo, sessionHash, ...checks }, now)
    sessions.browser.set(res, secret, ATTEMPT_MS)
    return there
  }

  /** The identity confirmed by the provider, or the code of a refusal. */
  const identify = async (name: ProviderPath, state: string, attempt: Attempt, req: Request): Promise<Identity | string> => {
    const provider = providers(name)
    if (attempt.provider !== name || !provider) return 'failed'
    const answer = new URL(redirectUri(req, name))
    answer.search = new URL(req.originalUrl, answer).search
    return provider.finish(answer, { state, nonce: attempt.nonce, codeVerifier: attempt.codeVerifier }).catch((error: unknown) => {
      const code = problemOf(error)
      if (code !== 'access-denied') report(name, error)
      return code
    })
  }

  const connectTo = async (name: ProviderPath, { subject }: Identity, { sessionHash }: Attempt, browser: Browser): Promise<string> => {
    const { user } = browser.visitor
    if (!user || !sessionHash?.equals(sessionHashOf(user.sessionId))) return refusedAt('connect', 'expired', null)
    const refusal = await connect(db, user.id, name, subject, browser.now)
    return refusal ? refusedAt('connect', refusal, null) : SETTINGS
  }

  const signIn = async (name: ProviderPath, identity: Identity, { redirectTo }: Attempt, { now, req, res }: Browser): Promise<string> => {
    const outcome = await signInWith(db, name, identity, now)
    if ('refusal' in outcome) return refusedAt('login', outcome.refusal, redirectTo)
    if (!(await secondSteps.enter(req, res, outcome.userId)))
      return `/login?${new URLSearchParams({ step: 'code', ...(redirectTo ? { redirectTo } : {}) })}`
    return redirectTo === null || redirectTo === '/login' ? '/dashboard' : redirectTo
  }

  const finish = async (name: ProviderPath, { state }: z.infer<typeof ProviderAnswer>, browser: Browser): Promise<string> => {
    const attempt = state === undefined ? null : await attempts.take(state, sessions.browser.of(browser.req), browser.now)
    if (!attempt || state === undefined) return refusedAt('login', 'expired', null)
    const identity = await identify(name, state, attempt, browser.req)
    if (typeof identity === 'string') return refusedAt(attempt.mode, identity, attempt.redirectTo)
    return attempt.mode === 'connect' ? connectTo(name, identity, attempt, browser) : signIn(name, identity, attempt, browser)
  }

  return { begin, finish, issueTicket: attempts.issueTicket }
}
