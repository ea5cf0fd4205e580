import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { exceeded } from './check-budgets.mjs'

const dist = mkdtempSync(path.join(tmpdir(), 'vestry-budgets-'))
afterEach(() => rmSync(dist, { recursive: true, force: true }))

/** Incompressible text of at least this size. */
const heavy = (bytes: number) => `//${randomBytes(bytes).toString('base64')}`

/** A build of the pay page with the minimum sizes of its files. */
const built = ({ loader = 0, entry = 0, card = 0, shared = 0, spanish = 0 }) => {
  const folder = path.join(dist, 'pay-widget')
  mkdirSync(folder, { recursive: true })
  const files = {
    'manifest.json': '{"start":"start-ffffffff.js","js":"pay-aaaaaaaa.js","framed":"framed-cccccccc.js"}',
    'v1.js': heavy(loader),
    'pay-aaaaaaaa.js': `import("./pay-card-bbbbbbbb.js");import("./pay-messages-es-dddddddd.js");${heavy(entry)}`,
    'pay-card-bbbbbbbb.js': `import{a as b}from"./pay-shared-eeeeeeee.js";import"./pay-aaaaaaaa.js";${heavy(card)}`,
    'pay-shared-eeeeeeee.js': heavy(shared),
    'framed-cccccccc.js': '',
    'start-ffffffff.js': '',
    'pay-messages-es-dddddddd.js': heavy(spanish),
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
}

test('a build within its budgets passes, however large its languages', () => {
  built({ loader: 900, entry: 80_000, spanish: 200_000 })
  expect(exceeded(dist, 'pay-widget')).toEqual([])
})

test('reports each exceeded budget with the excess, and counts chunks and their imports once', () => {
  built({ loader: 1_700, entry: 40_000, card: 40_000, shared: 40_000 })
  const [loader, page] = exceeded(dist, 'pay-widget')
  expect(loader).toMatch(/^Over budget: v1\.js, the script for other sites, is [\d,]+ bytes \(brotli\) and may be 1,500: [\d,]+ too many\.$/)
  expect(page).toMatch(/^Over budget: the pay page's own JavaScript is 1[2-3]\d,\d+ bytes \(gzip -9\) and may be 97,280: [\d,]+ too many\.$/)
})

/** A build of the admin with the minimum sizes of its files. */
const builtAdmin = ({ entry = 0, shared = 0, page = 0, part = 0, dialog = 0, contract = 0 }) => {
  const folder = path.join(dist, 'web-admin/assets')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(dist, 'web-admin/index.html'), '<script type="module" src="/assets/index-aaaaaaaa.js"></script>')
  const files = {
    'index-aaaaaaaa.js': `import"./shared-bbbbbbbb.js";a(()=>import("./settings-page-cccccccc.js"));a(()=>import(\`./login-page-dddddddd.js\`));${heavy(entry)}`,
    'shared-bbbbbbbb.js': heavy(shared),
    'login-page-dddddddd.js': `import{a}from"./shared-bbbbbbbb.js";import("./contract-eeeeeeee.js")`,
    'settings-page-cccccccc.js': `import"./list-ffffffff.js";import("./people-gggggggg.js");import("./keys-hhhhhhhh.js");${heavy(page)}`,
    'list-ffffffff.js': `import("./key-dialog-iiiiiiii.js");import("./network-fields-jjjjjjjj.js")`,
    'people-gggggggg.js': `import"./list-ffffffff.js";${heavy(part)}`,
    'keys-hhhhhhhh.js': heavy(part / 2),
    'key-dialog-iiiiiiii.js': heavy(dialog),
    'contract-eeeeeeee.js': heavy(contract),
    'network-fields-jjjjjjjj.js': `import"./contract-eeeeeeee.js"`,
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
}

test('an admin within its budgets passes, however large its dialogs and form contracts', () => {
  builtAdmin({ entry: 70_000, shared: 70_000, page: 18_000, part: 18_000, dialog: 90_000, contract: 90_000 })
  expect(exceeded(dist, 'web-admin')).toEqual([])
})

test('the first load of the admin has a budget', () => {
  builtAdmin({ entry: 80_000, shared: 80_000 })
  const [first, ...more] = exceeded(dist, 'web-admin')
  expect(first).toMatch(/^Over budget: the admin's first load is 16\d,\d+ bytes \(gzip -9\) and may be 153,600: [\d,]+ too many\.$/)
  expect(more).toEqual([])
})

test('the heaviest page, with the heaviest part that it loads by itself, has a budget', () => {
  const tooMuch =
    /^Over budget: the admin's heaviest page, beyond the first load, is 4\d,\d+ bytes \(gzip -9\) and may be 40,960: [\d,]+ too many \(settings-page\)\.$/
  builtAdmin({ page: 42_000 })
  expect(exceeded(dist, 'web-admin')).toEqual([expect.stringMatching(tooMuch)])
  builtAdmin({ page: 22_000, part: 20_000 })
  expect(exceeded(dist, 'web-admin')).toEqual([expect.stringMatching(tooMuch)])
})
