import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildLoader } from '../pay-widget/loader.config.mjs'
import { fileOf, integrityOf, readReleases, release, tagFolder, versionsIn } from './tag-releases.ts'

describe('the releases of the tag', () => {
  const all = readReleases(tagFolder)

  test('never change, and each has its section in the changelog', () => {
    for (const { version, integrity } of all) expect(integrityOf(readFileSync(fileOf(tagFolder, version))), version).toBe(integrity)
    const names = all.map(({ version }) => `v${version}.js`)
    expect(readdirSync(path.join(tagFolder, 'releases')).sort()).toEqual([...names, 'v1.json'].sort())
    expect(versionsIn(tagFolder)).toEqual(all.map(({ version }) => version))
  })

  test('end with the loader that the source builds', async () => {
    const newest = all[0]?.version ?? expect.fail('there is no release')
    const same = readFileSync(fileOf(tagFolder, newest), 'utf8') === (await buildLoader())
    expect(
      same,
      `The loader of <vestry-pay> differs from release ${newest}. Write what changed into pay-widget/CHANGELOG.md under the next version (its first lines say which), then run: npm run release:tag -- VERSION`,
    ).toBe(true)
  })
})

describe('a release', () => {
  let folder: string
  const change = (...versions: string[]) =>
    writeFileSync(path.join(folder, 'CHANGELOG.md'), versions.map((version) => `## [${version}] - 2026-01-31\n`).join('\n'))
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'vestry-releases-'))
    change('1.9.0', '1.10.0', '1.10.1')
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const files = () => readdirSync(path.join(folder, 'releases'))

  test('never changes, and comes after earlier ones', () => {
    release(folder, '1.9.0', 'one')
    const made = release(folder, '1.10.0', 'two')
    expect(release(folder, '1.10.0', 'two'), 'once more').toEqual(made)
    expect(release(folder, '1.9.0', 'one').version).toBe('1.9.0')
    expect(() => release(folder, '1.10.0', 'three')).toThrow('1.10.0 is released, and the loader is another now')
    expect(() => release(folder, '1.9.0', 'three', { unpublished: true })).toThrow('1.9.0 is released')
    expect(readReleases(folder).map(({ version }) => version)).toEqual(['1.10.0', '1.9.0'])
    expect(readFileSync(fileOf(folder, '1.10.0'), 'utf8')).toBe('two')
    expect(files()).toEqual(['v1.10.0.js', 'v1.9.0.js', 'v1.json'])
  })

  test('needs a section in the changelog, and the next number of version 1', () => {
    release(folder, '1.10.0', 'two')
    const before = files()
    expect(() => release(folder, '1.11.0', 'three')).toThrow("CHANGELOG.md has no section '## [1.11.0]")
    expect(() => release(folder, '1.9.0', 'three')).toThrow('1.9.0 is older than 1.10.0')
    for (const version of ['', '2.0.0', '1.10', '../1.0.0'])
      expect(() => release(folder, version, 'three'), version).toThrow('is no version of the tag')
    expect(files()).toEqual(before)
  })

  test('can be replaced while it is unpublished, and after an interrupted release', () => {
    release(folder, '1.9.0', 'one')
    release(folder, '1.10.0', 'two')
    const { integrity } = release(folder, '1.10.0', 'three', { unpublished: true })
    expect(readReleases(folder)).toEqual([
      { version: '1.10.0', integrity },
      { version: '1.9.0', integrity: integrityOf('one') },
    ])
    cpSync(fileOf(folder, '1.10.0'), fileOf(folder, '1.10.1'))
    release(folder, '1.10.1', 'three')
    expect(readReleases(folder)[0]).toEqual({ version: '1.10.1', integrity })
  })
})
