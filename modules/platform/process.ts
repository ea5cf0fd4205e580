import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type EventOf, type EventTable, readBy } from '../kernel/events.ts'
import { type Category, categoryOf, type EventStore, isQuarantined, type Position, type RecordedEvent, START } from './event-store/event-store.ts'
import { addJobs, type Job } from './jobs.ts'
import type { Log } from './log.ts'
import { transaction } from './postgres/database.ts'
import { isTraced, originOf, span } from './telemetry/telemetry.ts'

/** Maps events to jobs, as a pure function; the jobs have the side effects: mail, payments, further commands. */
export type Process = Readonly<{
  name: string
  categories: readonly Category[]
  /** Types of the events that lead to jobs. */
  reactsTo: readonly string[]
  /** True if the process starts at the end of the log on its first run. */
  fromNowOn?: true
  jobsFor: (events: readonly RecordedEvent[]) => readonly Job[]
}>

type ReactionTo<Table extends EventTable, Type extends keyof Table & string> = Omit<Process, 'reactsTo' | 'jobsFor'> &
  Readonly<{
    reactsTo: readonly Type[]
    jobsFor: (events: readonly (RecordedEvent & Extract<EventOf<Table>, { type: Type }>)[]) => readonly Job[]
  }>

/** Declares a process whose `jobsFor` receives only the events in `reactsTo`. */
export const reaction = <Table extends EventTable, Type extends keyof Table & string>(
  table: Table,
  { reactsTo, jobsFor, ...process }: ReactionTo<Table, Type>,
): Process => {
  const types: ReadonlySet<string> = new Set(reactsTo)
  const read = readBy(table)
  return {
    ...process,
    reactsTo,
    jobsFor: (events) =>
      jobsFor(read(events.filter(({ type }) => types.has(type))) as readonly (RecordedEvent & Extract<EventOf<Table>, { type: Type }>)[]),
  }
}

/**
 * No request waits for a process, so events are gathered into batches, with one statement for their jobs. After a large
 * batch, as in an import, the next follows at once.
 */
const GATHER_MS = 100
const MANY = 500

/** The events of a batch that the process reacts to, for its trace. */
const reactedTo = (process: Process, events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  isTraced() ? events.filter(({ type }) => process.reactsTo.includes(type)) : []

/** The checkpoint of each process; a new one starts at the beginning or end of the log. */
const positionsOf = async (pool: pg.Pool, store: Pick<EventStore, 'head'>, processes: readonly Process[]): Promise<Map<string, Position>> => {
  const noted = async () => {
    const { rows } = await pool.query<{ name: string; position: number }>('select name, position from process_checkpoints where name = any($1)', [
      processes.map(({ name }) => name),
    ])
    return new Map(rows.map(({ name, position }) => [name, BigInt(position)]))
  }
  const before = await noted()
  const unknown = processes.filter(({ name }) => !before.has(name))
  if (unknown.length === 0) return before
  const head = unknown.some(({ fromNowOn }) => fromNowOn) ? await store.head() : START
  await pool.query(
    'insert into process_checkpoints (name, position) select * from unnest($1::text[], $2::bigint[]) as first (name, position) on conflict do nothing',
    [unknown.map(({ name }) => name), unknown.map(({ fromNowOn }) => (fromNowOn ? head : START))],
  )
  return noted()
}

/**
 * Follows the log until aborted, in one pass for all processes. Each batch's jobs are added in the transaction that
 * moves the checkpoints, so none is lost or doubled. A process that throws on an event stops without the others, is
 * logged, and resumes at that event with a release that fixes the fault.
 */
export const runProcesses = async (pool: pg.Pool, store: EventStore, processes: readonly Process[], log: Log, signal: AbortSignal): Promise<void> => {
  const standing = new Set<string>()
  for (let failures = 0; !signal.aborted; ) {
    try {
      const positions = await positionsOf(pool, store, processes)
      const at = ({ name }: Process): Position => positions.get(name) ?? START
      const going = () => processes.filter(({ name }) => !standing.has(name))
      const after = going().map(at)
      const categories = [...new Set(processes.flatMap((process) => process.categories))]
      const from = after.reduce((least, position) => (position < least ? position : least), after[0] ?? START)
      for await (const batch of store.follow({ after: from, categories, signal })) {
        const jobs: Job[] = []
        const causes: RecordedEvent[] = []
        const moving: Process[] = []
        for (const process of going()) {
          if (at(process) >= batch.position) continue
          const events = batch.events.filter(
            (event) => event.position > at(process) && process.categories.includes(categoryOf(event.stream)) && !isQuarantined(event),
          )
          try {
            const own = process.jobsFor(events)
            const led = own.length > 0 ? reactedTo(process, events) : []
            jobs.push(...own)
            causes.push(...led)
            moving.push(process)
          } catch (error) {
            standing.add(process.name)
            log.error({ err: error, process: process.name }, 'process stopped')
          }
        }
        const addAndMove = async (tx: pg.PoolClient) => {
          await addJobs(tx, jobs)
          const moved = await tx.query(
            `update process_checkpoints c set position = $3 from unnest($1::text[], $2::bigint[]) as was (name, position)
               where c.name = was.name and c.position = was.position`,
            [moving.map(({ name }) => name), moving.map(at), batch.position],
          )
          if (moved.rowCount !== moving.length) throw new Error('another server follows the log for these processes now')
        }
        // A crash may lose the checkpoint of a batch without jobs: the repeated batch adds no jobs either.
        if (jobs.length === 0) await transaction(pool, addAndMove, { asynchronous: true })
        else
          await span('react', { 'vestry.jobs': [...new Set(jobs.map(({ task }) => task))] }, () => transaction(pool, addAndMove), {
            origin: originOf(causes),
          })
        for (const { name } of moving) positions.set(name, batch.position)
        failures = 0
        if (batch.events.length < MANY) await setTimeout(GATHER_MS, undefined, { signal }).catch(() => {})
      }
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      log.error({ err: error }, 'processes stopped')
      await setTimeout(Math.min(5_000, 50 * 2 ** failures), undefined, { signal }).catch(() => {})
    }
  }
}
