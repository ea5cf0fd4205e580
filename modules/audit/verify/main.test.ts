import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixturePacks } from '../../../scripts/testing/packs.ts'

const python = spawnSync('python3', ['--version']).status === 0 ? 'python3' : null

const folder = mkdtempSync(path.join(tmpdir(), 'vestry-verify-'))
const at = (name: string) => path.join(folder, name)
let key: string
let newKey: string
beforeAll(async () => {
  const packs = await fixturePacks()
  key = packs.key
  newKey = packs.newKey
  for (const [name, bytes] of Object.entries(packs.files)) writeFileSync(at(name), bytes)
  execFileSync(process.execPath, ['scripts/build-verifier.mjs'])
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...given: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('dist/verify/vestry-verify.mjs'), ...given], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('the built vestry-verify exits with 0 for valid packs and lists the proved claims', () => {
  const one = run('earlier.zip', '--key', key)
  expect([one.status, one.stderr]).toEqual([0, ''])
  expect(one.stdout).toMatch(/^earlier\.zip: proved\n {2}The 60 events are exactly numbers 1 to 60 .*Not proved\n {2}This does not prove/s)
  writeFileSync(at('key.txt'), `${key}\n`)
  const two = run('later.zip', 'earlier.zip', '--key', 'key.txt')
  expect([two.status, two.stdout.includes('The later pack only extends the earlier one')]).toEqual([0, true])
})

test('after a rotation it accepts any one key, or a file with all keys (R109)', () => {
  expect([run('rotated.zip', '--key', key).status, run('rotated.zip', '--key', newKey).status]).toEqual([0, 0])
  expect(run('earlier.zip', 'rotated.zip', '--key', key)).toMatchObject({ status: 0, stdout: expect.stringContaining(`note ${newKey}, too.`) })
  expect(run('earlier.zip', '--key', newKey).status).toBe(1)
  writeFileSync(at('keys.txt'), `${newKey}\n${key}\n`)
  expect(run('earlier.zip', 'rotated.zip', '--key', 'keys.txt').status).toBe(0)
  expect(run('earlier.zip', 'rotated.zip', '--key', newKey, '--key', key).status).toBe(0)
})

test('it exits with 1 and names the place of a problem, or with 2 if there is nothing to check', () => {
  expect(run('changed.zip', '--key', key)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^changed\.zip: WRONG\n.*events\.jsonl, line 7: /s),
  })
  expect(run('rewritten.zip', 'earlier.zip', '--key', key)).toMatchObject({ status: 1, stdout: expect.stringContaining('one of them was rewritten') })
  expect(run('absent.zip')).toMatchObject({ status: 2, stderr: expect.stringContaining('absent.zip') })
  expect(run('earlier.zip', '--key', 'nonsense')).toMatchObject({ status: 2, stderr: 'nonsense is neither a key nor a file with one.\n' })
  expect(run()).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Usage/) })
})

test.skipIf(!python)(`an independent verifier in python3 agrees${python ? '' : ' (skipped: there is no python3 on this machine)'}`, () => {
  const ask = (name: string, givenKey = key) => {
    const { status, stdout, stderr } = spawnSync('python3', [path.resolve('modules/audit/verify/stranger.py'), at(name), givenKey], {
      encoding: 'utf8',
    })
    return [status, `${stdout}${stderr}`.trim()]
  }
  expect(ask('earlier.zip')).toEqual([0, 'proved'])
  expect(ask('later.zip')).toEqual([0, 'proved'])
  expect(ask('changed.zip')).toEqual([1, 'events.jsonl: not the file that is listed'])
  expect(ask('covered.zip')).toEqual([1, 'manifest.json: not the one that was signed'])
  expect(ask('forged.zip')).toEqual([1, 'manifest.note: signed by somebody else'])
  expect([ask('rotated.zip'), ask('rotated.zip', newKey)]).toEqual(Array(2).fill([0, 'proved']))
})
