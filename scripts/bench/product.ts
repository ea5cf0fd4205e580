import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runningPostgres } from '../../modules/platform/postgres/postgres.ts'

const root = resolve(import.meta.dirname, '../..')

/** A folder that Postgres can enter after root has dropped its rights. */
export const temporaryFolder = (name: string): { dir: string; remove(): void } => {
  const dir = mkdtempSync(join(tmpdir(), `vestry-${name}-`))
  chmodSync(dir, 0o755)
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) }
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

const POLL_EVERY_MS = 10
const POLL_PATIENCE_MS = 2_000

export const isReady = (base: string, patience = POLL_PATIENCE_MS): Promise<boolean> =>
  fetch(`${base}/readyz`, { signal: AbortSignal.timeout(patience) }).then(
    ({ ok }) => ok,
    () => false,
  )

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/**
 * Waits until a started process is ready at an address.
 * @throws with its output if it has ended, or is not ready after `patience` ms
 */
export const untilReady = async (base: string, child: ChildProcess, said: () => string, patience = 60_000): Promise<void> => {
  for (const deadline = performance.now() + patience; !(await isReady(base)); await pause(POLL_EVERY_MS)) {
    if (hasEnded(child)) throw new Error(`the product ended before it was ready:\n${said()}`)
    if (performance.now() > deadline) throw new Error(`the product was not ready after ${patience} ms:\n${said()}`)
  }
}

export const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (hasEnded(child)) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

export type Product = Readonly<{
  base: string
  /** File with the output of `npm start`, and the log. */
  output: string
  child: ChildProcess
  /** From the start of the process to the first 200 of /readyz. */
  readyMs: number
  databaseUrl: () => string
  postmaster: () => number
  kill: () => Promise<void>
  stop: () => Promise<void>
}>

type Options = Readonly<{ dir: string; port: number; env?: Readonly<Record<string, string>>; flags?: readonly string[]; patience?: number }>

const startArguments = (): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').slice(1)
}

/** Starts the real product as `npm start` does, in a separate process, and waits until it is ready. */
export const startProduct = async ({ dir, port, env = {}, flags = [], patience }: Options): Promise<Product> => {
  // Builds now, so that concurrent changes of others do not cause a build within the measured time.
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'ignore' })
  const output = join(dir, 'product.log')
  const log = openSync(output, 'a')
  const started = performance.now()
  const child = spawn(process.execPath, [...flags, ...startArguments()], {
    cwd: root,
    stdio: ['ignore', log, log],
    env: { ...process.env, DATA_DIR: join(dir, 'data'), PORT: String(port), DEMO: '0', RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn', ...env },
  })
  closeSync(log)
  const base = `http://127.0.0.1:${port}`
  await untilReady(base, child, () => tail(output), patience)
  const readyMs = performance.now() - started
  const data = join(dir, 'data/postgres')
  return {
    base,
    output,
    child,
    readyMs,
    databaseUrl: () => {
      const url = runningPostgres(data)
      if (!url) throw new Error('the embedded Postgres does not run')
      return url
    },
    postmaster: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

export const tail = (file: string, lines = 20): string => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')

/** Runs the product in a temporary folder; shows its last output if the work fails. */
export const withProduct = async <Result>(
  work: (product: Product, dir: string) => Promise<Result>,
  options: Pick<Options, 'flags'> = {},
): Promise<Result> => {
  const { dir, remove } = temporaryFolder('bench')
  const product = await startProduct({ dir, port: await freePort(), ...options })
  try {
    return await work(product, dir)
  } catch (error) {
    console.error(tail(product.output))
    throw error
  } finally {
    await product.stop()
    remove()
  }
}

export const residentBytes = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
