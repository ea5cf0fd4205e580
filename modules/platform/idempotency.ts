import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { DomainError, invalid, refused } from '../kernel/errors.ts'
import type { Right } from './visitor.ts'

const KEPT = '24 hours'
/** A first try that has not answered by then died with its process; the next one takes over, as the same cause. */
const ABANDONED = '10 seconds'
const POLL_MS = 40
const PATIENCE_MS = 1_500

export type Stored = Readonly<{ status: number; body: unknown; etag: string | null; rights: readonly Right[] }>

/**
 * Answers a repeated request as the first time, if `admit` lets it in by what let in the first. Simultaneous repeats wait for the first.
 * A failed first try leaves nothing, so the next one runs again.
 * @throws DomainError 409 `idempotency-mismatch` for the same key with another body
 */
export const idempotency =
  (pool: pg.Pool, digestOf: (request: string) => Buffer) =>
  async (
    scope: string,
    key: string,
    request: unknown,
    run: () => Promise<Stored>,
    admit: (rights: readonly Right[]) => Promise<void>,
  ): Promise<Stored> => {
    if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw invalid('Idempotency-Key', 'Idempotency-Key must be 1 to 200 visible characters')
    const hash = digestOf(JSON.stringify(request)).toString('hex')
    for (const deadline = Date.now() + PATIENCE_MS; ; ) {
      const claimed = await pool.query(
        `insert into idempotency_keys as k (scope, key, request_hash) values ($1, $2, $3)
       on conflict (scope, key) do update set request_hash = excluded.request_hash, status = null, body = null, rights = null, created_at = now()
         where k.created_at < now() - interval '${KEPT}' or (k.status is null and k.created_at < now() - interval '${ABANDONED}')
           or (k.status is not null and k.rights is null and k.request_hash = excluded.request_hash)
       returning 1`,
        [scope, key, hash],
      )
      if (claimed.rowCount) break
      const { rows } = await pool.query<Omit<Stored, 'status'> & { request_hash: string; status: number | null }>(
        'select request_hash, status, body, etag, rights from idempotency_keys where scope = $1 and key = $2',
        [scope, key],
      )
      const [row] = rows
      if (row && row.request_hash !== hash) throw refused('idempotency-mismatch', 'This Idempotency-Key was already used with another request.')
      if (row?.status) {
        await admit(row.rights)
        return { ...row, status: row.status }
      }
      if (Date.now() > deadline)
        throw new DomainError('unavailable', 'unavailable', 'This request is still being worked on. Please try again in a moment.')
      await setTimeout(POLL_MS)
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
      return answer
    } catch (error) {
      await pool.query('delete from idempotency_keys where scope = $1 and key = $2', [scope, key]).catch(() => {})
      throw error
    }
  }
