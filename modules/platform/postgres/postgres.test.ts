import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runningPostgres, startPostgres } from './postgres.ts'
import { ownFolder, socketFolder } from './postgres-place.ts'

let parent: string
let dir: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'vestry-postgres-'))
  chmodSync(parent, 0o755)
  dir = join(parent, 'postgres')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const ask = async (url: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select 1 as one')
  await client.end()
  return rows[0]
}

test('starts on a new folder, locks it, and stops completely', async () => {
  const server = await startPostgres({ dir, fast: true })
  expect(await ask(server.url)).toEqual({ one: 1 })
  expect(runningPostgres(dir)).toBe(server.url)
  await expect(startPostgres({ dir, fast: true })).rejects.toThrow(`${dir} is in use by another Vestry`)
  await server.stop()
  expect(runningPostgres(dir)).toBeUndefined()
  const again = await startPostgres({ dir, fast: true })
  expect(await ask(again.url)).toEqual({ one: 1 })
  await again.stop()
})

test('logs errors without quoting rows', async () => {
  const server = await startPostgres({ dir, fast: true })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create table people (name text primary key)')
  const insert = () => client.query('insert into people values ($1)', ['Quillanna Vexworth'])
  await insert()
  await expect(insert()).rejects.toThrow('duplicate key')
  await client.end()
  await server.stop()
  const log = readFileSync(join(server.data, 'server.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('Quillanna')
})

test('recovers from an interrupted first start, even if another process has its pid now', async () => {
  mkdirSync(`${dir}-new/base`, { recursive: true })
  writeFileSync(join(parent, 'vestry.lock'), `${process.ppid}\nlong ago\n`)
  const server = await startPostgres({ dir, fast: true })
  expect(existsSync(`${dir}-new`)).toBe(false)
  await server.stop()
})

test('refuses a folder with other content or another version', async () => {
  mkdirSync(dir)
  writeFileSync(join(dir, 'notes.txt'), 'mine')
  await expect(startPostgres({ dir })).rejects.toThrow(`The folder ${dir} holds files but no database`)
  writeFileSync(join(dir, 'PG_VERSION'), '12\n')
  await expect(startPostgres({ dir })).rejects.toThrow('was made by Postgres 12')
})

test('takes over the server of a killed process', async () => {
  const script = `import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))}
    const server = await startPostgres({ dir: ${JSON.stringify(dir)}, fast: true })
    console.log(server.url); setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(owner.stdout, 'data')) as [Buffer]
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  const server = await startPostgres({ dir, fast: true })
  expect(server.url).toBe(url.toString().trim())
  expect(await ask(server.url)).toEqual({ one: 1 })
  await server.stop()
})

test('restarts a server that dies', async () => {
  const server = await startPostgres({ dir, fast: true })
  process.kill(Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await expect.poll(() => ask(server.url).catch(() => undefined)).toEqual({ one: 1 })
  await server.stop()
})

const setting = async (url: string, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, string>>(`show ${name}`)
  await client.end()
  return rows[0]?.[name] ?? ''
}

test('listens on no port, and on a socket in a private folder', async () => {
  const server = await startPostgres({ dir, fast: true })
  expect(await setting(server.url, 'listen_addresses')).toBe('')
  const folder = await setting(server.url, 'unix_socket_directories')
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(existsSync(join(folder, '.s.PGSQL.5432'))).toBe(true)
  await server.stop()
})

test('puts a socket with too long a path into a private folder under /tmp, and removes it on stop', async () => {
  const deep = join(parent, 'd'.repeat(80), 'postgres')
  mkdirSync(join(deep, '..'))
  const server = await startPostgres({ dir: deep, fast: true })
  const folder = await setting(server.url, 'unix_socket_directories')
  expect(folder).toMatch(/^\/tmp\/vestry-/)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(runningPostgres(deep)).toBe(server.url)
  await server.stop()
  expect(existsSync(folder)).toBe(false)
  mkdirSync(folder, { mode: 0o777 })
  chmodSync(folder, 0o777)
  expect(() => socketFolder(deep, {})).toThrow('was not made by Vestry')
  rmSync(folder, { recursive: true })
})

test('asks for a password without sockets, and keeps it beside the data', async () => {
  const server = await startPostgres({ dir, fast: true, sockets: false })
  expect(await ask(server.url)).toEqual({ one: 1 })
  const wrong = new URL(server.url)
  wrong.password = 'guessed'
  await expect(ask(wrong.href)).rejects.toThrow('password authentication failed')
  expect(statSync(join(parent, 'postgres.password')).mode & 0o777).toBe(0o600)
  expect(runningPostgres(dir)).toBe(server.url)
  await server.stop()
})

test('refuses a folder that another user could have made', () => {
  expect(() => ownFolder(join(parent, 'ours'), 0o711)).not.toThrow()
  chmodSync(join(parent, 'ours'), 0o777)
  expect(() => ownFolder(join(parent, 'ours'), 0o711)).toThrow('others may change it')
})

const root = process.getuid?.() === 0
if (!root) console.log('skipped: only root has data folders that the account of the database cannot reach')
test.runIf(root)('puts data that its account cannot reach under /var/lib/vestry, and links the requested folder there', async () => {
  chmodSync(parent, 0o700)
  const server = await startPostgres({ dir, fast: true })
  expect(server.data).toMatch(/^\/var\/lib\/vestry\/data-/)
  expect(lstatSync(dir).isSymbolicLink()).toBe(true)
  expect(realpathSync(dir)).toBe(server.data)
  expect(statSync('/var/lib/vestry').mode & 0o777).toBe(0o711)
  await server.stop()
  const again = await startPostgres({ dir, fast: true })
  expect(again.data).toBe(server.data)
  await again.stop()
  rmSync(server.data, { recursive: true })
  await expect(startPostgres({ dir, fast: true })).rejects.toThrow('which is not there')
})

test.runIf(root)('moves data that an earlier version put under /var/tmp', async () => {
  chmodSync(parent, 0o700)
  const first = await startPostgres({ dir, fast: true })
  await first.stop()
  const earlier = `/var/tmp/vestry-data-${Buffer.from(dir).toString('base64url').slice(-40)}`
  renameSync(first.data, earlier)
  rmSync(dir)
  const server = await startPostgres({ dir, fast: true })
  expect(existsSync(earlier)).toBe(false)
  expect(await ask(server.url)).toEqual({ one: 1 })
  await server.stop()
  rmSync(server.data, { recursive: true })
})
