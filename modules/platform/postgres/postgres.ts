import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { binaries, dataFolder, prepareDataFolder, SOCKET_PORT, serverUser, socketFolder, type User } from './postgres-place.ts'
import { isAlive, lockFolder } from './process-lock.ts'

const run = promisify(execFile)

export type Postgres = Readonly<{
  url: string
  /**
   * The actual data folder. If the server's account cannot reach the requested folder, that folder is a link to this
   * one.
   */
  data: string
  stop(): Promise<void>
}>
export type PostgresOptions = Readonly<{
  dir: string
  /** Further settings, as in postgresql.conf. */
  settings?: Readonly<Record<string, string | number>>
  /** For tests: faster, and not durable across a power cut. */
  fast?: boolean
  /** False: a loopback port with a password, as on Windows, which has no Unix sockets. */
  sockets?: boolean
}>

const MAJOR = '18'

const DURABLE = {
  shared_buffers: '256MB',
  max_connections: 200,
  // Bounds the recovery time after a crash during an import.
  max_wal_size: '1GB',
  // Recycles WAL segments: creating one, with its space on the disk, delays every commit by 50 ms.
  min_wal_size: '512MB',
  checkpoint_timeout: '2min',
  random_page_cost: 1.1,
  effective_io_concurrency: 32,
  fsync: 'on',
  restart_after_crash: 'on',
  // Error details quote rows, which hold names.
  log_error_verbosity: 'terse',
}
const FAST = {
  ...DURABLE,
  shared_buffers: '128MB',
  // Each app opens up to 60 connections, and parallel tests share this server.
  max_connections: 1000,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
}

/**
 * Starts the embedded Postgres on a data folder, creating it at first, and keeps it running until `stop`. It listens on
 * a socket that only its own account (and root) can reach, and on no port.
 * @throws Error with a message for operators if the folder is in use, damaged or of another version
 */
export const startPostgres = async ({ dir, settings = {}, fast = false, sockets = true }: PostgresOptions): Promise<Postgres> => {
  const asked = resolve(dir)
  mkdirSync(dirname(asked), { recursive: true })
  const unlock = lockFolder(join(dirname(asked), 'vestry.lock'), `The data folder ${asked} is in use by another Vestry`)
  try {
    const user = serverUser()
    const bin = binaries(user)
    const data = prepareDataFolder(asked, user)
    const socket = sockets ? socketFolder(data, user) : null
    const password = socket === null ? passwordIn(dirname(asked)) : null
    await initialise({ data, bin, user, fast, password })
    const listen = { listen_addresses: socket === null ? '127.0.0.1' : '', unix_socket_directories: socket ?? '' }
    const all = { ...listen, ...(fast ? FAST : DURABLE), ...settings }
    const options = Object.entries(all).map(([name, value]) => `${name}=${value}`)
    const server = { data, bin, user, options, socket }
    const port = (await adopt(server)) ?? (await launch(server))
    const url = urlOf({ port, socket, password })
    const supervisor = supervise(server, port, url)
    return {
      url,
      data,
      stop: async () => {
        await supervisor.stop()
        await run(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'fast', '-w'], { ...user, cwd: data }).catch((error: unknown) => {
          if (postmaster(data)) throw error
        })
        if (socket !== null && socket !== data) rmSync(socket, { recursive: true, force: true })
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The address of a server already running on a data folder, for tools beside the app. */
export const runningPostgres = (dir: string): string | undefined => {
  const asked = resolve(dir)
  const running = postmaster(dataFolder(asked, serverUser()))
  return running && urlOf({ ...running, password: running.socket === null ? passwordIn(dirname(asked)) : null })
}

export const holdsPostgres = (dir: string): boolean => existsSync(join(dataFolder(resolve(dir), serverUser()), 'PG_VERSION'))

type Server = Readonly<{ data: string; bin: string; user: User; options: readonly string[]; socket: string | null }>

type Address = Readonly<{ port: number; socket: string | null; password: string | null }>

const urlOf = ({ port, socket, password }: Address): string =>
  socket === null
    ? `postgres://app:${password}@127.0.0.1:${port}/postgres?sslmode=disable`
    : `postgres://app@${encodeURIComponent(socket)}/postgres?sslmode=disable`

const passwordIn = (folder: string): string => {
  const file = join(folder, 'postgres.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Creates the cluster in a sibling folder and renames it when complete, so that a crash leaves no partial one. */
const initialise = async ({ data, bin, user, fast, password }: Omit<Server, 'options' | 'socket'> & { fast: boolean; password: string | null }) => {
  const files = existsSync(data) ? readdirSync(data) : []
  if (files.includes('PG_VERSION')) {
    const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
    if (version === MAJOR) return
    throw new Error(
      `The data folder ${data} was made by Postgres ${version}; this Vestry runs Postgres ${MAJOR}. Back up with the old version first.`,
    )
  }
  if (files.length > 0) {
    throw new Error(`The folder ${data} holds files but no database (PG_VERSION is missing). Move them away, or name another data folder.`)
  }
  const half = `${data}-new`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { mode: 0o700 })
  if (user.uid !== undefined) chownSync(half, user.uid, user.gid ?? 0)
  const passwordFile = `${half}.password`
  if (password !== null) {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (user.uid !== undefined) chownSync(passwordFile, user.uid, user.gid ?? 0)
  }
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const proof = password === null ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  try {
    await run(join(bin, 'initdb'), ['-D', half, '-U', 'app', ...proof, ...locale, ...(fast ? ['--no-sync'] : [])], { ...user, cwd: half })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  if (existsSync(data)) rmdirSync(data)
  renameSync(half, data)
}

type Postmaster = Readonly<{ pid: number; port: number; socket: string | null; state: string | undefined }>

/** The live server of a data folder, from postmaster.pid: lines 1, 4, 5, 8 are process, port, socket folder, state. */
const postmaster = (data: string): Postmaster | undefined => {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!(pid > 0) || !isAlive(pid) || !isPostgres(pid)) return undefined
    return { pid, port: Number(lines[3]), socket: lines[4]?.trim() || null, state: lines[7]?.trim() }
  } catch {
    return undefined
  }
}

/** True if a process is Postgres: an unrelated process may have the pid of a killed server. */
const isPostgres = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return process.platform !== 'linux'
  }
}

/**
 * A killed server is a zombie until its parent reaps it, and Postgres would wait for its pid. Removes its lock file,
 * unless one of its backends still works in the folder.
 */
const forgetDead = (data: string): void => {
  const file = join(data, 'postmaster.pid')
  if (process.platform !== 'linux' || !existsSync(file) || isAlive(Number(readFileSync(file, 'utf8').split('\n')[0]))) return
  const worksHere = (pid: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === data && isPostgres(Number(pid))
    } catch {
      return false
    }
  }
  if (!readdirSync('/proc').some((name) => /^\d+$/.test(name) && worksHere(name))) rmSync(file, { force: true })
}

/** Adopts the server that a killed Vestry left behind, if its options are the same; else stops it. */
const adopt = async ({ data, bin, user, options }: Server): Promise<number | undefined> => {
  const left = postmaster(data)
  if (!left) return undefined
  const started = readFileSync(join(data, 'postmaster.opts'), 'utf8')
  if (left.state === 'ready' && started.startsWith(join(bin, 'postgres')) && options.every((option) => started.includes(`"${option}"`)))
    return left.port
  await run(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate', '-w'], { ...user, cwd: data }).catch(() => {})
  return undefined
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found on this machine.')
  return address.port
}

/** Starts the server, with retries: a killed one may still be dying, or another program may take the port. */
const launch = async ({ data, bin, user, options, socket }: Server, wanted?: number): Promise<number> => {
  const log = join(data, 'server.log')
  forgetDead(data)
  for (let attempt = 1; ; attempt++) {
    const port = wanted ?? (socket === null ? await freePort() : SOCKET_PORT)
    const flags = [`-p ${port}`, ...options.map((option) => `-c "${option}"`)].join(' ')
    // Not piped: the server inherits the streams, so they never end. Detached: Ctrl-C, which a terminal sends to the
    // whole process group, must not stop a server that was just started.
    const starting = spawn(join(bin, 'pg_ctl'), ['start', '-w', '-D', data, '-l', log, '-o', flags], {
      ...user,
      cwd: data,
      stdio: 'ignore',
      detached: true,
    })
    const [code] = (await once(starting, 'exit')) as [number | null]
    if (code === 0) return port
    if (attempt === 10) throw new Error(`Postgres did not start on ${data}. The end of ${log} says why:\n${tail(log)}`)
    await pause(150)
  }
}

const tail = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n') : '(nothing)')

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const NOT_ACCEPTING = '57P03'

/** True if a server refuses connections because it starts or recovers. */
const refuses = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return false
  } catch (error) {
    return (error as { code?: string }).code === NOT_ACCEPTING
  }
}

/**
 * True if a server waits for a recovery process that no longer exists. Postgres 18 hangs for ever if that process ends
 * at once, as on a full disk: the server is then notified of the process's end before its beginning.
 */
const isStuck = async (pid: number, url: string): Promise<boolean> => {
  const processes = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  const isAtWork = (process: string) => /startup|walwriter/.test(textOf(`/proc/${process}/cmdline`))
  // Only Linux lists child processes.
  if (processes.length === 0 || processes.some(isAtWork)) return false
  return refuses(url)
}

const POLL_MS = 1_000
const STUCK_MS = 2_000

/** Restarts the server on the same port when it dies or hangs. */
const supervise = (server: Server, port: number, url: string): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  let stuck: number | null = null
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pause(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      const running = postmaster(server.data)
      if (running && (running.state === 'stopping' || !(await isStuck(running.pid, url)))) stuck = null
      else if (running) {
        stuck ??= Date.now()
        if (Date.now() - stuck < STUCK_MS) continue
        process.stderr.write('Postgres stands still in its recovery and is started again.\n')
        // The server ignores a request to stop, so it is killed. Its write-ahead log has all acknowledged commits, as
        // after any crash.
        if (isAlive(running.pid)) process.kill(running.pid, 'SIGKILL')
        stuck = null
      } else await launch(server, port).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    }
  }
  const watching = watch()
  return {
    stop: async () => {
      stopping.abort()
      await watching
    },
  }
}
