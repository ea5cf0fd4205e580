// Weighs what browsers load of a build, as it travels: scripts/build.mjs fails when something outgrows its budget.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const STATIC = /\b(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g
const LAZY = /\bimport\(\s*["'`]\.\/([^"'`]+)["'`]/g

const read = (folder, file) => readFileSync(path.join(folder, file))
const importsOf = (folder, file, kind) => [...read(folder, file).toString().matchAll(kind)].map(([, imported]) => imported)
const gzipped = (folder, files) => [...files].reduce((sum, file) => sum + gzipSync(read(folder, file), { level: 9 }).length, 0)

/** The files with all that they import statically. */
const withImports = (folder, files, found = new Set()) => {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    withImports(folder, importsOf(folder, file, STATIC), found)
  }
  return found
}

/** The script that other sites paste, in bytes (brotli). */
export const loaderBytes = (dist) => brotliCompressSync(read(path.join(dist, 'pay-widget'), 'v1.js')).length

/** The pay page's own JavaScript for a guest who pays by card in English, within a frame, in bytes (gzip -9). */
export const payPageBytes = (dist) => {
  const folder = path.join(dist, 'pay-widget')
  const { js, framed } = JSON.parse(read(folder, 'manifest.json').toString())
  const card = importsOf(folder, js, LAZY).find((file) => file.startsWith('pay-card-'))
  if (!card) throw new Error("The pay page has no chunk 'card' any more: its budget counts it.")
  return gzipped(folder, withImports(folder, [js, framed, card]))
}

/** The admin's JavaScript, in bytes (gzip -9): what every page loads, and what the heaviest page loads beside that. */
export const adminBytes = (dist) => {
  const folder = path.join(dist, 'web-admin/assets')
  const [, entry] = /src="\/assets\/(index-[^"]+\.js)"/.exec(readFileSync(path.join(dist, 'web-admin/index.html'), 'utf8')) ?? []
  const first = withImports(folder, [entry])
  const routes = importsOf(folder, entry, LAZY).map((file) => ({
    route: file.replace(/-[\w-]{8}\.js$/, ''),
    bytes: gzipped(
      folder,
      [...withImports(folder, [file])].filter((each) => !first.has(each)),
    ),
  }))
  return { first: gzipped(folder, first), heaviest: routes.sort((a, b) => b.bytes - a.bytes)[0] }
}

export const budgets = [
  { target: 'pay-widget', what: 'v1.js, the script for other sites,', unit: 'bytes (brotli)', limit: 1_500, weigh: loaderBytes },
  { target: 'pay-widget', what: "the pay page's own JavaScript", unit: 'bytes (gzip -9)', limit: 95 * 1024, weigh: payPageBytes },
]

/** A sentence for each budget of a target that its build in `dist` exceeds. */
export const exceeded = (dist, target) =>
  budgets
    .filter((budget) => budget.target === target)
    .flatMap(({ what, unit, limit, weigh }) => {
      const weight = weigh(dist)
      const [is, may, over] = [weight, limit, weight - limit].map((bytes) => bytes.toLocaleString('en-US'))
      return weight > limit ? [`Over budget: ${what} is ${is} ${unit} and may be ${may}: ${over} too many.`] : []
    })
