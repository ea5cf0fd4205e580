// Weighs the compressed scripts of a build: scripts/build.mjs fails when one exceeds its budget.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const STATIC = /\b(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g
const LAZY = /\bimport\(\s*["'`]\.\/([^"'`]+)["'`]/g

const read = (folder, file) => readFileSync(path.join(folder, file))
const importsOf = (folder, file, kind) => [...read(folder, file).toString().matchAll(kind)].map(([, imported]) => imported)
const gzipped = (folder, files) => [...files].reduce((sum, file) => sum + gzipSync(read(folder, file), { level: 9 }).length, 0)

const withImports = (folder, files, found = new Set()) => {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    withImports(folder, importsOf(folder, file, STATIC), found)
  }
  return found
}

export const loaderBytes = (dist) => brotliCompressSync(read(path.join(dist, 'pay-widget'), 'v1.js')).length

/** The pay page's own JavaScript for a guest who pays by card in English, within a frame, in bytes (gzip -9). */
export const payPageBytes = (dist) => {
  const folder = path.join(dist, 'pay-widget')
  const { start, js, framed } = JSON.parse(read(folder, 'manifest.json').toString())
  const card = importsOf(folder, js, LAZY).find((file) => file.startsWith('pay-card-'))
  if (!card) throw new Error("The pay page has no chunk 'card' any more: its budget counts it.")
  return gzipped(folder, withImports(folder, [start, js, framed, card]))
}

const nameOf = (file) => file.replace(/-[\w-]{8}\.js$/, '')
/** Chunks that a page loads only on a click or input: dialogs and the contracts of forms. */
const onDemand = (file) => /(?:^zod|^contract|-fields|-dialogs?)$/.test(nameOf(file))

/**
 * The admin's JavaScript in bytes (gzip -9): the first load, and the further load of the heaviest page with its
 * heaviest lazy part.
 */
export const adminBytes = (dist) => {
  const folder = path.join(dist, 'web-admin/assets')
  const [, entry] = /src="\/assets\/(index-[^"]+\.js)"/.exec(readFileSync(path.join(dist, 'web-admin/index.html'), 'utf8')) ?? []
  const first = withImports(folder, [entry])
  const beside = (files) => [...withImports(folder, files)].filter((file) => !first.has(file))
  const routes = [...first]
    .flatMap((file) => importsOf(folder, file, LAZY))
    .flatMap((page) => {
      const own = beside([page])
      const parts = new Set(own.flatMap((file) => importsOf(folder, file, LAZY)).filter((file) => !onDemand(file)))
      return [own, ...[...parts].map((part) => beside([page, part]))].map((files) => ({ route: nameOf(page), bytes: gzipped(folder, files) }))
    })
  return { first: gzipped(folder, first), heaviest: routes.sort((a, b) => b.bytes - a.bytes)[0] }
}

export const budgets = [
  { target: 'pay-widget', what: 'v1.js, the script for other sites,', unit: 'bytes (brotli)', limit: 1_500, weigh: loaderBytes },
  { target: 'pay-widget', what: "the pay page's own JavaScript", unit: 'bytes (gzip -9)', limit: 95 * 1024, weigh: payPageBytes },
  { target: 'web-admin', what: "the admin's first load", unit: 'bytes (gzip -9)', limit: 150 * 1024, weigh: (dist) => adminBytes(dist).first },
  {
    ...{ target: 'web-admin', what: "the admin's heaviest page, beyond the first load,", unit: 'bytes (gzip -9)', limit: 40 * 1024 },
    weigh: (dist) => adminBytes(dist).heaviest.bytes,
    of: (dist) => ` (${adminBytes(dist).heaviest.route})`,
  },
]

export const exceeded = (dist, target) =>
  budgets
    .filter((budget) => budget.target === target)
    .flatMap(({ what, unit, limit, weigh, of }) => {
      const weight = weigh(dist)
      const [is, may, over] = [weight, limit, weight - limit].map((bytes) => bytes.toLocaleString('en-US'))
      return weight > limit ? [`Over budget: ${what} is ${is} ${unit} and may be ${may}: ${over} too many${of?.(dist) ?? ''}.`] : []
    })
