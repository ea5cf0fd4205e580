import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const RETRY_MS = 200

type Listener = Readonly<{
  url: string
  channel: string
  /** On each new connection, before what it hears counts. */
  begin: (client: pg.Client) => void | Promise<void>
  heard: (payload: string) => void
  lost?: () => void
  signal: AbortSignal
}>

/**
 * Hears what is told on a channel of the database (NOTIFY), on a connection of its own that is opened again whenever it is lost;
 * what was told meanwhile is not heard. `begun` waits for the first connection, `ended` for the end after the signal.
 */
export const listen = ({ url, channel, begin, heard, lost, signal }: Listener): Readonly<{ begun: Promise<void>; ended: Promise<void> }> => {
  let hasBegun = () => {}
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve
  })
  const stay = async () => {
    while (!signal.aborted) {
      const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 })
      const gone = new Promise<void>((resolve) => {
        client.once('error', () => resolve()).once('end', () => resolve())
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      client.on('error', () => {})
      client.on('notification', ({ payload = '' }) => heard(payload))
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        await begin(client)
        hasBegun()
        await gone
      } catch {}
      lost?.()
      await client.end().catch(() => {})
      await pause(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
  return { begun, ended: stay() }
}
