import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../modules/platform/postgres/postgres.ts'
import { end, freePort, tail, untilReady } from '../bench/product.ts'
import { startBalancer } from './balancer.ts'
import { processorTime } from './processor-time.ts'

const root = resolve(import.meta.dirname, '../..')

export type Role = 'all' | 'web' | 'projector' | 'worker'
export type Member = Readonly<{ role: Role; port: number; output: string; child: () => ChildProcess }>

/**
 * Processes of the product by role on one Postgres, the web ones behind a balancer. They are killed, frozen and
 * restarted one by one.
 */
export const startCluster = async (dir: string, settings: Readonly<Record<string, string>>) => {
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const balancer = await startBalancer()
  const masterKey = randomBytes(32)
  const members = new Set<Member>()
  let more: Readonly<Record<string, string>> = settings

  const launch = ({ role, port, output }: Omit<Member, 'child'>): ChildProcess => {
    const log = openSync(output, 'a')
    const child = spawn(process.execPath, ['scripts/start.mjs', '--no-build'], {
      cwd: root,
      stdio: ['ignore', log, log],
      env: {
        ...process.env,
        ...{ ROLE: role, PORT: String(port), DATA_DIR: join(dir, `${role}-${port}`), DATABASE_URL: postgres.url, BASE_URL: balancer.base },
        ...{ TRUST_PROXY: '1', DEMO: '0', RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn', PERSONAL_DATA_KEY: masterKey.toString('base64') },
        ...more,
      },
    })
    closeSync(log)
    return child
  }

  const ready = ({ port, output, child }: Member): Promise<void> => untilReady(`http://127.0.0.1:${port}`, child(), () => tail(output))

  const again = async (member: Member, signal: NodeJS.Signals): Promise<void> => {
    await end(member.child(), signal)
    children.set(member, launch(member))
    await ready(member)
  }

  const children = new Map<Member, ChildProcess>()
  const time = processorTime(() => [
    ...[...members].map((member) => ({ role: member.role, pid: member.child().pid ?? 0 })),
    { role: 'postgres', pid: Number(readFileSync(join(postgres.data, 'postmaster.pid'), 'utf8').split('\n')[0]) },
  ])

  return {
    base: balancer.base,
    dropped: balancer.dropped,
    databaseUrl: postgres.url,
    masterKey,
    members: (): readonly Member[] => [...members],
    /** Milliseconds of processor time by role since the start. */
    spent: time.spent,
    /** Settings for processes that start from now on. */
    set: (changed: Readonly<Record<string, string>>) => {
      more = { ...more, ...changed }
    },
    start: async (role: Role): Promise<Member> => {
      const port = await freePort()
      const place = { role, port, output: join(dir, `${role}-${port}.log`) }
      mkdirSync(join(dir, `${role}-${port}`), { recursive: true })
      const member: Member = { ...place, child: () => children.get(member) as ChildProcess }
      children.set(member, launch(place))
      members.add(member)
      await ready(member)
      if (role === 'all' || role === 'web') balancer.add(port)
      while (balancer.ready() === 0) await pause(20)
      return member
    },
    kill: (member: Member): Promise<void> => again(member, 'SIGKILL'),
    /** Stops a process as a deploy does, and starts it again. */
    restart: (member: Member): Promise<void> => again(member, 'SIGTERM'),
    /** Suspends a process for a while: it does no work but keeps its locks. */
    freeze: async (member: Member, ms: number): Promise<void> => {
      member.child().kill('SIGSTOP')
      await pause(ms)
      member.child().kill('SIGCONT')
      await ready(member)
    },
    retire: async (member: Member): Promise<void> => {
      balancer.remove(member.port)
      await end(member.child(), 'SIGTERM')
      members.delete(member)
    },
    stop: async (): Promise<void> => {
      time.stop()
      await Promise.all([...members].map(({ child }) => end(child(), 'SIGTERM')))
      await balancer.stop()
      await postgres.stop()
    },
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
