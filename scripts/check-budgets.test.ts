import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { exceeded } from './check-budgets.mjs'

const dist = mkdtempSync(path.join(tmpdir(), 'vestry-budgets-'))
afterEach(() => rmSync(dist, { recursive: true, force: true }))

/** Text that weighs this much when compressed. */
const heavy = (bytes: number) => `//${randomBytes(bytes).toString('base64')}`

/** A build of the pay page: what its files weigh at least. */
const built = ({ loader = 0, entry = 0, card = 0, shared = 0, spanish = 0 }) => {
  const folder = path.join(dist, 'pay-widget')
  mkdirSync(folder, { recursive: true })
  const files = {
    'manifest.json': '{"js":"pay-aaaaaaaa.js","framed":"framed-cccccccc.js"}',
    'v1.js': heavy(loader),
    'pay-aaaaaaaa.js': `import("./pay-card-bbbbbbbb.js");import("./pay-messages-es-dddddddd.js");${heavy(entry)}`,
    'pay-card-bbbbbbbb.js': `import{a as b}from"./pay-shared-eeeeeeee.js";import"./pay-aaaaaaaa.js";${heavy(card)}`,
    'pay-shared-eeeeeeee.js': heavy(shared),
    'framed-cccccccc.js': '',
    'pay-messages-es-dddddddd.js': heavy(spanish),
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
}

test('a build within its budgets passes, whatever its languages weigh', () => {
  built({ loader: 900, entry: 80_000, spanish: 200_000 })
  expect(exceeded(dist, 'pay-widget')).toEqual([])
})

test('each budget that is exceeded is told with what is over, chunks and their imports counted once', () => {
  built({ loader: 1_700, entry: 40_000, card: 40_000, shared: 40_000 })
  const [loader, page] = exceeded(dist, 'pay-widget')
  expect(loader).toMatch(/^Over budget: v1\.js, the script for other sites, is [\d,]+ bytes \(brotli\) and may be 1,500: [\d,]+ too many\.$/)
  expect(page).toMatch(/^Over budget: the pay page's own JavaScript is 1[2-3]\d,\d+ bytes \(gzip -9\) and may be 97,280: [\d,]+ too many\.$/)
  expect(exceeded(dist, 'web-admin')).toEqual([])
})
