// The releases of the tag <vestry-pay>: the loader of each version, byte for byte because of its integrity hash, and
// their list.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Release = Readonly<{ version: string; integrity: string }>
/** Newest first. The server publishes it at /v1.json. */
export type Releases = Readonly<{ newest: string; versions: readonly Release[] }>

export const tagFolder = path.join(import.meta.dirname, '../pay-widget')
export const fileOf = (folder: string, version: string): string => path.join(folder, `releases/v${version}.js`)
const listOf = (folder: string): string => path.join(folder, 'releases/v1.json')

export const readReleases = (folder: string): readonly Release[] =>
  existsSync(listOf(folder)) ? (JSON.parse(readFileSync(listOf(folder), 'utf8')) as Releases).versions : []

export const integrityOf = (code: string | Buffer): string => `sha384-${createHash('sha384').update(code).digest('base64')}`

export const versionsIn = (folder: string): readonly string[] =>
  [...readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8').matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/gm)].map(([, version]) =>
    String(version),
  )

const isAfter = (a: string, b: string): boolean => a.localeCompare(b, 'en', { numeric: true }) > 0

/** Stores the code as this version of the tag. `unpublished`: the newest version is not in use, so may be replaced. */
export const release = (folder: string, version: string, code: string, { unpublished = false } = {}): Release => {
  const earlier = readReleases(folder).filter((one) => one.version !== version)
  const isThere = existsSync(fileOf(folder, version))
  const after = earlier.find((one) => isAfter(one.version, version))
  if (!/^1\.\d+\.\d+$/.test(version))
    throw new Error(`'${version}' is no version of the tag, such as 1.1.0. (A version 2 needs an address of its own.)`)
  if (!versionsIn(folder).includes(version)) throw new Error(`pay-widget/CHANGELOG.md has no section '## [${version}] - YYYY-MM-DD'.`)
  if (isThere && readFileSync(fileOf(folder, version), 'utf8') !== code && (!unpublished || after))
    throw new Error(`${version} is released, and the loader is another now: release it under the next version.`)
  if (!isThere && after) throw new Error(`${version} is older than ${after.version}, which is released.`)
  const made = { version, integrity: integrityOf(code) }
  if (after) return made
  mkdirSync(path.dirname(listOf(folder)), { recursive: true })
  writeFileSync(fileOf(folder, version), code)
  writeFileSync(listOf(folder), `${JSON.stringify({ newest: version, versions: [made, ...earlier] } satisfies Releases, null, 2)}\n`)
  return made
}
