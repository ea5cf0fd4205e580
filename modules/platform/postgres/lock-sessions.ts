import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'

const release = (): string => (JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }).version

/** Postgres' limit for a session's name. */
const MOST_BYTES = 63

/** Names a process's lock session in the database, by role, release, process and machine. */
export const sessionName = (role: string): string => {
  const process = `vestry ${role} ${release()} ${globalThis.process.pid}@`
  return `${process}${hostname().slice(process.length - MOST_BYTES)}`
}

/**
 * Postgres shows a role the sessions that signed in as that role, but not those that took it on with `set role`, which
 * are ours, too. Sessions of other roles are ignored.
 * @throws Error if our role cannot see one of our sessions
 */
export const assertSeesSessions = async (db: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  const { rowCount } = await db.query(`select from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
    where a.datname = current_database() and a.backend_start is null and not r.rolsuper and pg_has_role(r.oid, current_user::regrole::oid, 'member')`)
  if (rowCount) throw new Error("the database's role is not told about its own sessions: `grant pg_read_all_stats` to it")
}

/** `since`: null if our role may not see the session's start (scripts/OPERATE.md, the second role). */
export type LiveProcess = Readonly<{ role: string; release: string; pid: number; host: string; since: Date | null }>

const NAMED = /^vestry (\S+) (\S+) (\d+)@(.*)$/

/** The processes that hold a lock session now, each since its connection. */
export const liveProcesses = async (pool: pg.Pool): Promise<LiveProcess[]> => {
  const { rows } = await pool.query<{ name: string; since: Date | null }>(
    `select application_name as name, min(backend_start) as since from pg_stat_activity
     where datname = current_database() and application_name like 'vestry %' group by application_name order by since`,
  )
  return rows.flatMap(({ name, since }) => {
    const [, role, version, pid, host] = NAMED.exec(name) ?? []
    return role && version && pid && host ? [{ role, release: version, pid: Number(pid), host, since }] : []
  })
}

/** The process that holds each of these locks; free locks are left out. */
export const holdersOf = async (pool: pg.Pool, locks: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ name: string; session: string }>(
    `select w.name, a.application_name as session
     from (select name, hashtextextended(name, 0) as hash from unnest($1::text[]) as name) as w
     join pg_locks l on l.locktype = 'advisory' and l.objsubid = 1 and l.granted and l.mode = 'ExclusiveLock'
       and l.database = (select oid from pg_database where datname = current_database())
       and l.classid::bigint = (w.hash >> 32) & 4294967295 and l.objid::bigint = w.hash & 4294967295
     join pg_stat_activity a on a.pid = l.pid`,
    [locks],
  )
  return new Map(rows.map(({ name, session }) => [name, NAMED.exec(session)?.slice(3).join('@') ?? 'another program']))
}
