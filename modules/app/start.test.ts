import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort, isReady } from '../../scripts/bench/product.ts'
import { freshDatabase } from '../../scripts/testing/database.ts'
import { startWireProcess } from '../../scripts/testing/eventstoredb/process.ts'
import { runningPostgres } from '../platform/postgres/postgres.ts'

const root = resolve(import.meta.dirname, '../..')

test.concurrent.each<[NodeJS.Signals, string, (data: string) => boolean]>([
  ['SIGTERM', 'while the database is being made', (data) => existsSync(`${data}-new`)],
  ['SIGINT', 'while the database comes up', (data) => existsSync(join(data, 'postmaster.pid'))],
  ['SIGTERM', 'while the demo is being lived', (data) => runningPostgres(data) !== undefined],
])('%s %s ends the start and leaves nothing running', async (signal, _, reached) => {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-start-'))
  chmodSync(folder, 0o755)
  const data = join(folder, 'postgres')
  const child = spawn(process.execPath, ['scripts/start.mjs', '--no-build'], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(await freePort()), DEMO: '1' },
  })
  const gone = once(child, 'exit')
  while (!reached(data) && child.exitCode === null) await pause(20)
  // Signals the whole group, like Ctrl-C in a terminal.
  process.kill(-(child.pid ?? 0), signal)
  expect(await gone).toEqual([0, null])
  expect(runningPostgres(data)).toBeUndefined()
  expect(existsSync(join(folder, 'vestry.lock'))).toBe(false)
  rmSync(folder, { recursive: true })
})

test("the demo's mails link to the current port, at its first start and at a later one on another port", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-start-'))
  chmodSync(folder, 0o755)
  const started = async () => {
    const child = spawn(process.execPath, ['scripts/start.mjs', '--no-build'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', DEMO: '1' },
    })
    let said = ''
    child.stdout.on('data', (piece: Buffer) => {
      said += piece
    })
    const url = () => /Vestry runs at (\S+)/.exec(said)?.[1]
    await expect.poll(() => url() ?? child.exitCode, { timeout: 240_000, interval: 200 }).toMatch(/^http:\/\/localhost:\d+$/)
    return { child, url: url() ?? '' }
  }
  const ports = new Set<string>()
  for (let starts = 0; starts < 2; starts += 1) {
    const { child, url } = await started()
    ports.add(url)
    const { data } = (await (await fetch(`${url}/api/sandbox/mail`)).json()) as { data: { text: string; html: string }[] }
    const links = data.flatMap(({ text, html }) => [text, html]).flatMap((said) => said.match(/https?:\/\/[^/\s"<]+/g) ?? [])
    expect(links.length).toBeGreaterThan(100)
    expect([...new Set(links)]).toEqual([url])
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  expect(ports.size).toBe(2)
  rmSync(folder, { recursive: true })
}, 600_000)

test('SIGTERM to npm alone also ends the server that it started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-start-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const npm = spawn('npm', ['start', '--', '--no-build'], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: folder, PORT: String(port), DEMO: '0' },
  })
  const ready = () => isReady(`http://127.0.0.1:${port}`)
  await expect.poll(ready, { timeout: 60_000, interval: 100 }).toBe(true)
  process.kill(npm.pid ?? 0, 'SIGTERM')
  await expect.poll(() => existsSync(join(folder, 'vestry.lock')), { timeout: 30_000, interval: 100 }).toBe(false)
  expect(await ready()).toBe(false)
  expect(runningPostgres(join(folder, 'postgres'))).toBeUndefined()
  rmSync(folder, { recursive: true })
})

test('a stopping web process is not ready, and serves until load balancers know it', async () => {
  const database = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'vestry-start-'))
  const port = await freePort()
  const web = spawn(process.execPath, ['scripts/start.mjs', '--no-build'], {
    cwd: root,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), ROLE: 'web', DATABASE_URL: database.url },
  })
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status, headers }) => ({ status, connection: headers.get('connection') }),
      () => null,
    )
  await expect.poll(() => ask('/readyz'), { timeout: 60_000, interval: 100 }).toMatchObject({ status: 200, connection: 'keep-alive' })
  const gone = once(web, 'exit')
  web.kill('SIGTERM')
  await expect.poll(() => ask('/readyz'), { interval: 20 }).toMatchObject({ status: 503 })
  expect(await ask('/api/auth/verify')).toEqual({ status: 200, connection: 'close' })
  expect(await gone).toEqual([0, null])
  await database.drop()
  rmSync(folder, { recursive: true })
})

const startOn = (settings: Readonly<{ port: number; folder: string; databaseUrl: string; eventStore: string }>) => {
  const { port, folder, databaseUrl, eventStore } = settings
  const child = spawn(process.execPath, ['scripts/start.mjs', '--no-build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), DEMO: '0', DATABASE_URL: databaseUrl, EVENT_STORE: eventStore },
  })
  const [said, logged]: [Buffer[], Buffer[]] = [[], []]
  child.stderr.on('data', (piece: Buffer) => said.push(piece))
  child.stdout.on('data', (piece: Buffer) => logged.push(piece))
  return { child, said: () => String(Buffer.concat(said)), waits: () => String(Buffer.concat(logged)).split(WAITS).length - 1 }
}

const WAITS = 'the start waits up to 30 s for the database of DATABASE_URL'

/** Postgres's message that refuses a connection, before or after it asks for a password. */
const refusal = (code: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

const STARTING_UP = refusal('57P03', 'the database system is starting up')

/**
 * Opens a TCP address in front of the tests' Postgres, which listens on a socket only. Until `opens`, each connection
 * gets the refusal.
 */
const postgresBehind = async (port: number, databaseUrl: string, refused: Buffer | null) => {
  let refuses = refused
  let connections = 0
  const url = new URL(databaseUrl)
  const socket = join(decodeURIComponent(url.hostname), '.s.PGSQL.5432')
  const server = createServer((from) => {
    connections += 1
    from.on('error', () => {})
    const answer = refuses
    if (answer !== null) {
      from.once('data', () => from.end(answer))
      return
    }
    const to = connect(socket)
    to.on('error', () => from.destroy()).pipe(from)
    from.on('error', () => to.destroy()).pipe(to)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    connections: () => connections,
    opens: () => {
      refuses = null
    },
    close: () => server.close(),
  }
}

const at = (databaseUrl: string, place: string): string => `postgres://app@${place}${new URL(databaseUrl).pathname}?sslmode=disable`

test.concurrent('a start waits for a Postgres that starts later, and then succeeds', async () => {
  const database = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'vestry-start-'))
  const [port, postgresPort] = [await freePort(), await freePort()]
  const { child, said, waits } = startOn({ port, folder, databaseUrl: at(database.url, `127.0.0.1:${postgresPort}`), eventStore: 'postgres' })
  const hasEnded = () => child.exitCode !== null
  await expect.poll(() => waits() > 0 || hasEnded(), { timeout: 60_000 }).toBe(true)
  expect([hasEnded(), said()]).toEqual([false, ''])
  const postgres = await postgresBehind(postgresPort, database.url, STARTING_UP)
  await expect.poll(() => postgres.connections() > 1 || hasEnded(), { timeout: 30_000 }).toBe(true)
  postgres.opens()
  await expect.poll(async () => hasEnded() || isReady(`http://127.0.0.1:${port}`), { timeout: 60_000, interval: 100 }).toBe(true)
  expect([child.exitCode, said(), waits()]).toEqual([null, '', 1])
  const stopped = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await stopped).toEqual([0, null])
  postgres.close()
  await database.drop()
  rmSync(folder, { recursive: true })
}, 150_000)

test.concurrent('a start names a database whose address never resolves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-start-'))
  const databaseUrl = 'postgres://app@postgres.invalid/vestry'
  const { child, said, waits } = startOn({ port: await freePort(), folder, databaseUrl, eventStore: 'postgres' })
  expect(await once(child, 'exit')).toEqual([1, null])
  expect([said().split(': ')[0], waits()]).toEqual(['The database of DATABASE_URL cannot be reached', 1])
  expect(said()).toMatch(/postgres\.invalid\n$/)
  rmSync(folder, { recursive: true })
}, 90_000)

test.concurrent.each([
  ['a wrong password', refusal('28P01', 'password authentication failed for user "app"'), /password authentication failed/],
  ['a database that is not there', null, /database "nobody_made_it" does not exist/],
])(
  'a start does not wait with %s',
  async (_, refused, sentence) => {
    const database = await freshDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'vestry-start-'))
    const postgresPort = await freePort()
    const postgres = await postgresBehind(postgresPort, database.url, refused)
    const databaseUrl = `postgres://app:wrong@127.0.0.1:${postgresPort}/nobody_made_it?sslmode=disable`
    const { child, said, waits } = startOn({ port: await freePort(), folder, databaseUrl, eventStore: 'postgres' })
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(said()).toMatch(sentence)
    expect([waits(), postgres.connections()]).toEqual([0, 1])
    postgres.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  },
  60_000,
)

test.concurrent('a start names an event store that does not answer', async () => {
  const database = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'vestry-start-'))
  const eventStore = `esdb://127.0.0.1:${await freePort()}?tls=false`
  const { child, said } = startOn({ port: await freePort(), folder, databaseUrl: database.url, eventStore })
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(said()).toContain('The event store of EVENT_STORE cannot be reached.')
  await database.drop()
  rmSync(folder, { recursive: true })
}, 90_000)

/** A proxy in front of a node, which reports each connection. */
const watchedWay = async (connectionString: string, onConnection: (count: number) => void) => {
  const { hostname, port: nodePort } = new URL(connectionString)
  let count = 0
  const server = createServer((from) => {
    count += 1
    onConnection(count)
    const to = connect(Number(nodePort), hostname)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.on('error', () => other.destroy()).pipe(other)
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { connectionString: connectionString.replace(`:${nodePort}`, `:${port}`), close: () => server.close() }
}

test.concurrent.each([
  // The start checks the node on one connection; the product then opens a second.
  ['at its first connection and in each pause that follows', 1, 12_000, 2_800],
  ['once the node has answered its first question', 2, 8_000, 0],
])(
  'a start waits for an event store that hangs %s',
  async (_, connection, silentMs, againMs) => {
    const [node, database] = [await startWireProcess(), await freshDatabase()]
    const folder = mkdtempSync(join(tmpdir(), 'vestry-start-'))
    const port = await freePort()
    let frozen: Promise<void> | null = null
    const freeze = async (ms: number): Promise<void> => {
      node.freeze()
      await pause(ms)
      node.thaw()
    }
    const way = await watchedWay(node.connectionString, (count) => {
      if (count === connection) frozen = freeze(silentMs)
    })
    const { child, said } = startOn({ port, folder, databaseUrl: database.url, eventStore: way.connectionString })
    const goesOn = async (): Promise<boolean> => child.exitCode === null && !(await isReady(`http://127.0.0.1:${port}`, 100))
    while (frozen === null && child.exitCode === null) await pause(20)
    await frozen
    while (await goesOn()) {
      if (againMs > 0) await freeze(againMs)
      await pause(150)
    }
    expect([child.exitCode, said()]).toEqual([null, ''])
    const stopped = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await stopped).toEqual([0, null])
    way.close()
    await node.stop()
    await database.drop()
    rmSync(folder, { recursive: true })
  },
  120_000,
)
