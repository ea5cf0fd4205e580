import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runningPostgres, startPostgres } from './postgres.ts'

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

test('starts on a new folder, keeps others out of it, and leaves nothing running', async () => {
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

test('goes on after a first start that was interrupted', async () => {
  mkdirSync(`${dir}-new/base`, { recursive: true })
  writeFileSync(join(parent, 'vestry.lock'), '999999999\nlong ago\n')
  const server = await startPostgres({ dir, fast: true })
  expect(existsSync(`${dir}-new`)).toBe(false)
  await server.stop()
})

test('refuses a folder that holds something else, and one of another version', async () => {
  mkdirSync(dir)
  writeFileSync(join(dir, 'notes.txt'), 'mine')
  await expect(startPostgres({ dir })).rejects.toThrow(`The folder ${dir} holds files but no database`)
  writeFileSync(join(dir, 'PG_VERSION'), '12\n')
  await expect(startPostgres({ dir })).rejects.toThrow('was made by Postgres 12')
})

test('takes over the server of a process that was killed', async () => {
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

test('brings a server back that dies', async () => {
  const server = await startPostgres({ dir, fast: true })
  process.kill(Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await expect.poll(() => ask(server.url).catch(() => undefined)).toEqual({ one: 1 })
  await server.stop()
})
