import type pg from 'pg'
import type { Visitor } from '../platform/http/visitor.ts'
import type { UploadResult, UploadState } from './contract.ts'
import type { UploadProgress } from './upload.ts'

const EVERY_MS = 250
const HEARTBEAT_MS = 5_000
/** If an upload's row does not change for this long, its process counts as dead. */
const SILENT = '20 seconds'
const KEPT = '1 day'

type Row = Omit<UploadState, 'secondsLeft'> & { secondsLeft: number | null }

/**
 * The progress of uploads, by an id that the sender chooses. The progress is kept in a table, so that any process can
 * report it, even after the sender reloads the page. An upload continues even if its progress cannot be written.
 */
export const uploadProgress = (pool: pg.Pool) => {
  const quietly = (text: string, values: readonly unknown[]): Promise<boolean> =>
    pool.query(text, [...values]).then(
      ({ rowCount }) => rowCount !== 0,
      () => false,
    )

  return {
    /** Runs the work, and records its progress under the id, if there is one. */
    during: async (
      id: string | undefined,
      { user }: Visitor,
      work: (onProgress: (progress: UploadProgress) => void) => Promise<UploadResult>,
    ): Promise<UploadResult> => {
      if (id === undefined || !user) return work(() => {})
      await quietly(`delete from upload_progress where seen_at < clock_timestamp() - interval '${KEPT}'`, [])
      const ours = await quietly(
        `insert into upload_progress as p (id, user_id) values ($1, $2)
         on conflict (id) do update set state = 'running', rows = 0, done = 0, started_at = clock_timestamp(), seen_at = clock_timestamp()
           where p.user_id = excluded.user_id`,
        [id, user.id],
      )
      if (!ours) return work(() => {})
      let latest: UploadProgress = { rows: 0, done: 0 }
      let writing: Promise<unknown> = Promise.resolve()
      const note = () => {
        const { rows, done } = latest
        writing = writing.then(() =>
          quietly('update upload_progress set rows = $2, done = $3, seen_at = clock_timestamp() where id = $1', [id, rows, done]),
        )
      }
      let noted = 0
      const onProgress = (progress: UploadProgress) => {
        latest = progress
        if (performance.now() - noted < EVERY_MS) return
        noted = performance.now()
        note()
      }
      const heart = setInterval(note, HEARTBEAT_MS)
      const end = async (state: 'done' | 'failed', result: UploadResult | null) => {
        clearInterval(heart)
        await writing
        await quietly(
          `update upload_progress set state = $2, done = $3, members_uploaded = $4, bills_generated = $5, rejected = $6, seen_at = clock_timestamp()
           where id = $1`,
          [id, state, latest.done, result?.membersUploaded ?? null, result?.billsGenerated ?? null, result?.errors.length ?? null],
        )
      }
      try {
        const result = await work(onProgress)
        await end('done', result)
        return result
      } catch (error) {
        await end('failed', null)
        throw error
      }
    },

    /** The progress of an upload; null if the upload is unknown or another user's. */
    of: async (id: string, { user }: Visitor): Promise<UploadState | null> => {
      if (!user) return null
      const { rows } = await pool.query<Row>(
        `select case when state = 'running' and seen_at < clock_timestamp() - interval '${SILENT}' then 'interrupted' else state end as state,
                rows, done, members_uploaded as "membersUploaded", bills_generated as "billsGenerated", rejected,
                case when state = 'running' and done > 0
                  then ceil(extract(epoch from clock_timestamp() - started_at) * (rows - done) / done)::int end as "secondsLeft"
         from upload_progress where id = $1 and user_id = $2`,
        [id, user.id],
      )
      return rows[0] ?? null
    },
  }
}
