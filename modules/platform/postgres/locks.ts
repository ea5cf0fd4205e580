import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { stayConnected } from './listen.ts'
import { sessionName } from './lock-sessions.ts'

/** Poll interval for locks that other processes hold. */
const POLL_MS = 100
/** The database ends the session of a process that has been silent this long (stopped, hung or cut off). */
const SILENT_MS = 5_000
const HEARTBEAT_MS = 2_000

const LOCK = (name: string): string => `hashtextextended(${name}, 0)`

/**
 * An SQL condition: true if the named lock is held. It tries a shared lock, with which other such checks do not
 * conflict.
 */
export const isHeld = (name: string): string => `(not pg_try_advisory_xact_lock_shared(${LOCK(name)}))`

/** A held lock: `lost` aborts when the lock is lost. */
type Hold = Readonly<{ lost: AbortSignal; letGo: () => void }>

type Waiting = Readonly<{
  places?: number
  patience?: number
  signal?: AbortSignal | undefined
}>

type Lost = (name: string) => void

/**
 * The connection of the locks, with a heartbeat. `held`: names to take again after a reconnect; those taken by others
 * meanwhile go to `lose`.
 */
const openSession = async (url: string, signal: AbortSignal, role: string, held: ReadonlyMap<string, unknown>, lose: Lost) => {
  /** The lock that shows other processes that this one is alive. */
  const holder = `process ${randomUUID()}`
  let session: pg.Client | null = null

  const address = new URL(url)
  address.searchParams.set('options', `-c idle_session_timeout=${SILENT_MS}`)
  address.searchParams.set('application_name', sessionName(role))
  const { begun, ended } = stayConnected({
    url: address.href,
    begin: async (client) => {
      await client.query(`select pg_advisory_lock(${LOCK('$1')})`, [holder])
      const { rows } = await client.query<{ name: string; ours: boolean }>(
        `select name, pg_try_advisory_lock(${LOCK('name')}) as ours from unnest($1::text[]) as name`,
        [[...held.keys()]],
      )
      session = client
      for (const { name, ours } of rows) if (!ours) lose(name)
      // Unlocks names that were released while disconnected, at once, before another process can request them.
      const letGo = rows.filter(({ name, ours }) => ours && !held.has(name)).map(({ name }) => name)
      if (letGo.length > 0) await client.query(`select pg_advisory_unlock(${LOCK('name')}) from unnest($1::text[]) as name`, [letGo])
    },
    lost: () => {
      session = null
    },
    signal,
  })
  await begun
  const heartbeat = setInterval(() => void session?.query('select 1').catch(() => {}), HEARTBEAT_MS)
  heartbeat.unref()
  signal.addEventListener('abort', () => clearInterval(heartbeat), { once: true })

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
  return { holder, ask, ended }
}

/** Waits for a release in this process, or for the poll interval. */
const changeAmong = (waiting: Set<() => void>, ms: number, stop: AbortSignal | undefined): Promise<void> =>
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

/**
 * Session-level advisory locks across processes, all on one connection of this process, so that waiters take no
 * connection of a pool. They end with the process, or after five seconds of silence. After a lost connection they are
 * taken again on the next one, unless another process was faster. `role`: this process's name for others.
 */
export const openLocks = async (url: string, signal: AbortSignal, role = 'all') => {
  /** Held locks by name, with a signal that aborts once the lock is lost. */
  const held = new Map<string, AbortController>()
  /** Names of locks that are held or requested. Without this, a session could take its own lock a second time. */
  const taken = new Set<string>()
  const waiting = new Set<() => void>()

  const forget = (name: string): void => {
    held.delete(name)
    taken.delete(name)
    for (const wake of waiting) wake()
  }

  /** Another process has taken the lock while this one was disconnected. */
  const lose = (name: string): void => {
    held.get(name)?.abort(new Error(`The lock ${name} is lost.`))
    forget(name)
  }

  const { holder, ask, ended } = await openSession(url, signal, role, held, lose)

  const tryToTake = async (name: string, places: number): Promise<Hold | null> => {
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
      const lost = new AbortController()
      held.set(one, lost)
      return {
        lost: lost.signal,
        letGo: () => {
          if (held.get(one) !== lost) return
          ask('pg_advisory_unlock', one).catch(() => {})
          forget(one)
        },
      }
    }
    return null
  }

  /** Waits for the lock, or for one of its places; null after `patience` ms or when `signal` aborts. */
  const hold = async (name: string, { places = 1, patience = 0, signal: stop }: Waiting = {}): Promise<Hold | null> => {
    for (const deadline = performance.now() + patience; ; ) {
      if (stop?.aborted) return null
      const taking = await tryToTake(name, places)
      if (taking) return taking
      const left = deadline - performance.now()
      if (left <= 0) return null
      await changeAmong(waiting, Math.min(left, POLL_MS), stop)
    }
  }

  return {
    holder,
    /**
     * Waits for the lock, or for one of its places: the release function, or null after `patience` ms or when `signal`
     * aborts.
     */
    take: async (name: string, waiting?: Waiting): Promise<(() => void) | null> => (await hold(name, waiting))?.letGo ?? null,
    /** Runs one piece of work at a time per name; work aborted while it waits does not start. */
    exclusively: async <Result>(name: string, work: () => Promise<Result>, stop?: AbortSignal): Promise<Result> => {
      const holding = await hold(name, { patience: Number.POSITIVE_INFINITY, signal: stop })
      try {
        stop?.throwIfAborted()
        return await work()
      } finally {
        holding?.letGo()
      }
    },
    /**
     * Runs endless work in one process at a time: in this process whenever it holds the lock. `work` must end when its
     * signal aborts: at `stop`, or because the lock is lost.
     */
    standBy: async (name: string, work: (signal: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<void> => {
      while (!stop.aborted) {
        const holding = await hold(name, { patience: Number.POSITIVE_INFINITY, signal: stop }).catch(() => null)
        if (!holding) {
          // Taking the lock fails while the connection is down; the connection reopens by itself.
          await pause(POLL_MS, undefined, { signal: stop }).catch(() => {})
          continue
        }
        const until = AbortSignal.any([stop, holding.lost])
        setMaxListeners(0, until)
        await work(until).finally(holding.letGo)
      }
    },
    /** Resolves when the connection has closed after the signal. */
    ended,
  }
}
export type Locks = Awaited<ReturnType<typeof openLocks>>
