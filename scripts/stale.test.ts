import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { look } from './stale.mjs'

let root: string
const stamp = () => join(root, 'dist/.built')
const seen = () => look({ root, stamp: stamp(), sources: ['sources', 'package-lock.json'] })
const later = (file: string) => utimesSync(join(root, file), new Date(Date.now() + 60_000), new Date(Date.now() + 60_000))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vestry-stale-'))
  mkdirSync(join(root, 'sources'))
  writeFileSync(join(root, 'sources/a.ts'), 'a')
  writeFileSync(join(root, 'sources/a.test.ts'), 'test')
  writeFileSync(join(root, 'package-lock.json'), '{}')
  seen().before()()
})
afterEach(() => rmSync(root, { recursive: true }))

test('a newer file with the same content makes nothing stale, even in a read-only folder', () => {
  expect(seen().isFresh).toBe(true)
  // In the image, `npm prune` rewrites the lock file with the same content.
  later('package-lock.json')
  expect(seen().isFresh).toBe(true)
  later('sources/a.ts')
  chmodSync(stamp(), 0o444)
  chmodSync(join(root, 'dist'), 0o555)
  expect(seen().isFresh).toBe(true)
})

test('finds a change of a source, and ignores a change of a test', () => {
  writeFileSync(join(root, 'sources/a.test.ts'), 'another test')
  later('sources/a.test.ts')
  expect(seen().isFresh).toBe(true)
  writeFileSync(join(root, 'sources/a.ts'), 'b')
  later('sources/a.ts')
  expect(seen().isFresh).toBe(false)
})

test('a source that changes during a build makes it stale', () => {
  const { before } = seen()
  const written = before()
  writeFileSync(join(root, 'sources/a.ts'), 'changed meanwhile')
  later('sources/a.ts')
  written()
  expect(seen().isFresh).toBe(false)
})
