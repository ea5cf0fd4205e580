import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { adminBytes, budgets, loaderBytes, payPageBytes } from '../check-budgets.mjs'
import { type Figure, times } from './table.ts'
import { bundle, REFERENCES } from './web-packages.ts'

const DIST = resolve(import.meta.dirname, '../../dist')
const ADMIN = { first: 150_000, route: 40_000 }

const bytes = (value: number): string => `${value.toLocaleString('en-US')} B`

const within = (job: string, unit: string, measured: number, goal: number): Figure => ({
  job,
  limit: `budget ${bytes(goal)} ${unit}`,
  measured: bytes(measured),
  ratio: times(measured / goal),
  goal: '≤ 1.00×',
  ok: measured <= goal,
})

/** Bytes that a visitor loads from us, compared with their budgets and with other payment forms. */
export const sizes = async (packages: string, missing: string | null): Promise<Figure[]> => {
  const own = { loader: loaderBytes(DIST), page: payPageBytes(DIST) }
  const admin = adminBytes(DIST)
  const [loader, page] = budgets.map(({ limit }) => limit) as [number, number]
  const figures = [
    within('v1.js, the tag for other sites', 'br', own.loader, loader),
    within("pay page's own JavaScript, card form included", 'gz', own.page, page),
    within('admin: JavaScript of the first load', 'gz', admin.first, ADMIN.first),
    within(`admin: heaviest page beyond that (${admin.heaviest.route})`, 'gz', admin.heaviest.bytes, ADMIN.route),
  ]
  for (const { name, version, source } of REFERENCES) {
    const job = `${name}, ${version}: beside v1.js and the pay page`
    if (missing) {
      figures.push({ job, limit: missing, measured: '', ratio: '', goal: '', ok: true })
      continue
    }
    const script = await bundle(join(packages), source)
    const [br, gz] = [brotliCompressSync(script).length, gzipSync(script, { level: 9 }).length]
    figures.push({
      job,
      limit: `${bytes(br)} br, ${bytes(gz)} gz`,
      measured: `${bytes(own.loader)} br, ${bytes(own.page)} gz`,
      ratio: `${times(own.loader / br)}, ${times(own.page / gz)}`,
      goal: '',
      ok: true,
    })
  }
  return figures
}
