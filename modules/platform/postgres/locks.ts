import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { stayConnected } from './listen.ts'

/** The poll interval for locks that other processes hold. */
const POLL_MS = 100
/** TCP keepalives: the database drops a dead machine's connection after half a minute. */
const KEEPALIVE = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

const LOCK = (name: string): string => `hashtextextended(${name}, 0)`

/** An SQL condition: is the lock that an expression names held? It tries a shared lock, which other such checks do not conflict with. */
export const isHeld = (name: string): string => `(not pg_try_advisory_xact_lock_shared(${LOCK(name)}))`

type Waiting = Readonly<{
  /** How many holders the lock admits. */
  places?: number
  patience?: number
  signal?: AbortSignal | undefined
}>

/**
 * Session-level advisory locks across processes, all on one connection of this process, so that waiters take no connection of a pool. They
 * end with the process. After a lost connection they are taken again on the next one.
 */
export const openLocks = async (url: string, signal: AbortSignal) => {
  /** The lock that tells other processes that this one is alive. */
  const holder = `process ${randomUUID()}`
  const held = new Set<string>()
  /** Held or requested names, since a session could take its own lock a second time. */
  const taken = new Set<string>()
  const waiting = new Set<() => void>()
  let session: pg.Client | null = null

  const address = new URL(url)
  address.searchParams.set('options', KEEPALIVE)
  const { begun, ended } = stayConnected({
    url: address.href,
    begin: async (client) => {
      await client.query(`select pg_advisory_lock(${LOCK('$1')})`, [holder])
      await client.query(`select pg_try_advisory_lock(${LOCK('name')}) from unnest($1::text[]) as name`, [[...held]])
      session = client
    },
    lost: () => {
      session = null
    },
    signal,
  })
  await begun

  let asked: Promise<unknown> = Promise.resolve()
  /** One query at a time on the connection. */
  const ask = (what: 'pg_try_advisory_lock' | 'pg_advisory_unlock', name: string): Promise<boolean> => {
    const answer = asked.then(async () => {
      if (!session) throw new Error('Connection terminated: the locks of this process are being taken again')
      const { rows } = await session.query<{ is: boolean }>(`select ${what}(${LOCK('$1')}) as is`, [name])
      return rows[0]?.is === true
    })
    asked = answer.catch(() => {})
    return answer
  }

  const release = (name: string): void => {
    held.delete(name)
    ask('pg_advisory_unlock', name).catch(() => {})
    taken.delete(name)
    for (const wake of waiting) wake()
  }

  /** Takes the lock: the release function, or null when all its places are taken. */
  const tryToTake = async (name: string, places: number): Promise<(() => void) | null> => {
    for (let place = 0; place < places; place += 1) {
      const one = place === 0 ? name : `${name} ${place}`
      if (taken.has(one)) continue
      taken.add(one)
      const isOurs = await ask('pg_try_advisory_lock', one).catch((error: unknown) => {
        taken.delete(one)
        throw error
      })
      if (!isOurs) {
        taken.delete(one)
        continue
      }
      held.add(one)
      return () => {
        if (held.has(one)) release(one)
      }
    }
    return null
  }

  /** Waits for a release in this process, or for the poll interval. */
  const change = (ms: number, stop: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve) => {
      const wake = () => {
        waiting.delete(wake)
        clearTimeout(timer)
        stop?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      stop?.addEventListener('abort', wake)
      waiting.add(wake)
    })

  /** Waits for the lock, or for one of its places: the release function, or null after `patience` ms or when `signal` aborts. */
  const take = async (name: string, { places = 1, patience = 0, signal: stop }: Waiting = {}): Promise<(() => void) | null> => {
    for (const deadline = performance.now() + patience; ; ) {
      if (stop?.aborted) return null
      const letGo = await tryToTake(name, places)
      if (letGo) return letGo
      const left = deadline - performance.now()
      if (left <= 0) return null
      await change(Math.min(left, POLL_MS), stop)
    }
  }

  return {
    holder,
    take,
    /** Runs one piece of work at a time per name; work that is aborted while it waits does not start. */
    exclusively: async <Result>(name: string, work: () => Promise<Result>, stop?: AbortSignal): Promise<Result> => {
      const letGo = await take(name, { patience: Number.POSITIVE_INFINITY, signal: stop })
      try {
        stop?.throwIfAborted()
        return await work()
      } finally {
        letGo?.()
      }
    },
    /** Resolves when the connection has closed after the signal. */
    ended,
  }
}
export type Locks = Awaited<ReturnType<typeof openLocks>>
