import { setTimeout } from 'node:timers/promises'
import { sql } from 'slonik'
import { z } from 'zod'
import { BillId, NetworkId, ProgramId } from '../modules/kernel/ids.ts'
import {
  type Appended,
  type Category,
  categoryOf,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../modules/platform/event-store/event-store.ts'
import type { Log } from '../modules/platform/log.ts'
import type { Queries } from '../modules/platform/postgres/database.ts'

/** A change in a network. `id` is null if there are so many changes that lists should be reloaded. */
export type Change = Readonly<{
  kind: 'bill' | 'program' | 'profile' | 'member' | 'network' | 'campaign' | 'message' | 'payout' | 'remittance' | 'deposit' | 'standing'
  id: string | null
  position: number
}>

const categories: readonly Category[] = [
  'bill',
  'program',
  'profile',
  'member',
  'upload',
  'network',
  'campaign',
  'run',
  'message',
  'payout',
  'remittance',
  'deposit',
]
/** If a batch has more changes of one kind, one change is sent for all of them. */
const ONE_BY_ONE = 20

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 2_000
const PATIENCE_MS = 10_000

type Listener = Readonly<{ onChange: (change: Change) => void; end: () => void }>

const Owner = z.object({ id: z.string(), networkId: NetworkId })

/** For records whose later events do not contain the network: the table that has it, and the type of the ids. */
const tables = {
  bill: { table: 'bills', ids: 'text' },
  program: { table: 'programs', ids: 'uuid' },
  profile: { table: 'payment_profiles', ids: 'uuid' },
  payout: { table: 'payouts', ids: 'text' },
  message: { table: 'messages', ids: 'uuid' },
} as const

const idIn = ({ stream }: RecordedEvent): string => stream.slice(stream.indexOf('-') + 1).replace(/\.\d+$/, '')

const kindOf = ({ stream }: RecordedEvent): Change['kind'] => {
  const category = categoryOf(stream)
  if (category === 'upload') return 'member'
  if (category === 'run') return 'campaign'
  return category as Change['kind']
}

export type LiveDependencies = Readonly<{
  store: EventStore
  db: Queries
  log: Log
  settled: (appended: readonly Appended[], patience: number) => Promise<boolean>
  /** If changes are interrupted for longer, listeners must reload. */
  patience?: number
}>

/** The network of each event. Most events contain it; for others it is looked up. */
const networksOf = async (db: Queries, events: readonly RecordedEvent[]): Promise<Map<string, NetworkId>> => {
  const networks = new Map<string, NetworkId>()
  const unknown = new Map<string, Set<string>>()
  const lookUp = (kind: keyof typeof tables, id: string) => unknown.set(kind, (unknown.get(kind) ?? new Set()).add(id))
  for (const event of events) {
    const { networkId, programId } = event.data
    const category = categoryOf(event.stream)
    if (typeof networkId === 'string') networks.set(event.stream, networkId as NetworkId)
    else if (category === 'bill' && BillId.safeParse(idIn(event)).success) lookUp('bill', idIn(event))
    else if (category === 'profile' || category === 'payout' || category === 'message') lookUp(category, idIn(event))
    else if (typeof programId === 'string' && ProgramId.safeParse(programId).success) lookUp('program', programId)
  }
  const owners = async (kind: keyof typeof tables) => {
    const { table, ids } = tables[kind]
    const wanted = [...(unknown.get(kind) ?? [])]
    if (wanted.length === 0) return []
    return db.any(sql.type(Owner)`
      select id::text as id, network_id from ${sql.identifier([table])} where id = any(${sql.array(wanted, ids)})`)
  }
  for (const kind of ['bill', 'profile', 'payout', 'message'] as const)
    for (const { id, networkId } of await owners(kind)) networks.set(`${kind}-${id}`, networkId)
  const programs = new Map((await owners('program')).map(({ id, networkId }) => [id, networkId]))
  for (const { stream, data } of events) {
    const owner = programs.get(String(data.programId))
    if (owner && !networks.has(stream)) networks.set(stream, owner)
  }
  return networks
}

/**
 * Sends changes to a network's listeners once the read models show them. Follows the log only while there are
 * listeners.
 */
export const liveChanges = ({ store, db, log, settled, patience = PATIENCE_MS }: LiveDependencies) => {
  const listeners = new Map<NetworkId, Set<Listener>>()
  let following: Readonly<{ begun: Promise<void>; ending: AbortController }> | null = null

  const notify = async (events: readonly RecordedEvent[]): Promise<void> => {
    await settled(events, 10_000)
    const networks = await networksOf(db, events)
    const changes = new Map<string, { network: NetworkId; change: Change; ids: Set<string> }>()
    for (const event of events) {
      const network = networks.get(event.stream)
      if (!network || !listeners.has(network)) continue
      const kind = kindOf(event)
      const key = `${network} ${kind}`
      const one = changes.get(key) ?? { network, change: { kind, id: null, position: 0 }, ids: new Set<string>() }
      one.ids.add(idIn(event))
      changes.set(key, { ...one, change: { ...one.change, position: Number(event.position) } })
    }
    for (const { network, change, ids } of changes.values())
      for (const { onChange } of listeners.get(network) ?? []) for (const id of ids.size > ONE_BY_ONE ? [null] : ids) onChange({ ...change, id })
  }

  /** Ends all streams after missed changes. Listeners then connect again and reload. */
  const endAll = (): void => {
    for (const followers of listeners.values()) for (const { end } of followers) end()
  }

  /**
   * Follows the log until the signal aborts. Calls `begun` once it has a position to start from. After a failure it
   * resumes there, so that no change is missed; if that takes too long, or it cannot begin, it ends all streams.
   */
  const follow = async (signal: AbortSignal, begun: () => void): Promise<void> => {
    let position: Position | null = null
    let failingSince: number | null = null
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(LONGEST_WAIT_MS, 2 * wait)) {
      try {
        position ??= await store.head()
        begun()
        for await (const batch of store.follow({ after: position, categories, signal })) {
          if (batch.events.length > 0) await notify(batch.events)
          position = batch.position
          failingSince = null
          wait = FIRST_WAIT_MS
        }
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error }, 'live changes failed')
        failingSince ??= performance.now()
        if (position !== null && performance.now() - failingSince < patience) continue
        position = null
        endAll()
        begun()
      } finally {
        await setTimeout(wait, undefined, { signal }).catch(() => {})
      }
    }
  }

  return {
    /** Listens to every change from `begun` until `stop`. Calls `end` if changes may have been missed. */
    listen: (network: NetworkId, onChange: Listener['onChange'], end: Listener['end']): Readonly<{ begun: Promise<void>; stop: () => void }> => {
      const listener = { onChange, end }
      const followers = listeners.get(network) ?? new Set()
      listeners.set(network, followers.add(listener))
      if (!following) {
        const ending = new AbortController()
        following = { ending, begun: new Promise((begun) => void follow(ending.signal, begun)) }
      }
      const stop = () => {
        followers.delete(listener)
        if (followers.size === 0) listeners.delete(network)
        if (listeners.size > 0) return
        following?.ending.abort()
        following = null
      }
      return { begun: following.begun, stop }
    },
    /** A projection is blocked, or continues. This concerns all networks. */
    blocked: (): void => {
      for (const followers of listeners.values()) for (const { onChange } of followers) onChange({ kind: 'standing', id: null, position: 0 })
    },
    stop: (): void => following?.ending.abort(),
  }
}
export type LiveChanges = ReturnType<typeof liveChanges>
