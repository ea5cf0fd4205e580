import type { Request, Response } from 'express'
import type pg from 'pg'
import { z } from 'zod'
import { type Instant, instantOf } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import { safePath } from '../kernel/safe-path.ts'
import type { Limiter } from '../platform/http/limits.ts'
import { isFromElsewhere } from '../platform/http/origin.ts'
import { everyone, IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { signedIn } from '../platform/http/visitor.ts'
import type { Log } from '../platform/log.ts'
import { digest, newSecret } from '../platform/personal-data/secret.ts'
import { sessionHashOf } from './accounts.ts'
import { connect, connectedAccounts, disconnect, signInWith } from './connected-accounts.ts'
import * as contract from './contract.ts'
import { type Checks, type Providers, problemOf } from './providers.ts'
import type { SecondSteps } from './second-step.ts'
import type { Sessions } from './sessions.ts'

const ATTEMPT_MS = 10 * 60_000
const TICKET_MS = 60_000
const SETTINGS = '/settings/connected-accounts'

type Mode = 'login' | 'connect'
type Attempt = Readonly<{
  browserHash: Buffer
  provider: string
  mode: Mode
  redirectTo: string | null
  nonce: string
  codeVerifier: string
  sessionHash: Buffer | null
  expired: boolean
}>

export type OAuthDependencies = Readonly<{
  db: pg.Pool
  sessions: Sessions
  secondSteps: SecondSteps
  providers: Providers
  limiter: Limiter
  log: Log
  /** Scheme, host and port under which this visitor's browser reaches us. */
  originOf: (req: Request) => string
}>

/** The codes of a refusal are sentences in web-admin/account/provider-problem.ts. */
const refusedAt = (mode: Mode, error: string, redirectTo: string | null): string =>
  mode === 'connect'
    ? `${SETTINGS}?${new URLSearchParams({ error })}`
    : `/login?${new URLSearchParams({ error, ...(redirectTo ? { redirectTo } : {}) })}`

const providerOf = (path: string): contract.ProviderPath => {
  const provider = contract.ProviderPath.safeParse(path)
  if (!provider.success) throw new DomainError('missing', 'not-found', 'There is no such provider.')
  return provider.data
}

/**
 * Sign-in with Google and Facebook. An attempt lives ten minutes and is used once; it is bound to the browser by a cookie, to its
 * provider, and a connecting one to its session. Connecting begins with a ticket that our own page asks for, so that no link of
 * another site can begin it.
 */
export const oauthRoutes = ({ db, sessions, secondSteps, providers, limiter, log, originOf }: OAuthDependencies): Route[] => {
  const limits = [limiter({ name: 'provider sign-in', max: 30, seconds: 60 })]
  const redirectUri = (req: Request, provider: string) => `${originOf(req)}/api/oauth/${provider}/callback`

  const keep = async (state: string, attempt: Omit<Attempt, 'expired'>, at: Instant): Promise<void> => {
    await db.query('delete from oauth_attempts where expires_at < $1', [at])
    await db.query(
      `insert into oauth_attempts (state_hash, browser_hash, provider, mode, redirect_to, nonce, code_verifier, session_hash, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        digest(state),
        attempt.browserHash,
        attempt.provider,
        attempt.mode,
        attempt.redirectTo,
        attempt.nonce,
        attempt.codeVerifier,
        attempt.sessionHash,
        instantOf(Date.parse(at) + ATTEMPT_MS),
      ],
    )
  }

  const issueTicket = async (provider: string, sessionHash: Buffer, at: Instant): Promise<string> => {
    const ticket = newSecret()
    await db.query('delete from connect_tickets where expires_at < $1', [at])
    await db.query('insert into connect_tickets (hash, provider, session_hash, expires_at) values ($1, $2, $3, $4)', [
      digest(ticket),
      provider,
      sessionHash,
      instantOf(Date.parse(at) + TICKET_MS),
    ])
    return ticket
  }

  /** Was this ticket issued to this session, for this provider, within the minute, and not used before? */
  const takeTicket = async (ticket: string, provider: string, sessionHash: Buffer, at: Instant): Promise<boolean> => {
    const { rowCount } = await db.query('delete from connect_tickets where hash = $1 and provider = $2 and session_hash = $3 and expires_at > $4', [
      digest(ticket),
      provider,
      sessionHash,
      at,
    ])
    return rowCount === 1
  }

  /** The attempt that this browser began with this state: at its first return only, in time, from any provider. */
  const take = async (req: Request, state: string, at: Instant): Promise<Attempt | null> => {
    const { rows } = await db.query<Attempt>(
      `delete from oauth_attempts where state_hash = $1
       returning browser_hash as "browserHash", provider, mode, redirect_to as "redirectTo", nonce, code_verifier as "codeVerifier",
         session_hash as "sessionHash", expires_at <= $2 as expired`,
      [digest(state), at],
    )
    const [attempt] = rows
    const browser = sessions.browser.of(req)
    return attempt && browser && !attempt.expired && digest(browser).equals(attempt.browserHash) ? attempt : null
  }

  /** Never the error itself: it may hold codes and claims. */
  const report = (provider: string, error: unknown): void => {
    const { message, code } = error as { message?: unknown; code?: unknown }
    log.warn({ provider, code }, `a sign-in at a provider did not succeed: ${String(message)}`)
  }

  const go = (res: Response, path: string): undefined => {
    res.redirect(302, path)
  }

  return [
    route({
      method: 'get',
      path: '/api/oauth/accounts',
      summary: 'The connected accounts at Google and Facebook',
      access: signedInTo('view', 'account'),
      answer: contract.ConnectedAccounts,
      handle: async ({ visitor }) => ({ data: { accounts: await connectedAccounts(db, signedIn(visitor).id) } }),
    }),
    route({
      method: 'delete',
      path: '/api/oauth/accounts/:id',
      summary: 'Disconnect an account, unless it is the last way to sign in',
      access: signedInTo('disconnect', 'account'),
      noted: 'account',
      fresh: true,
      params: IdParams,
      status: 204,
      handle: async ({ params, visitor }) => {
        await disconnect(db, signedIn(visitor).id, idOf(z.uuid(), params.id, 'Account'))
        return null
      },
    }),
    route({
      method: 'post',
      path: '/api/oauth/:provider/connect',
      summary: 'Where to send the browser to connect an account: good once, for a minute, for this session',
      access: signedInTo('connect', 'account'),
      noted: 'account',
      fresh: true,
      params: contract.ProviderParams,
      answer: contract.ConnectAnswer,
      limits,
      handle: async ({ params, visitor, now }) => {
        const name = providerOf(params.provider)
        const ticket = await issueTicket(name, sessionHashOf(signedIn(visitor).sessionId), now)
        return { url: `/api/oauth/${name}?${new URLSearchParams({ mode: 'connect', ticket })}` }
      },
    }),
    route({
      method: 'get',
      path: '/api/oauth/:provider',
      summary: 'Sends the browser to google or facebook, to sign in or (mode=connect, with a ticket) to connect an account',
      access: everyone,
      params: contract.ProviderParams,
      query: contract.ProviderQuery,
      status: 302,
      limits,
      handle: async ({ params, query, visitor, now, req, res }) => {
        const name = providerOf(params.provider)
        const mode = query.mode ?? 'login'
        const redirectTo = safePath(query.redirectTo)
        const sessionHash = mode === 'connect' && visitor.user ? sessionHashOf(visitor.user.sessionId) : null
        // Another site could first sign this browser in there as somebody else, then have it connect that account.
        if (mode === 'connect' && !(sessionHash && query.ticket && (await takeTicket(query.ticket, name, sessionHash, now)))) return go(res, SETTINGS)
        // A provider that knows its user asks nothing: a link of another site would sign somebody in without their doing.
        if (isFromElsewhere(req)) return go(res, `/login${redirectTo ? `?${new URLSearchParams({ redirectTo })}` : ''}`)
        const provider = providers(name)
        if (!provider) return go(res, refusedAt(mode, 'not-configured', redirectTo))
        const checks: Checks = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
        let there: string
        try {
          there = await provider.begin(redirectUri(req, name), checks)
        } catch (error) {
          report(name, error)
          return go(res, refusedAt(mode, 'unavailable', redirectTo))
        }
        // Further tabs of a browser share its cookie, so that each can come back.
        const browser = sessions.browser.of(req) ?? newSecret()
        await keep(checks.state, { browserHash: digest(browser), provider: name, mode, redirectTo, sessionHash, ...checks }, now)
        sessions.browser.set(res, browser, ATTEMPT_MS)
        return go(res, there)
      },
    }),
    route({
      method: 'get',
      path: '/api/oauth/:provider/callback',
      summary: 'Where a provider sends the browser back to',
      access: everyone,
      params: contract.ProviderParams,
      query: contract.ProviderAnswer,
      status: 302,
      handle: async ({ params, query, visitor, now, req, res }) => {
        const name = providerOf(params.provider)
        const attempt = query.state === undefined ? null : await take(req, query.state, now)
        if (!attempt || query.state === undefined) return go(res, refusedAt('login', 'expired', null))
        const { mode, redirectTo, nonce, codeVerifier, sessionHash } = attempt
        const refuse = (code: string) => go(res, refusedAt(mode, code, redirectTo))
        const provider = providers(name)
        if (attempt.provider !== name || !provider) return refuse('failed')
        const answer = new URL(redirectUri(req, name))
        answer.search = new URL(req.originalUrl, answer).search
        const identity = await provider.finish(answer, { state: query.state, nonce, codeVerifier }).catch((error: unknown) => {
          const code = problemOf(error)
          if (code !== 'access-denied') report(name, error)
          return code
        })
        if (typeof identity === 'string') return refuse(identity)
        if (mode === 'connect') {
          const same = visitor.user && sessionHash?.equals(sessionHashOf(visitor.user.sessionId))
          if (!visitor.user || !same) return refuse('expired')
          const refusal = await connect(db, visitor.user.id, name, identity.subject, now)
          return refusal ? refuse(refusal) : go(res, SETTINGS)
        }
        const outcome = await signInWith(db, name, identity, now)
        if ('refusal' in outcome) return refuse(outcome.refusal)
        if (!(await secondSteps.enter(req, res, outcome.userId)))
          return go(res, `/login?${new URLSearchParams({ step: 'code', ...(redirectTo ? { redirectTo } : {}) })}`)
        return go(res, redirectTo === null || redirectTo === '/login' ? '/dashboard' : redirectTo)
      },
    }),
  ]
}
