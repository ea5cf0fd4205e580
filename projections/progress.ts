import { setTimeout as pause } from 'node:timers/promises'
import { BroadcastChannel } from 'node:worker_threads'
import type pg from 'pg'
import {
  type Appended,
  type Category,
  categoryOf,
  type EventStore,
  type Position,
  START,
  Unavailable,
} from '../modules/platform/event-store/event-store.ts'
import { READ_SCHEMA } from '../modules/platform/postgres/database.ts'
import { listen } from '../modules/platform/postgres/listen.ts'
import type { Projection } from './projection.ts'

const CHANNEL = 'vestry_progress'
/** Positions that are reached within this time are announced to other processes together. */
const GATHER_MS = 10
const RETRY_MS = 200
const PATIENCE_MS = 2_000
const LONG_PATIENCE_MS = 120_000

type Querying = Pick<pg.Pool, 'query'>

/** Announces the positions of the live read models to other processes (NOTIFY, so on commit). */
export const announceProgress = (db: Querying, positions: ReadonlyMap<string, Position>) =>
  db.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
    CHANNEL,
    [...positions].map(([name, position]) => `${name}:${position}`),
  ])

/** A projection, and the position that it must reach. */
type Target = readonly [projection: string, Position]

/** Announces positions to other processes, and retries until it succeeds. */
const openAnnouncer = (pool: Querying, signal: AbortSignal) => {
  const unannounced = new Map<string, Position>()
  let announcing = false
  const announce = async () => {
    if (announcing) return
    announcing = true
    while (unannounced.size > 0 && !signal.aborted) {
      const announced = new Map(unannounced)
      const wasAnnounced = await announceProgress(pool, announced).then(
        () => true,
        () => false,
      )
      if (wasAnnounced) for (const [name, position] of announced) if (unannounced.get(name) === position) unannounced.delete(name)
      await pause(wasAnnounced ? GATHER_MS : RETRY_MS)
    }
    announcing = false
  }
  return (name: string, position: Position): void => {
    unannounced.set(name, position)
    void announce()
  }
}

/** The known positions of the read models, and the callers that wait for one. */
const openPositions = (signal: AbortSignal) => {
  const positions = new Map<string, Position>()
  const waiting = new Set<() => void>()
  let connected = false
  const wakeAll = () => {
    for (const wake of waiting) wake()
  }
  const nextMove = (patience: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, patience)
      waiting.add(wake)
    })
  const reached = ([name, position]: Target) => (positions.get(name) ?? -1n) >= position

  return {
    positions,
    awaiting: () => waiting.size,
    /** Positions only grow while the database is up, so a lower one is a late announcement. */
    learn: (name: string, position: Position): void => {
      if (position <= (positions.get(name) ?? -1n)) return
      positions.set(name, position)
      wakeAll()
    },
    connected: (): void => {
      connected = true
    },
    /** After a crash of the database positions may be lower, since projectors commit asynchronously. */
    lost: (): void => {
      connected = false
      positions.clear()
      wakeAll()
    },
    at: (name: string): Position | null => (connected ? (positions.get(name) ?? null) : null),
    waitFor: async (targets: readonly Target[], patience: number): Promise<boolean> => {
      const deadline = Date.now() + patience
      while (!targets.every(reached)) {
        const left = deadline - Date.now()
        // Without the database no position can arrive, so the wait ends at once.
        if (left <= 0 || signal.aborted || !connected) return false
        await nextMove(left)
      }
      return true
    },
  }
}

type ProgressOptions = Readonly<{ url: string; pool: pg.Pool; store: EventStore; projections: readonly Projection[]; signal: AbortSignal }>

/** Watches the read models' positions, so that a command's answer can wait until every list shows it (R115). */
export const watchProgress = async ({ url, pool, store, projections, signal }: ProgressOptions) => {
  const { positions, learn, connected, lost, waitFor, awaiting, at } = openPositions(signal)
  const announce = openAnnouncer(pool, signal)

  // Threads of this process use a channel instead: a NOTIFY in a projector's transaction would make its commit wait for
  // others.
  const threads = new BroadcastChannel(`${CHANNEL} ${url}`)
  threads.unref()
  threads.onmessage = ({ data }: { data: readonly [string, Position] }) => learn(...data)
  signal.addEventListener('abort', () => threads.close(), { once: true })

  await listen({
    url,
    channel: CHANNEL,
    begin: async (client) => {
      const { rows } = await client.query<{ name: string; position: number }>(`select name, position from ${READ_SCHEMA}.checkpoints`)
      for (const { name, position } of rows) learn(name, BigInt(position))
      connected()
    },
    onMessage: (payload) => {
      const [name = '', position = ''] = payload.split(':')
      learn(name, BigInt(position))
    },
    lost,
    signal,
  }).begun

  /** The position that each projection must reach to show these events. */
  const targets = (appended: readonly Appended[]): Target[] =>
    projections.flatMap(({ name, categories }) => {
      const relevant = appended.filter(({ stream }) => categories.includes(categoryOf(stream))).map(({ position }) => position)
      return relevant.length === 0 ? [] : [[name, relevant.reduce((a, b) => (a > b ? a : b))] as const]
    })

  /**
   * Resolves once the read models show all events of a category that are in the log now, for decisions that depend on
   * these events. `of`: waits only for this read model. Rejects with Unavailable after `patience` ms.
   */
  const caughtUp = async (category: Category, { of, patience = LONG_PATIENCE_MS }: Readonly<{ of?: string; patience?: number }> = {}) => {
    // The store need not look at positions that all read models of the category show already.
    const isMeant = (name: string) => of === undefined || of === name
    const known = projections
      .filter(({ name, categories }) => isMeant(name) && categories.includes(category))
      .map(({ name }) => positions.get(name) ?? START)
    const position = await store.head(
      category,
      known.reduce((a, b) => (a < b ? a : b)),
    )
    const wanted = targets([{ stream: `${category}-`, revision: 0, position }]).filter(([name]) => isMeant(name))
    const current = await waitFor(wanted, patience)
    if (!current) throw new Unavailable(new Error(`The read models of ${category} do not stand at ${position} yet.`))
  }

  return {
    /** The number of callers in this process that wait for the read models; most are commands. */
    awaiting,
    /** Called by projectors after a commit: the read model's new position. */
    moved: (name: string, position: Position) => {
      learn(name, position)
      if (!signal.aborted) threads.postMessage([name, position])
      announce(name, position)
    },
    /** True once every read model of these events shows them; false if that takes longer than `patience` ms. */
    settled: (appended: readonly Appended[], patience = PATIENCE_MS) => waitFor(targets(appended), patience),
    caughtUp,
    /** Resolves once every read model shows all current events of its categories. */
    allCaughtUp: async (patience: number): Promise<void> => {
      await Promise.all([...new Set(projections.flatMap(({ categories }) => categories))].map((category) => caughtUp(category, { patience })))
    },
    positions: () => new Map(positions),
    /** A read model's position; null while it is unknown. */
    at,
  }
}
