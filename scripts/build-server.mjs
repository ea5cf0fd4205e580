// Bundles the server into dist/server, for plain node: the product's start and its threads, which share chunks.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')
const out = path.join(root, 'dist/server')

/**
 * Code finds neighboring files in its source folder (`import.meta.dirname`), and its threads in the bundle
 * (`import.meta.url`).
 */
const foldersOfSources = {
  name: 'folders of sources',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/(?:modules|projections)\/.*\.ts$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8')
      if (!source.includes('import.meta.dirname')) return undefined
      const folder = path.relative(out, path.dirname(file)).split(path.sep).join('/')
      const there = `__url.fileURLToPath(new URL(${JSON.stringify(folder)}, import.meta.url))`
      return { contents: `import * as __url from 'node:url'\n${source.replaceAll('import.meta.dirname', there)}`, loader: 'ts' }
    }),
}

/** A dependency that requires zod gets ours, not a second one. */
const oneZod = {
  name: 'one zod',
  setup: ({ onResolve }) => onResolve({ filter: /^zod$/ }, () => ({ path: path.join(root, 'node_modules/zod/index.js') })),
}

rmSync(out, { recursive: true, force: true })

/** A hash that changes only with the projectors' code. */
const folds = await build({
  absWorkingDir: root,
  entryPoints: ['projections/projections.ts'],
  bundle: true,
  minify: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  write: false,
})
mkdirSync(out, { recursive: true })
writeFileSync(path.join(out, 'folds.sha256'), createHash('sha256').update(folds.outputFiles[0].contents).digest('hex'))

await build({
  absWorkingDir: root,
  entryPoints: {
    main: 'modules/app/main.ts',
    'background-worker': 'modules/app/background-worker.ts',
    'hashing-thread': 'modules/identity/hashing-thread.mjs',
  },
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  // Dependencies are bundled, too: a start reads ten files instead of a thousand. Exceptions: native code, packages
  // that read neighboring files, and packages that this build never runs.
  external: ['@node-rs/argon2', '@eventstore/db-client', 'fontkit', 'pdfkit', 'pg-native', 'tsx'],
  minifyWhitespace: true,
  // CommonJS dependencies require Node's own modules.
  banner: { js: "import { createRequire as __createRequire } from 'node:module'\nconst require = __createRequire(import.meta.url)" },
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  plugins: [foldersOfSources, oneZod],
})
