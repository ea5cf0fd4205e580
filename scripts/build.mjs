// Builds server, verifier, admin, pay page and client types, or the named targets (`server`), if their sources are
// newer or with `--force`.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { exceeded } from './check-budgets.mjs'
import { look } from './stale.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Sources of every target. The lock file also stands for the build tools. */
const SHARED = ['modules', 'package-lock.json']

const targets = [
  {
    name: 'the server',
    sources: ['projections', 'scripts/build-server.mjs'],
    folder: 'server',
    command: ['scripts/build-server.mjs'],
  },
  {
    name: 'the verifier of audit packs',
    sources: ['scripts/build-verifier.mjs'],
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
  {
    name: 'the types of the client',
    sources: ['projections', 'scripts/build-client.ts', 'scripts/client-types.ts'],
    folder: 'client',
    command: ['node_modules/tsx/dist/cli.mjs', 'scripts/build-client.ts'],
    made: 'modules/client/calls.ts',
  },
]

/** Writes compressed copies of text files (modules/platform/http/kept-answer.ts serves them). */
const compress = (folder) => {
  for (const file of readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))) {
    const text = readFileSync(path.join(folder, file))
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(text))
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(text, { level: 9 }))
  }
}

/** @throws Error with a sentence when only production packages are installed */
const assertBuildable = (name, [tool]) => {
  if (existsSync(path.join(root, tool))) return
  throw new Error(`${name[0].toUpperCase()}${name.slice(1)} must be built, but its tools are not installed: run npm ci --include=dev.`)
}

/**
 * Builds missing or stale targets; returns whether it built any. A failed build, or one over budget, leaves no stamp.
 */
export const build = ({ force = false, only = [] } = {}) => {
  let built = false
  for (const { name, folder, served, sources, command, made } of targets) {
    if (only.length > 0 && !only.includes(folder)) continue
    const stamp = path.join(root, 'dist', folder, '.built')
    const { isFresh, before } = look({ root, stamp, sources: [...SHARED, ...sources] })
    if (!force && isFresh && (made === undefined || existsSync(path.join(root, made)))) continue
    assertBuildable(name, command)
    console.log(`Building ${name} …`)
    const writeStamp = before()
    rmSync(stamp, { force: true })
    execFileSync(process.execPath, command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } })
    const tooMuch = exceeded(path.join(root, 'dist'), folder)
    if (tooMuch.length > 0) throw new Error(tooMuch.join('\n'))
    if (served) compress(path.join(root, 'dist', folder, served))
    writeStamp()
    built = true
  }
  return built
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const only = process.argv.slice(2).filter((argument) => argument !== '--force')
  build({ force: process.argv.includes('--force'), only })
  if (only.length === 0) execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: root, stdio: 'inherit' })
}
