import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAdmin, withDatabase } from '../../../scripts/testing/database.ts'
import { digests } from '../../../scripts/testing/digests.ts'
import { DomainError } from '../../kernel/errors.ts'
import { isHeld, openLocks } from '../postgres/locks.ts'
import { idempotency } from './idempotency.ts'

const done = { status: 201, body: { id: 'one' }, etag: null, rights: [] }
const asked = (key: string) => ({ scope: 'somebody', key, request: {}, admit: async () => {} })

const { url, pool } = withDatabase(4)
let locks: Awaited<ReturnType<typeof openLocks>>
const stop = new AbortController()
beforeAll(async () => {
  locks = await openLocks(url, stop.signal)
})
afterAll(async () => {
  stop.abort()
  await locks.ended
})

/** Blocks new connections to the database and ends the open ones, or allows connections again. */
const away = async (whether: boolean): Promise<void> => {
  const name = new URL(url).pathname.slice(1)
  await asAdmin(`alter database ${name} allow_connections ${!whether}`)
  if (whether) await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}

/** Waits until other processes see this one alive. */
const alive = () =>
  expect
    .poll(() => pool.query<{ held: boolean }>(`select ${isHeld('$1')} as held`, [locks.holder]).then(({ rows }) => rows[0]?.held, String))
    .toBe(true)

test('runs a request again soon after the database was unreachable during its first run (R128)', async () => {
  const repeats = idempotency(pool, locks.holder, digests)
  const first = repeats.once(asked('away'), async () => {
    await away(true)
    throw new DomainError('unavailable', 'unavailable', 'The log is away, too.')
  })
  await expect(first).rejects.toMatchObject({ reason: 'unavailable' })
  // Long enough for the release of the key to fail while the database refuses connections.
  await setTimeout(500)
  await away(false)
  await alive()
  await expect.poll(() => repeats.once(asked('away'), async () => done).then(({ status }) => status, String), { timeout: 30_000 }).toBe(201)
})

test('runs a request again if the confirmation of its claim was lost', async () => {
  let lost = false
  const lossy = {
    query: async (...question: Parameters<pg.Pool['query']>) => {
      const answer = await pool.query(...question)
      if (!lost) {
        lost = true
        throw new Error('Connection terminated unexpectedly')
      }
      return answer
    },
  }
  const repeats = idempotency(lossy as unknown as pg.Pool, locks.holder, digests)
  await expect(repeats.once(asked('lost'), async () => done)).rejects.toThrow('Connection terminated')
  await expect.poll(() => repeats.once(asked('lost'), async () => done).then(({ status }) => status, String)).toBe(201)
})

test('accepts a refused request again at once', async () => {
  const repeats = idempotency(pool, locks.holder, digests)
  await expect(repeats.once(asked('refused'), () => Promise.reject(new DomainError('refused', 'not-allowed', 'No.')))).rejects.toMatchObject({
    code: 'not-allowed',
  })
  expect(await repeats.once(asked('refused'), async () => done)).toMatchObject({ status: 201 })
})
