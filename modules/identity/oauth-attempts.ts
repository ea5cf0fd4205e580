import type pg from 'pg'
import { type Instant, instantOf } from '../kernel/dates.ts'
import { digest, newSecret } from '../platform/personal-data/master-key.ts'

export const ATTEMPT_MS = 10 * 60_000
const TICKET_MS = 60_000

export type Mode = 'login' | 'connect'
export type Attempt = Readonly<{
  browserHash: Buffer
  provider: string
  mode: Mode
  redirectTo: string | null
  nonce: string
  codeVerifier: string
  sessionHash: Buffer | null
}>

const columns = `browser_hash as "browserHash", provider, mode, redirect_to as "redirectTo", nonce, code_verifier as "codeVerifier",
  session_hash as "sessionHash"`

/**
 * Sign-ins under way at a provider. An attempt lives ten minutes and is used once. It is bound to its provider, and by
 * a cookie to the browser; an attempt to connect an account is also bound to its session. Connecting begins with a
 * ticket that our own page requests, so that no link of another site can begin it.
 */
export const oauthAttempts = (db: pg.Pool) => ({
  keep: async (state: string, attempt: Attempt, at: Instant): Promise<void> => {
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
  },

  /**
   * The attempt that this browser began with this state. Each attempt is returned only once, and only before it
   * expires. The provider is not checked here.
   */
  take: async (state: string, browser: string | null, at: Instant): Promise<Attempt | null> => {
    const { rows } = await db.query<Attempt & { expired: boolean }>(
      `delete from oauth_attempts where state_hash = $1 returning ${columns}, expires_at <= $2 as expired`,
      [digest(state), at],
    )
    const [attempt] = rows
    return attempt && browser && !attempt.expired && digest(browser).equals(attempt.browserHash) ? attempt : null
  },

  issueTicket: async (provider: string, sessionHash: Buffer, at: Instant): Promise<string> => {
    const ticket = newSecret()
    await db.query('delete from connect_tickets where expires_at < $1', [at])
    await db.query('insert into connect_tickets (hash, provider, session_hash, expires_at) values ($1, $2, $3, $4)', [
      digest(ticket),
      provider,
      sessionHash,
      instantOf(Date.parse(at) + TICKET_MS),
    ])
    return ticket
  },

  /** True for an unused ticket of this session and provider, issued within the minute. */
  takeTicket: async (ticket: string, provider: string, sessionHash: Buffer, at: Instant): Promise<boolean> => {
    const { rowCount } = await db.query('delete from connect_tickets where hash = $1 and provider = $2 and session_hash = $3 and expires_at > $4', [
      digest(ticket),
      provider,
      sessionHash,
      at,
    ])
    return rowCount === 1
  },
})
