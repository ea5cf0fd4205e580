import type pg from 'pg'
import { inTurn } from './in-turn.ts'

/**
 * Runs one piece of work at a time for each key: in this process by a queue, among processes by an advisory lock.
 * `pool` should be one that the work itself does not use, or waiting could starve it.
 */
export const exclusive = (pool: pg.Pool) => {
  const turn = inTurn()

  const locked = async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const client = await pool.connect()
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [key])
      return await work()
    } finally {
      // A connection that cannot unlock is closed, which unlocks too.
      const failure = await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]).then(
        () => undefined,
        (error: Error) => error,
      )
      client.release(failure)
    }
  }

  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> => turn(key, () => locked(key, work))
}
