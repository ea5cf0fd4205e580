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

test('a file that is newer and has the same content makes nothing stale, also where nothing can be written', () => {
  expect(seen().isFresh).toBe(true)
  // As `npm prune` does in the image.
  later('package-lock.json')
  expect(seen().isFresh).toBe(true)
  later('sources/a.ts')
  chmodSync(stamp(), 0o444)
  chmodSync(join(root, 'dist'), 0o555)
  expect(seen().isFresh).toBe(true)
})

test('a change is found, and a change of a test is none', () => {
  writeFileSync(join(root, 'sources/a.test.ts'), 'another test')
  later('sources/a.test.ts')
  expect(seen().isFresh).toBe(true)
  writeFileSync(join(root, 'sources/a.ts'), 'b')
  later('sources/a.ts')
  expect(seen().isFresh).toBe(false)
})

test('a source that changes during a build is newer than the stamp', () => {
  const { before } = seen()
  const written = before()
  writeFileSync(join(root, 'sources/a.ts'), 'changed meanwhile')
  later('sources/a.ts')
  written()
  expect(seen().isFresh).toBe(false)
})
