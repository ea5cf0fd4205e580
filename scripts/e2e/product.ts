import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runningPostgres } from '../../modules/platform/postgres/postgres.ts'
import { startWireProcess } from '../testing/eventstoredb/process.ts'

export type Settings = {
  /** Whether the product starts with its demo data. */
  demo: boolean
  /** 'postgres'; 'wire-server' for our own server of EventStoreDB's protocol; or the address of a real node. */
  eventStore: string
  /** The e-mails of those who run it. */
  operators: string
}

export type Product = Readonly<{
  url: string
  /** Where its embedded database is, for what no screen can bring about. */
  databaseUrl: () => string
}>

const root = path.resolve(import.meta.dirname, '../..')
const READY_WITHIN = 90_000
const STOPPED_WITHIN = 20_000

/** Empty settings count as absent, and keep a developer's own environment and .env out of the story. */
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

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const untilReady = async (url: string, child: ChildProcess, said: () => string): Promise<void> => {
  for (const until = Date.now() + READY_WITHIN; Date.now() < until; await pause(100)) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode} before it was ready:\n${said()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.status === 200) return
  }
  throw new Error(`The product was not ready within ${READY_WITHIN / 1000} s:\n${said()}`)
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN)
  await exited
  clearTimeout(late)
}

/** The built product as a user starts it, on a port and in a folder of its own, until `use` has ended. */
export const withProduct = async ({ demo, eventStore, operators }: Settings, use: (product: Product) => Promise<void>): Promise<void> => {
  const wire = eventStore === 'wire-server' ? await startWireProcess() : null
  const folder = mkdtempSync(path.join(tmpdir(), 'vestry-e2e-'))
  // The database's account can walk into it when root has stepped down.
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
      // All stories come from one address.
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
    await untilReady(url, child, () => said)
    await use({ url, databaseUrl: () => runningPostgres(path.join(folder, 'postgres')) ?? '' })
  } finally {
    await end(child)
    await wire?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
