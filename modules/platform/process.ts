import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { transaction } from './database.ts'
import { type Category, type EventStore, type Position, type RecordedEvent, START } from './event-store.ts'
import { addJob, type Job } from './jobs.ts'
import type { Log } from './log.ts'

/** Turns events into jobs. The jobs do what has effects outside: mail, payments, further commands. */
export type Process = Readonly<{
  name: string
  categories: readonly Category[]
  jobsFor: (event: RecordedEvent) => readonly Job[]
}>

const positionOf = async (pool: pg.Pool, name: string): Promise<Position> => {
  const { rows } = await pool.query<{ position: number }>('select position from process_checkpoints where name = $1', [name])
  return rows[0] ? BigInt(rows[0].position) : START
}

/** Of jobs with the same key one is enough. */
const unlike = (jobs: readonly Job[]): Job[] => [...new Map(jobs.map((job, i) => [job.key ?? i, job])).values()]

/** Follows the log for ever; each batch's jobs are added in the transaction that moves the checkpoint, so none is lost or doubled. */
export const runProcess = async (pool: pg.Pool, store: EventStore, process: Process, log: Log, signal: AbortSignal): Promise<void> => {
  for (let failures = 0; !signal.aborted; ) {
    try {
      let position = await positionOf(pool, process.name)
      for await (const batch of store.follow({ after: position, categories: process.categories, signal })) {
        const from = position
        await transaction(pool, async (tx) => {
          for (const job of unlike(batch.events.flatMap(process.jobsFor))) await addJob(tx, job)
          const moved =
            from === START
              ? await tx.query('insert into process_checkpoints (name, position) values ($1, $2) on conflict do nothing', [
                  process.name,
                  batch.position,
                ])
              : await tx.query('update process_checkpoints set position = $3 where name = $1 and position = $2', [process.name, from, batch.position])
          if (moved.rowCount !== 1) throw new Error(`${process.name} is being followed by another process`)
        })
        position = batch.position
        failures = 0
      }
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      log.error({ err: error, process: process.name }, 'process stopped')
      await setTimeout(Math.min(5_000, 50 * 2 ** failures), undefined, { signal }).catch(() => {})
    }
  }
}
