// Runs the commands of the deployment's own files, without a container engine.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
type Services = Readonly<Record<string, Readonly<{ command?: readonly string[]; healthcheck?: Readonly<{ test?: readonly string[] }> }>>>
const servicesOf = (file: string): Services =>
  (parse(readFileSync(join(root, file), 'utf8'), { merge: true }) as Readonly<{ services: Services }>).services

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-deploy-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the certificates are made into volumes that exist, once, and again after a run that was cut short', () => {
  const [script = ''] = servicesOf('scripts/deploy/compose.scale.yml').certificates?.command ?? []
  const volumes = ['keys', 'authority', 'node-1', 'node-2', 'node-3']
  for (const volume of volumes) mkdirSync(join(folder, volume))
  mkdirSync(join(folder, 'bin'))
  copyFileSync(join(root, 'scripts/deploy/es-gencert-stand-in.sh'), join(folder, 'bin/es-gencert-cli'))
  // Compose writes a dollar sign twice; the volumes lie in a folder of this test.
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
  // The authority is put in its place last: without it everything is made anew.
  rmSync(join(folder, 'authority/ca.crt'))
  const again = run()
  expect([again.status, again.stderr]).toEqual([0, ''])
  expect(existsSync(join(folder, 'authority/ca.crt'))).toBe(true)
})

test.runIf(spawnSync('pg_isready', ['--version']).status === 0)('the health check of Postgres ends by itself', () => {
  for (const file of ['docker-compose.yml', 'scripts/deploy/compose.scale.yml']) {
    const [, program = '', ...args] = servicesOf(file).postgres?.healthcheck?.test ?? []
    const began = performance.now()
    // 64999: nobody listens there.
    expect(spawnSync(program, args, { env: { ...process.env, PGPORT: '64999' } }).status, file).toBe(2)
    expect(performance.now() - began, file).toBeLessThan(10_000)
  }
})

test('the timer of the containers runs the backup, and ends at once when it is told to', () => {
  mkdirSync(join(folder, 'bin'))
  const { status, stdout, signal } = spawnSync('timeout', ['--signal=TERM', '2', 'sh', join(root, 'scripts/deploy/back-up'), folder], {
    encoding: 'utf8',
    cwd: root,
    timeout: 20_000,
    // No settings: the backup fails, and the timer waits to try again.
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  })
  expect([status, signal, stdout]).toEqual([124, null, ''])
})
