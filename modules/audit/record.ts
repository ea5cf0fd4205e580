import type pg from 'pg'
import type { Instant } from '../kernel/dates.ts'
import type { NetworkId, PaymentId } from '../kernel/ids.ts'
import type { Category, EventStore, Position, RecordedEvent, StreamName } from '../platform/event-store/event-store.ts'
import { openPool } from '../platform/postgres/database.ts'
import { hashTiles } from './hash-tiles.ts'
import { leafHash, lineOf } from './leaf.ts'
import type { RootsOf } from './merkle-tree.ts'
import type { PackSource } from './write-pack.ts'

/** The categories whose events the journal shows: all except the reservations of networks' slugs. */
const journaled = {
  ...{ network: true, slug: false, profile: true, program: true, campaign: true, member: true, upload: true },
  ...{ bill: true, run: true, message: true, reminders: true, payout: true, remittance: true, deposit: true },
  ...{ mandate: true, visits: true, mending: true },
  ...{ bankline: true, statement: true },
} satisfies Record<Category, boolean>
const JOURNALED = (Object.keys(journaled) as Category[]).filter((category) => journaled[category])

/** The events of a network, numbered from 0 in the order of the log, and the tables computed from them. */
type Events = Readonly<{
  eventsFrom: (index: number) => AsyncIterable<readonly RecordedEvent[]>
  /** The event that recorded a payment; null if there is no such payment in this network. */
  payment: (id: PaymentId) => Promise<Readonly<{ stream: StreamName; revision: number; index: number }> | null>
  /** The number of events recorded before a moment. */
  sizeAt: (moment: Instant) => Promise<number>
  during: (span: Readonly<{ from: Instant; to: Instant }>) => Promise<Omit<PackSource, 'rootsOf'>>
}>
/** Opens a network's events up to a position of the log. The read models must have reached that position. */
export type OpenRecord = (client: pg.ClientBase, store: EventStore, network: NetworkId, until: Position) => Events
/** `until`: the position up to which the log was read. */
export type NetworkRecord = Events & Readonly<{ size: number; until: Position; rootsOf: RootsOf }>

export type RecordDependencies = Readonly<{
  openRecord: OpenRecord
  databaseUrl: string
  store: EventStore
  /**
   * Waits until the read models show all current events of a category. Rejects with Unavailable after `patience` ms.
   */
  caughtUp: (category: Category, only: Readonly<{ patience?: number }>) => Promise<void>
}>

/**
 * Adds new events to the network's tree, then runs `work` with its whole record. It uses a separate connection, since a
 * slow download would occupy a shared one. `patience` (ms): the longest wait for the read models.
 */
export const onRecords =
  ({ databaseUrl, store, openRecord, caughtUp }: RecordDependencies) =>
  async <Result>(
    network: NetworkId,
    work: (record: NetworkRecord) => Promise<Result>,
    only: Readonly<{ patience?: number }> = {},
  ): Promise<Result> => {
    const until = await store.head()
    await Promise.all(JOURNALED.map((category) => caughtUp(category, only)))
    const pool = openPool(databaseUrl, 1)
    const client = await pool.connect()
    try {
      const events = openRecord(client, store, network, until)
      const tree = hashTiles(client, network)
      let size = await tree.size()
      for await (const page of events.eventsFrom(size)) {
        const leaves = page.map((event) => leafHash(lineOf(event)))
        await tree.append(size, leaves)
        size += leaves.length
      }
      return await work({ ...events, size, until, rootsOf: tree.rootsOf })
    } finally {
      client.release()
      await pool.end()
    }
  }
export type OnRecord = ReturnType<typeof onRecords>
