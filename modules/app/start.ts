import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DEMO_ADMIN } from '../identity/demo.ts'
import { removeAbandoned } from '../payors/upload-folder.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { starting } from '../platform/event-store/patience.ts'
import { openLog } from '../platform/log.ts'
import { masterKeysOf } from '../platform/personal-data/master-key.ts'
import { type Postgres, startPostgres } from '../platform/postgres/postgres.ts'
import type { BackgroundThread } from './background-thread.ts'
import { reachable } from './reachable.ts'
import type { Vestry } from './server.ts'

const SIGNAL_MS = 100

/** Throws, before anything else is started, if the port cannot be used. */
const checkPort = ({ port, host }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const sentences: Record<string, string> = {
        EADDRINUSE: `The port ${port} is busy: stop what uses it, or choose another with PORT.`,
        EACCES: `The port ${port} may not be used by this user: choose another with PORT.`,
        EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
        ENOTFOUND: `HOST ${host} is not known.`,
      }
      reject(new Error(sentences[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}`))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })

const makeFolder = (dir: string): void => {
  try {
    mkdirSync(dir, { recursive: true })
  } catch (cause) {
    throw new Error(`The setting DATA_DIR is wrong: ${dir} cannot be a folder (${(cause as NodeJS.ErrnoException).code}).`, { cause })
  }
}

/** True if no user has ever registered. */
const isNew = async (databaseUrl: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.users') is not null as there`)
    return !rows[0]?.there || (await client.query('select 1 from users limit 1')).rowCount === 0
  } finally {
    await client.end()
  }
}

const listen = ({ server }: Vestry, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

/**
 * npm does not forward signals and leaves its child running, so a process started by npm ends when its parent is gone.
 */
const whenOrphaned = (end: () => void): void => {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 500)
  watch.unref()
}

/** A demo without OPERATORS is operated by the demo's Admin. */
const operatorsOf = ({ operators, demo, sandbox }: Config): Config['operators'] =>
  operators.length === 0 && demo && sandbox ? [DEMO_ADMIN] : operators

/** Starts the configured parts, the database too if none is given, and stops them all on SIGINT and SIGTERM. */
export const start = async (thread: BackgroundThread | null): Promise<void> => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  const log = openLog(config.logLevel)
  await checkPort(config)
  makeFolder(config.dataDir)
  const masterKeys = masterKeysOf(config, { make: true })
  let postgres: Promise<Postgres> | null = null
  let vestry: Vestry | null = null
  let stopping: Promise<void> | null = null
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      await vestry?.stop()
      // Postgres may still be starting, and would outlive this process.
      await (await postgres?.catch(() => null))?.stop()
    })()
    return stopping
  }
  const end = () =>
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
  if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(end)
  try {
    // Postgres starts while the server's modules are loaded.
    const serving = import('./server.ts')
    // The error is handled at the await below. tsx may receive a signal before this process and make the import fail.
    serving.catch(() => {})
    let databaseUrl = config.databaseUrl
    if (!databaseUrl) {
      const dir = path.resolve(config.dataDir, 'postgres')
      postgres = startPostgres({ dir })
      const { url, data } = await postgres
      databaseUrl = url
      if (data !== dir) console.log(`The database lies in ${data}, to which ${dir} links: its account cannot reach DATA_DIR.`)
    }
    const { startVestry } = await serving
    const begun = starting()
    await reachable(databaseUrl, config.eventStore, begun, log)
    if (config.demo && config.sandbox && config.role === 'all' && (await isNew(databaseUrl))) {
      // A second instance of Vestry plays the demo's year, with a movable clock and without limits; no real person
      // signs in there.
      const past = await startVestry(
        { ...config, rateLimitFactor: 1_000_000, smtpUrl: undefined, securityLog: false, telemetry: null },
        databaseUrl,
        masterKeys,
        log,
        { start: begun },
      )
      try {
        const { seedDemo } = await import('./demo/seed.ts')
        await listen(past, 0, '127.0.0.1')
        await seedDemo(past)
      } finally {
        await past.stop()
      }
    }
    vestry = await startVestry({ ...config, operators: operatorsOf(config) }, databaseUrl, masterKeys, log, { thread, start: begun })
    await removeAbandoned()
    await vestry.parts.ready()
    begun.over()
    if (stopping !== null) return
    const port = await listen(vestry, config.port, config.host)
    const url = config.baseUrl ?? `http://localhost:${port}`
    console.log(`Vestry runs at ${url}`)
    if (!config.sandbox && !config.smtpUrl) console.log('Mails are kept instead of sent: SMTP_URL is not set.')
    if (config.demo && config.sandbox) {
      const { demoLogins } = await import('./demo/seed.ts')
      for (const line of await demoLogins(vestry.parts.pool, url)) console.log(line)
    }
  } catch (error) {
    // A stop closes the connections of a running start, so the error may come from a stop. Postgres may get the signal
    // before this process does, so this process first waits for the signal.
    await pause(SIGNAL_MS)
    if (stopping !== null) return
    await stop()
    throw error
  }
}
