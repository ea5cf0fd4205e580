// Builds server, verifier, admin and pay page into dist/, or those that are named (`server`), each only when its sources are newer or with `--force`.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { exceeded } from './check-budgets.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const newest = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .reduce((latest, entry) => Math.max(latest, statSync(path.join(entry.parentPath, entry.name)).mtimeMs), 0)

const contracts = () => Math.max(newest('modules'), statSync(path.join(root, 'package-lock.json')).mtimeMs)

const targets = [
  {
    name: 'the server',
    sources: ['modules', 'projections'],
    folder: 'server',
    command: ['scripts/build-server.mjs'],
  },
  {
    name: 'the verifier of audit packs',
    sources: ['modules'],
    folder: 'verify',
    command: ['scripts/build-verifier.mjs'],
  },
  {
    name: 'the pay page',
    sources: ['pay-widget'],
    folder: 'pay-widget',
    served: '.',
    command: ['node_modules/rollup/dist/bin/rollup', '-c', 'pay-widget/rollup.config.mjs', '--silent'],
  },
  {
    name: 'the admin',
    sources: ['web-admin'],
    folder: 'web-admin',
    served: 'assets',
    command: ['node_modules/vite/bin/vite.js', 'build', 'web-admin', '--logLevel', 'warn'],
  },
]

/** Lays compressed copies beside each file that browsers load as text (modules/platform/http/compressed.ts serves it). */
const compress = (folder) => {
  for (const file of readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))) {
    const text = readFileSync(path.join(folder, file))
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(text))
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(text, { level: 9 }))
  }
}

/** Builds what is missing or stale; answers whether anything was built. A build that was cut short or is over a budget leaves no stamp. */
export const build = ({ force = false, only = [] } = {}) => {
  let built = false
  const shared = contracts()
  for (const { name, folder, served, sources, command } of targets) {
    if (only.length > 0 && !only.includes(folder)) continue
    const file = path.join(root, 'dist', folder, '.built')
    const made = existsSync(file) ? statSync(file).mtimeMs : 0
    const script = statSync(path.join(root, command[0])).mtimeMs
    if (!force && made >= Math.max(shared, script, ...sources.map(newest))) continue
    console.log(`Building ${name} …`)
    rmSync(file, { force: true })
    execFileSync(process.execPath, command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } })
    const tooMuch = exceeded(path.join(root, 'dist'), folder)
    if (tooMuch.length > 0) throw new Error(tooMuch.join('\n'))
    if (served) compress(path.join(root, 'dist', folder, served))
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '')
    built = true
  }
  return built
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const only = process.argv.slice(2).filter((argument) => argument !== '--force')
  build({ force: process.argv.includes('--force'), only })
  if (only.length === 0) execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: root, stdio: 'inherit' })
}
