// Builds the verifier of audit packs into dist/verify: a program for plain node, a page in one file, and the script of
// a proof's page.
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'modules/audit/verify')
const out = path.join(root, 'dist/verify')
mkdirSync(out, { recursive: true })

/** zod includes messages in fifty languages, which the bundler cannot drop by itself. */
const withoutLocales = {
  name: 'without-locales',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ path }) => ({ path, namespace: 'none' }))
    onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'export {}' }))
  },
}

const bundled = async (entry, options) => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [path.join(folder, entry)],
    bundle: true,
    minify: true,
    write: false,
    plugins: [withoutLocales],
    ...options,
  })
  return outputFiles[0].text
}

// Written to a file beside the program and then renamed, since the old program may be running.
const program = path.join(out, `.vestry-verify.${process.pid}`)
writeFileSync(program, `#!/usr/bin/env node\n${await bundled('main.ts', { platform: 'node', format: 'esm', target: 'node20' })}`)
chmodSync(program, 0o755)
renameSync(program, path.join(out, 'vestry-verify.mjs'))

const script = (await bundled('page.ts', { platform: 'browser', format: 'iife', target: 'es2022' })).replaceAll('</script', '<\\/script')
const page = readFileSync(path.join(folder, 'page.html'), 'utf8')
writeFileSync(
  path.join(out, 'vestry-verify.html'),
  page.replace('/* code */', () => script),
)

writeFileSync(path.join(out, 'proof.js'), await bundled('proof-page.ts', { platform: 'browser', format: 'esm', target: 'es2022' }))
