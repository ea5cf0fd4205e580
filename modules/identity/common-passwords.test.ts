import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isCommon, isMadeOf } from './common-passwords.ts'

test.each(['password', 'Password', 'Password1!', '!!qwerty', '  letmein  ', 'P@ssw0rd', 'Iloveyou!', 'ＰＡＳＳＷＯＲＤ', '123456789!', '¡dragon!'])(
  '%s is common',
  (password) => expect(isCommon(password)).toBe(true),
)

test.each([
  'N3w-Password!',
  'A-good-password-1',
  'Psalm-24-1',
  'Vestry-demo-1',
  'Another-1!',
  'password of a friend of mine',
  '🙏🙏🙏🙏🙏🙏🙏🙏',
  `${'a'.repeat(64)}!`,
])('%s is not common', (password) => expect(isCommon(password)).toBe(false))

const names = ['Vestry', 'Ruth', "O'Neill-Jäger", 'ruth.gardener1949@example.org', 'Synod of the Plains']
test.each([
  'Vestry-2026!',
  'VESTRY vestry',
  'v3$try-12345',
  'my-vestry-1',
  'Vestry-password-1',
  'ruthruth99',
  'Oneill*Jager*1',
  'gardener1949',
  'Synod-of-the-Plains-7',
  'ＰＬＡＩＮＳ-2026',
])('%s is made of names', (password) => expect(isMadeOf(password, names)).toBe(true))

test.each(['Vestry-demo-1', 'Psalm-24-1', 'Wheat-and-barley-7', 'The plains of Moab', 'truth-be-told-1', '1234567890', '🙏🙏🙏🙏', ''])(
  '%s is not made of names',
  (password) => expect(isMadeOf(password, names)).toBe(false),
)

test('checks a password of a thousand characters within a second', () => {
  const started = performance.now()
  isCommon(`${'!'.repeat(500)}a${'-'.repeat(499)}`)
  isCommon('-a'.repeat(500))
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('keeps the list out of browser bundles', () => {
  const dist = path.resolve(import.meta.dirname, '../../dist')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => /^(?!server\/).*\.m?js$/.test(file))
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) expect(readFileSync(path.join(dist, file), 'utf8').includes('qwertyuiop'), file).toBe(false)
})
