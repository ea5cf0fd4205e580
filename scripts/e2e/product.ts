import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runningPostgres } from '../../modules/platform/postgres/postgres.ts'
import { end, freePort, untilReady } from '../bench/product.ts'
import { startWireProcess } from '../testing/eventstoredb/process.ts'

export type Settings = {
  demo: boolean
  /** 'postgres'; 'wire-server' for our own server of EventStoreDB's protocol; or the address of a real EventStoreDB. */
  eventStore: string
  operators: string
}

export type Product = Readonly<{
  url: string
  /** The address of the embedded database, to make states that no screen can make. */
  databaseUrl: () => string
}>

const root = path.resolve(import.meta.dirname, '../..')
const READY_WITHIN = 90_000
const STOPPED_WITHIN = 20_000

/**
 * Settings emptied so that a developer's environment and .env file do not affect the stories. An empty setting counts
 * as absent.
 */
const untouched = {
  BASE_URL: '',
  DATABASE_URL: '',
  SMTP_URL: '',
  ROLE: '',
  NODE_ENV: '',
  PERSONAL_DATA_KEY: '',
  SANDBOX: '',
  TRUST_PROXY: '',
  HOST: '',
  GOOGLE_CLIENT_ID: '',
  GOOGLE_CLIENT_SECRET: '',
  FACEBOOK_CLIENT_ID: '',
  FACEBOOK_CLIENT_SECRET: '',
}

/** Ends the process; kills it if it does not end in time. */
const stop = async (child: ChildProcess): Promise<void> => {
  const late = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN)
  await end(child, 'SIGTERM')
  clearTimeout(late)
}

/** Runs the built product as a user starts it, on its own port and folder, until `use` ends. */
export const withProduct = async ({ demo, eventStore, operators }: Settings, use: (product: Product) => Promise<void>): Promise<void> => {
  const wire = eventStore === 'wire-server' ? await startWireProcess() : null
  const folder = mkdtempSync(path.join(tmpdir(), 'vestry-e2e-'))
  // When root runs the stories, the database runs under another account, which must be able to enter the folder.
  chmodSync(folder, 0o755)
  const port = await freePort()
  let said = ''
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      ...untouched,
      PORT: String(port),
      DATA_DIR: folder,
      DEMO: demo ? '1' : '0',
      OPERATORS: operators,
      EVENT_STORE: wire?.connectionString ?? eventStore,
      // All stories send their requests from one address.
      RATE_LIMIT_FACTOR: '1000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString()
    })
  try {
    const url = `http://localhost:${port}`
    await untilReady(url, child, () => said, READY_WITHIN)
    await use({ url, databaseUrl: () => runningPostgres(path.join(folder, 'postgres')) ?? '' })
  } finally {
    await stop(child)
    await wire?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
