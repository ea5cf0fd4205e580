import { listen } from '../postgres/listen.ts'
import { type Category, type Position, START } from './event-store.ts'

export type EventSignals = Readonly<{
  announce(position: Position, categories: ReadonlySet<string>): void
  /** Number of connections so far. Appends by other processes are missed while disconnected. */
  connections(): number
  /** Waits for an event after a position in some categories, a connection after the `seen`th, the signal, or `ms`. */
  next(after: Position, categories: readonly Category[] | undefined, ms: number, signal: AbortSignal, seen?: number): Promise<void>
  close(): Promise<void>
}>

type Listener = (position: Position, categories: ReadonlySet<string> | 'any') => void

export const eventSignals = (connectionString: string): EventSignals => {
  const listeners = new Set<Listener>()
  /**
   * The position of the last announced event per category. A follower that was busy during the announcement finds it
   * here, and does not wait.
   */
  const announced = new Map<string, Position>()
  const closing = new AbortController()
  let listening: Promise<void> | undefined
  let connected = 0

  const announce: Listener = (position, categories) => {
    if (categories !== 'any') for (const category of categories) if (position > (announced.get(category) ?? START)) announced.set(category, position)
    for (const listener of listeners) listener(position, categories)
  }

  const onSignal = () =>
    listen({
      url: connectionString,
      channel: 'events',
      begin: () => {
        connected += 1
        announce(START, 'any')
      },
      onMessage: (payload) => {
        const [position = '', categories = ''] = payload.split(' ')
        announce(BigInt(position), new Set(categories.split(',')))
      },
      signal: closing.signal,
    }).ended

  return {
    announce,
    connections: () => connected,
    next: (after, categories, ms, signal, seen = connected) => {
      listening ??= onSignal()
      return new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          listeners.delete(listener)
          signal.removeEventListener('abort', done)
          resolve()
        }
        const listener: Listener = (position, appended) => {
          if (appended === 'any' || (position > after && (!categories || categories.some((category) => appended.has(category))))) done()
        }
        const timer = setTimeout(done, ms)
        listeners.add(listener)
        signal.addEventListener('abort', done, { once: true })
        const missed = (categories ?? [...announced.keys()]).some((category) => (announced.get(category) ?? START) > after)
        if (missed || connected > seen || signal.aborted) done()
      })
    },
    close: async () => {
      closing.abort()
      await listening
    },
  }
}
