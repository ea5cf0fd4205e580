import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { stayConnected } from './listen.ts'

/** How soon it is noticed that another process has let go of a lock. */
const POLL_MS = 100
/** A machine that is gone without a word is missed by the database after half a minute. */
const KEEPALIVE = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

const LOCK = (name: string): string => `hashtextextended(${name}, 0)`

/** Does anybody hold the lock that an expression names? Asked by taking it for the moment beside others who ask. */
export const isHeld = (name: string): string => `(not pg_try_advisory_xact_lock_shared(${LOCK(name)}))`

type Waiting = Readonly<{
  /** How many may hold the lock at a time. */
  places?: number
  patience?: number
  signal?: AbortSignal | undefined
}>

/**
 * Locks that all processes share: advisory ones, held by one connection of this process for all that it holds, so that whoever waits for
 * one takes no connection from others. They go with the process. When the connection is lost they are taken again with the next one.
 */
export const openLocks = async (url: string, signal: AbortSignal) => {
  /** Lives while this process does, so that others can tell. */
  const holder = `process ${randomUUID()}`
  const held = new Set<string>()
  /** Held, or asked for: the connection could take a lock that it has a second time. */
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
  /** One question after the other, as the connection takes them. */
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

  /** What lets go of the lock; null when all its places are taken. */
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

  /** Waits until a lock was let go, here or maybe elsewhere. */
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

  /** What lets go of the lock, or of one of its places; null when there is none within `patience` ms, or when `signal` ends the waiting. */
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
    /** Runs one piece of work at a time for each name; what is aborted while it waits does not begin. */
    exclusively: async <Result>(name: string, work: () => Promise<Result>, stop?: AbortSignal): Promise<Result> => {
      const letGo = await take(name, { patience: Number.POSITIVE_INFINITY, signal: stop })
      try {
        stop?.throwIfAborted()
        return await work()
      } finally {
        letGo?.()
      }
    },
    /** Ends after the signal, with the connection. */
    ended,
  }
}
export type Locks = Awaited<ReturnType<typeof openLocks>>
