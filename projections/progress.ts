import { READ_SCHEMA } from '../modules/platform/database.ts'
import { type Appended, type Category, categoryOf, type EventStore, type Position, Unavailable } from '../modules/platform/event-store.ts'
import { listen } from '../modules/platform/listen.ts'
import type { Projection } from './projection.ts'
import { PROGRESS_CHANNEL } from './projector.ts'

const PATIENCE_MS = 2_000
const LONG_PATIENCE_MS = 120_000

/** How far the read models are, so that a command's answer can wait until every list shows it (decision 41). */
export const watchProgress = async (url: string, store: EventStore, projections: readonly Projection[], signal: AbortSignal) => {
  const positions = new Map<string, Position>()
  const waiting = new Set<() => void>()

  const moved = (name: string, position: Position) => {
    positions.set(name, position)
    for (const wake of waiting) wake()
  }

  let connected = false
  await listen({
    url,
    channel: PROGRESS_CHANNEL,
    begin: async (client) => {
      const { rows } = await client.query<{ name: string; position: number }>(`select name, position from ${READ_SCHEMA}.checkpoints`)
      for (const { name, position } of rows) moved(name, BigInt(position))
      connected = true
    },
    heard: (payload) => {
      const [schema, name = '', position = ''] = payload.split(':')
      if (schema === READ_SCHEMA) moved(name, BigInt(position))
    },
    lost: () => {
      connected = false
      for (const wake of waiting) wake()
    },
    signal,
  }).begun

  /** The furthest event that each projection must reach to show these. */
  const targets = (appended: readonly Appended[]): [string, Position][] =>
    projections.flatMap(({ name, categories }) => {
      const relevant = appended.filter(({ stream }) => categories.includes(categoryOf(stream))).map(({ position }) => position)
      return relevant.length === 0 ? [] : [[name, relevant.reduce((a, b) => (a > b ? a : b))]]
    })

  const reached = ([name, position]: [string, Position]) => (positions.get(name) ?? -1n) >= position

  const waitFor = async (wanted: readonly [string, Position][], patience: number): Promise<boolean> => {
    const deadline = Date.now() + patience
    while (!wanted.every(reached)) {
      const left = deadline - Date.now()
      // Without the database nothing can arrive: whoever waits is told at once.
      if (left <= 0 || signal.aborted || !connected) return false
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, left)
        function done() {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        waiting.add(done)
      })
    }
    return true
  }

  return {
    /** True once every read model that shows these events has them; false when that takes longer than `patience` ms. */
    settled: (appended: readonly Appended[], patience = PATIENCE_MS) => waitFor(targets(appended), patience),
    /**
     * Ends once the read models show all that the log holds of a category now, whoever appended it: for decisions that
     * build on them. Rejects with Unavailable when that takes too long.
     */
    caughtUp: async (category: Category) => {
      const position = await store.head(category)
      const current = await waitFor(targets([{ stream: `${category}-`, revision: 0, position }]), LONG_PATIENCE_MS)
      if (!current) throw new Unavailable(new Error(`The read models of ${category} do not stand at ${position} yet.`))
    },
    /** True once every read model stands at a position or beyond. */
    reached: (position: Position, patience: number) =>
      waitFor(
        projections.map(({ name }) => [name, position]),
        patience,
      ),
    positions: () => new Map(positions),
    /** Where a read model stands; null while that cannot be known. */
    at: (projection: string): Position | null => (connected ? (positions.get(projection) ?? null) : null),
  }
}
