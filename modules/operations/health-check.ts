import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { Clock } from '../kernel/dates.ts'
import type { Config } from '../platform/config.ts'
import { type EventStore, type Position, START } from '../platform/event-store/event-store.ts'
import { type JobFigures, jobFigures } from '../platform/jobs.ts'
import { READ_SCHEMA } from '../platform/postgres/database.ts'
import { holdersOf, type LiveProcess, liveProcesses } from '../platform/postgres/lock-sessions.ts'
import { observe } from '../platform/telemetry/telemetry.ts'
import { type Backup, lastBackup } from './backups.ts'

/** A disk, by its name in the setting DISKS. `freeShare`: null if the disk cannot be read. */
type Disk = Readonly<{ name: string; freeShare: number | null }>

/** Types of in-memory file systems (statfs(2)). Their data are lost when the machine stops, so they need no alert. */
const IN_MEMORY = new Set([0x01021994, 0x858458f6])

const measure = async (folder: string): Promise<Readonly<{ freeShare: number | null; isInMemory: boolean }>> => {
  const disk = await statfs(folder).catch(() => null)
  return { freeShare: disk && disk.blocks > 0 ? disk.bavail / disk.blocks : null, isInMemory: disk !== null && IN_MEMORY.has(disk.type) }
}

/** The disks that DISKS names, and the data folder's disk unless that folder is in memory. */
const disksOf = async ({ disks, dataDir }: Pick<Config, 'disks' | 'dataDir'>): Promise<readonly Disk[]> => {
  const data = await measure(dataDir)
  const named = await Promise.all(disks.map(async ({ name, folder }) => ({ name, freeShare: (await measure(folder)).freeShare })))
  return [...named, ...(data.isInMemory || data.freeShare === null ? [] : [{ name: 'data', freeShare: data.freeShare }])]
}

const MOST = 1_000

/**
 * For how many seconds each projection has lagged: since the first check that found events which it had not processed.
 * Checks are the only measurements, so the figure is as exact as they are frequent.
 */
export const watchLag = () => {
  const seen: Readonly<{ head: Position; at: number }>[] = []
  return (head: Position, positions: ReadonlyMap<string, Position>, nowMs: number): ReadonlyMap<string, number> => {
    if (seen.every((earlier) => earlier.head < head)) seen.push({ head, at: nowMs })
    const slowest = [...positions.values()].reduce((a, b) => (a < b ? a : b), head)
    while (positions.size > 0 && seen[0] && seen[0].head <= slowest) seen.shift()
    // Keeps the first entry, which shows since when a projection is blocked.
    if (seen.length > MOST) seen.splice(-2, 1)
    const since = (position: Position) => seen.find((earlier) => earlier.head > position)?.at ?? nowMs
    return new Map([...positions].map(([name, position]) => [name, (nowMs - since(position)) / 1_000]))
  }
}

export type Watched = Readonly<{
  pool: pg.Pool
  store: EventStore
  projections: readonly string[]
  progress: Readonly<{ positions: () => ReadonlyMap<string, Position> }>
  /** Projections stopped in this process, with the reason. */
  stopped: ReadonlyMap<string, string>
  config: Pick<Config, 'role' | 'dataDir' | 'disks' | 'eventStore'>
  now: Clock
}>

export type Unreadable = Readonly<Record<'projection' | 'type' | 'stream' | 'problem', string> & { since: Date }>

/** The basic state: the head of the log, and the blocked events; null for a part that does not answer. */
export type Readiness = Readonly<{ head: Position | null; unreadable: readonly Unreadable[] | null }>

export type ProjectionState = Readonly<{
  name: string
  /** Null if unknown. */
  position: Position | null
  behind: number | null
  secondsBehind: number | null
  /** The process that runs the projection, '4711@machine'. */
  holder: string | null
  stopped: boolean
  unreadable: Unreadable | null
}>

/** `oldestWaiting`: the age in seconds of the mail that has waited longest; 0 if none waits. */
export type MailFigures = Readonly<{ waiting: number; oldestWaiting: number; failed: number; lastSentAt: Date | null }>

/** Due deliveries to webhooks, with the age of the oldest; slow and paused webhooks do not count. */
export type DeliveryFigures = Readonly<{ due: number; oldestDue: number }>

/** Sizes in bytes. `logBytes`: null if the log is in EventStoreDB. */
export type Storage = Readonly<{ disks: readonly Disk[]; databaseBytes: number; logBytes: number | null }>

export type State = Readonly<{
  head: Position | null
  projections: readonly ProjectionState[]
  jobs: JobFigures
  mail: MailFigures
  deliveries: DeliveryFigures
  storage: Storage
  backup: (Backup & { age: number }) | null
  processes: readonly LiveProcess[]
}>

const unreadableEvents = async (pool: pg.Pool): Promise<readonly Unreadable[]> =>
  (
    await pool.query<Unreadable>(
      'select projection, type, stream, problem, first_tried_at as since from mending.unfolded order by position, projection',
    )
  ).rows

/** Counts the mails to payors that wait, and those that failed in the last 24 hours. */
const mailFigures = async (pool: pg.Pool, now: string): Promise<MailFigures> => {
  const { rows } = await pool.query<MailFigures>(
    `select (select count(*) from ${READ_SCHEMA}.messages where status = 'Pending') as waiting,
       (select greatest(coalesce(extract(epoch from $1::timestamptz - min(created_at)), 0), 0)::float8
        from ${READ_SCHEMA}.messages where status = 'Pending') as "oldestWaiting",
       (select count(*) from ${READ_SCHEMA}.messages where status = 'Failed' and created_at > $1::timestamptz - interval '1 day') as failed,
       (select max(sent_at) from ${READ_SCHEMA}.messages) as "lastSentAt"`,
    [now],
  )
  return rows[0] as MailFigures
}

/** Uses the database's clock, not the application's, to tell which deliveries are due. */
const deliveryFigures = async (pool: pg.Pool): Promise<DeliveryFigures> => {
  const { rows } = await pool.query<DeliveryFigures>(
    `select count(*) as due, coalesce(extract(epoch from clock_timestamp() - min(next_try_at)), 0)::float8 as "oldestDue"
     from webhook_deliveries d where state = 'waiting' and next_try_at <= clock_timestamp()
       and not exists (select from webhook_states s where s.webhook_id = d.webhook_id and (s.is_slow or s.rests_until > clock_timestamp()))`,
  )
  return rows[0] as DeliveryFigures
}

const storageOf = async ({ pool, config }: Watched): Promise<Storage> => {
  const [disks, { rows }] = await Promise.all([
    disksOf(config),
    pool.query<{ databaseBytes: number; logBytes: number }>(
      `select pg_database_size(current_database()) as "databaseBytes", pg_total_relation_size('events') as "logBytes"`,
    ),
  ])
  const [sizes] = rows
  return { disks, databaseBytes: sizes?.databaseBytes ?? 0, logBytes: config.eventStore === 'postgres' ? (sizes?.logBytes ?? null) : null }
}

const lockOf = (projection: string): string => `projection ${projection}`

/** With an empty log no projection lags. */
const behindOf = (head: Position | null, position: Position | null): number | null => {
  if (head === START) return 0
  return head === null || position === null ? null : Math.max(0, Number(head - position))
}

/** Checks the log, the queue, the disks and the processes, for /readyz, /metrics and the operator's page alike. */
export const openHealthCheck = (watched: Watched) => {
  const { pool, store, projections, progress, stopped, now } = watched
  const lagOf = watchLag()
  observe('vestry.projection.lag', async () =>
    [...lagOf(await store.head(), progress.positions(), performance.now())].map(
      ([name, seconds]) => [seconds, { 'vestry.projection': name }] as const,
    ),
  )

  const readiness = async (): Promise<Readiness> => {
    const [head, unreadable] = await Promise.all([store.head().catch(() => null), unreadableEvents(pool).catch(() => null)])
    return { head, unreadable }
  }

  const projectionsAt = ({ head, unreadable }: Readiness, holders: ReadonlyMap<string, string>): ProjectionState[] => {
    const positions = progress.positions()
    const lags = head === null ? null : lagOf(head, positions, performance.now())
    return projections.map((name) => {
      const position = positions.get(name) ?? null
      return {
        ...{ name, position },
        behind: behindOf(head, position),
        secondsBehind: lags?.get(name) ?? null,
        holder: holders.get(lockOf(name)) ?? null,
        stopped: stopped.has(name),
        unreadable: unreadable?.find(({ projection }) => projection === name) ?? null,
      }
    })
  }

  return {
    readiness,
    /**
     * Completes the basic state to the full one.
     * @throws errors of the database
     */
    everything: async (found: Promise<Readiness>): Promise<State> => {
      const [on, holders, jobs, mail, deliveries, storage, backup, processes] = await Promise.all([
        found,
        holdersOf(pool, projections.map(lockOf)),
        jobFigures(pool),
        mailFigures(pool, now()),
        deliveryFigures(pool),
        storageOf(watched),
        lastBackup(pool),
        liveProcesses(pool),
      ])
      return {
        head: on.head,
        projections: projectionsAt(on, holders),
        ...{ jobs, mail, deliveries, storage, processes },
        backup: backup && { ...backup, age: Math.max(0, (Date.now() - backup.madeAt.getTime()) / 1_000) },
      }
    },
  }
}
export type HealthCheck = ReturnType<typeof openHealthCheck>
