import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const RETRY_MS = 200

type Connection = Readonly<{
  url: string
  /** Runs on each new connection before it is used. */
  begin: (client: pg.Client) => void | Promise<void>
  lost?: () => void
  signal: AbortSignal
}>
type Stay = Readonly<{ begun: Promise<void>; ended: Promise<void> }>

/**
 * A dedicated connection that reconnects whenever it is lost. `begun` resolves with the first connection, `ended` once
 * the last one has closed after the signal.
 */
export const stayConnected = ({ url, begin, lost, signal }: Connection): Stay => {
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
      try {
        await client.connect()
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

type Listener = Connection & Readonly<{ channel: string; onMessage: (payload: string) => void }>

/** Listens on a NOTIFY channel; notifications during a lost connection are missed. */
export const listen = ({ channel, begin, onMessage, ...connection }: Listener): Stay =>
  stayConnected({
    ...connection,
    begin: async (client) => {
      client.on('notification', ({ payload = '' }) => onMessage(payload))
      await client.query(`listen ${channel}`)
      await begin(client)
    },
  })
