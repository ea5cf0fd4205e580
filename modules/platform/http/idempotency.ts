import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { DomainError, invalid, refused } from '../../kernel/errors.ts'
import { unavailableAfter } from '../event-store/patience.ts'
import type { Digests, InstallationKeys } from '../personal-data/installation-keys.ts'
import { isHeld } from '../postgres/locks.ts'
import { isConnectionFault } from '../postgres/postgres-faults.ts'
import type { Right } from './visitor.ts'

const KEPT = '24 hours'
const FIRST_POLL_MS = 40
const LONGEST_POLL_MS = 1_000
/** A first request is answered within 2.3 seconds, so a simultaneous repeat waits almost as long. */
const PATIENCE_MS = 2_200

export const SWEEP_ANSWERS = `delete from idempotency_keys where created_at < now() - interval '${KEPT}'`

export type Stored = Readonly<{ status: number; body: unknown; etag: string | null; rights: readonly Right[] }>

export type Repeatable = Readonly<{
  scope: string
  key: string
  request: unknown
  /** Throws unless the sender of a repeat still has the rights of the stored answer. */
  admit: (rights: readonly Right[]) => Promise<void>
  patience?: number | undefined
}>

/**
 * Answers a repeated request with the first answer (R113), if `admit` allows it. Simultaneous repeats wait at most
 * `patience` ms for the first. A failed first try stores nothing, so a repeat runs again. The key of a dead process is
 * taken over at once, with the same cause: `holder` names the advisory lock that this process holds while it lives.
 */
export const idempotency = (pool: pg.Pool, holder: string, digests: Digests) => {
  const isAbandoned = `k.status is null and (k.holder is null or not ${isHeld('k.holder')})`
  /** Keys whose requests this process runs, or which it has yet to release. */
  const ours = new Set<string>()

  /**
   * Releases a key at once, or as soon as the database is back. Otherwise repeats would wait for this process as long
   * as it lives.
   */
  const letGo = async (scope: string, key: string, one: string): Promise<void> => {
    const remove = () =>
      pool.query('delete from idempotency_keys where scope = $1 and key = $2 and holder = $3 and status is null', [scope, key, holder])
    const done = (): void => void ours.delete(one)
    await remove().then(done, () => void unavailableAfter(Number.POSITIVE_INFINITY, isConnectionFault, remove).then(done, done))
  }

  /** True if the key is ours now. The claim may have succeeded although its confirmation was lost. */
  const claim = async (scope: string, key: string, hashes: readonly string[]): Promise<boolean> => {
    const one = `${scope} ${key}`
    if (ours.has(one)) return false
    ours.add(one)
    try {
      const claimed = await pool.query(
        `insert into idempotency_keys as k (scope, key, request_hash, holder) values ($1, $2, ($3::text[])[1], $4)
         on conflict (scope, key) do update
           set request_hash = excluded.request_hash, holder = excluded.holder, status = null, body = null, etag = null, rights = null, created_at = now()
           where k.created_at < now() - interval '${KEPT}' or (${isAbandoned})
             or (k.status is not null and k.rights is null and k.request_hash = any($3))
         returning 1`,
        [scope, key, hashes, holder],
      )
      if (!claimed.rowCount) ours.delete(one)
      return claimed.rowCount === 1
    } catch (error) {
      void letGo(scope, key, one)
      throw error
    }
  }

  return {
    /** @throws DomainError 409 `idempotency-mismatch` for the same key with another body */
    once: async ({ scope, key, request, admit, patience = PATIENCE_MS }: Repeatable, run: () => Promise<Stored>): Promise<Stored> => {
      if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw invalid('Idempotency-Key', 'Idempotency-Key must be 1 to 200 visible characters')
      const text = JSON.stringify(request)
      const hashes = digests.all(text).map((hash) => hash.toString('hex'))
      const one = `${scope} ${key}`
      const deadline = Date.now() + patience
      for (let poll = FIRST_POLL_MS; ; poll = Math.min(LONGEST_POLL_MS, poll * 1.1)) {
        if (await claim(scope, key, hashes)) break
        const { rows } = await pool.query<Omit<Stored, 'status'> & { request_hash: string; status: number | null }>(
          'select request_hash, status, body, etag, rights from idempotency_keys where scope = $1 and key = $2',
          [scope, key],
        )
        const [row] = rows
        if (row && !(await digests.find(text, (hash) => hash.toString('hex') === row.request_hash)))
          throw refused('idempotency-mismatch', 'This Idempotency-Key was already used with another request.')
        if (row?.status) {
          await admit(row.rights)
          return { ...row, status: row.status }
        }
        if (Date.now() > deadline)
          throw new DomainError('unavailable', 'unavailable', 'This request is still being worked on. Please try again in a moment.')
        await setTimeout(poll)
      }
      try {
        const answer = await run()
        await pool.query('update idempotency_keys set status = $3, body = $4, etag = $5, rights = $6 where scope = $1 and key = $2', [
          scope,
          key,
          answer.status,
          JSON.stringify(answer.body ?? null),
          answer.etag,
          JSON.stringify(answer.rights),
        ])
        ours.delete(one)
        return answer
      } catch (error) {
        await letGo(scope, key, one)
        throw error
      }
    },
    /** True while the first request with this key is running. */
    isUnderWay: async (scope: string, key: string): Promise<boolean> => {
      const { rowCount } = await pool.query(
        `select 1 from idempotency_keys k where scope = $1 and key = $2 and status is null and not (${isAbandoned})`,
        [scope, key],
      )
      return rowCount === 1
    },
  }
}
export type Idempotency = ReturnType<typeof idempotency>

/** Seals stored answers, since they may name people. Answers of earlier versions are plain and returned as they are. */
export const sealedAnswers = (
  { once, isUnderWay }: Idempotency,
  { sealAnswer, openAnswer }: Pick<InstallationKeys, 'sealAnswer' | 'openAnswer'>,
): Idempotency => ({
  isUnderWay,
  once: async (repeatable, run) => {
    let fresh: Stored | undefined
    const stored = await once(repeatable, async () => {
      fresh = await run()
      return { ...fresh, body: { sealedAnswer: sealAnswer(fresh.body ?? null) } }
    })
    if (fresh) return fresh
    const { sealedAnswer } = (stored.body ?? {}) as { sealedAnswer?: string }
    return sealedAnswer === undefined ? stored : { ...stored, body: await openAnswer(sealedAnswer) }
  },
})
