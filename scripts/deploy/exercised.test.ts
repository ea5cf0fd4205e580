// Runs the commands of the deployment's files without a container engine.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startPostgres } from '../../modules/platform/postgres/postgres.ts'

const root = join(import.meta.dirname, '../..')
type Services = Readonly<
  Record<string, Readonly<{ command?: readonly string[]; healthcheck?: Readonly<{ test?: readonly string[]; timeout?: string }> }>>
>
const servicesOf = (file: string): Services =>
  (parse(readFileSync(join(root, file), 'utf8'), { merge: true }) as Readonly<{ services: Services }>).services

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-deploy-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('makes certificates into existing volumes once, and again after an interrupted run', () => {
  const [script = ''] = servicesOf('scripts/deploy/compose.scale.yml').certificates?.command ?? []
  const volumes = ['keys', 'authority', 'node-1', 'node-2', 'node-3']
  for (const volume of volumes) mkdirSync(join(folder, volume))
  mkdirSync(join(folder, 'bin'))
  copyFileSync(join(root, 'scripts/deploy/es-gencert-stand-in.sh'), join(folder, 'bin/es-gencert-cli'))
  // Compose doubles dollar signs; the volumes are in this test's folder.
  const here = script
    .replaceAll('$$', '$')
    .replaceAll(/(?<=[\s"])\/(keys|authority|node-)/g, `${folder}/$1`)
    .replaceAll('chown -R 1000:1000', 'true')
  const run = () =>
    spawnSync('bash', ['--norc', '-ec', here], {
      encoding: 'utf8',
      env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, TMPDIR: folder, n: '' },
    })
  const first = run()
  expect([first.status, first.stderr]).toEqual([0, ''])
  for (const n of [1, 2, 3])
    for (const file of ['node.crt', 'node.key']) expect(existsSync(join(folder, `node-${n}`, file)), `${n}: ${file}`).toBe(true)
  const made = statSync(join(folder, 'authority/ca.crt')).mtimeMs
  expect(run().status).toBe(0)
  expect(statSync(join(folder, 'authority/ca.crt')).mtimeMs).toBe(made)
  // The authority's certificate is written last: without it everything is made again.
  rmSync(join(folder, 'authority/ca.crt'))
  const again = run()
  expect([again.status, again.stderr]).toEqual([0, ''])
  expect(existsSync(join(folder, 'authority/ca.crt'))).toBe(true)
})

/** Without the tool, this test is skipped; .ci/run reports it. */
const hasPgIsReady = spawnSync('pg_isready', ['--version']).status === 0

test.runIf(hasPgIsReady)('the health check of Postgres detects a live server, gives up on a frozen one by itself, and harms neither', async () => {
  chmodSync(folder, 0o755)
  const server = await startPostgres({ dir: join(folder, 'postgres'), fast: true, sockets: false })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const postmaster = Number(readFileSync(join(server.data, 'postmaster.pid'), 'utf8').split('\n')[0])
  try {
    for (const file of ['docker-compose.yml', 'scripts/deploy/compose.scale.yml']) {
      const { test: [kind, program = '', ...args] = [], timeout = '0s' } = servicesOf(file).postgres?.healthcheck ?? {}
      expect(kind, file).toBe('CMD')
      const check = () => {
        const began = performance.now()
        const { status } = spawnSync(program, args, { env: { ...process.env, PGPORT: new URL(server.url).port } })
        return { status, ms: performance.now() - began }
      }
      expect(check().status, file).toBe(0)
      process.kill(postmaster, 'SIGSTOP')
      const frozen = check()
      process.kill(postmaster, 'SIGCONT')
      expect(frozen.status, file).toBe(2)
      // The check gives up long before the engine would kill it.
      expect(frozen.ms * 3, file).toBeLessThan(Number.parseInt(timeout, 10) * 1_000)
      await expect.poll(() => check().status).toBe(0)
    }
    // The earlier session still works: there was no crash recovery.
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(readFileSync(join(server.data, 'server.log'), 'utf8')).not.toContain('terminating any other active server processes')
  } finally {
    process.kill(postmaster, 'SIGCONT')
    await client.end()
    await server.stop()
  }
})

test("the containers' timer runs the backup, and ends at once on a signal", () => {
  mkdirSync(join(folder, 'bin'))
  const { status, stdout, signal } = spawnSync('timeout', ['--signal=TERM', '2', 'sh', join(root, 'scripts/deploy/back-up'), folder], {
    encoding: 'utf8',
    cwd: root,
    timeout: 20_000,
    // Without settings the backup fails, and the timer waits for the next try.
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  })
  expect([status, signal, stdout]).toEqual([124, null, ''])
})
