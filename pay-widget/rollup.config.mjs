import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import { cssFileFilter, getSourceFromVirtualCssFile, virtualCssFileFilter } from '@vanilla-extract/integration'
import { vanillaExtractPlugin } from '@vanilla-extract/rollup-plugin'
import { transform } from 'esbuild'
import esbuild from 'rollup-plugin-esbuild'
import { minify } from 'vite'
import { buildLoader } from './loader.config.mjs'

// Class names are hashed from file paths in production mode, so that both builds agree whatever the caller's environment is.
process.env.NODE_ENV = 'production'
const here = import.meta.dirname
const root = path.join(here, '..')
const out = path.join(root, 'dist/pay-widget')
const releases = path.join(here, 'releases')
const asset = '\0css:'

/** Style sheets in the order in which the entry imports them, so that later rules win in every build alike. */
const sheetsOf = (plugin, id, seen = new Set()) => {
  if (seen.has(id)) return []
  seen.add(id)
  const info = plugin.getModuleInfo(id)
  return [...(info?.importedIds ?? []).flatMap((next) => sheetsOf(plugin, next, seen)), ...(info?.meta.css ? [info.meta.css] : [])]
}

/** Stands before vanillaExtractPlugin and takes its virtual sheets: one real file and the manifest in the client build. */
const collectCss = ({ emit }) => ({
  name: 'collect-css',
  // Names carry hashes, so files of earlier builds would pile up.
  renderStart: () => emit && rmSync(out, { recursive: true, force: true }),
  async resolveId(id) {
    if (!virtualCssFileFilter.test(id)) return null
    const { fileName, source } = await getSourceFromVirtualCssFile(id)
    return { id: `${asset}${fileName}.txt`, meta: { css: source }, moduleSideEffects: true }
  },
  load: (id) => (id.startsWith(asset) ? 'export {}' : null),
  async generateBundle(_, bundle) {
    if (!emit) return
    const entryOf = (name) => Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.isEntry && chunk.name === name)
    const entry = entryOf('pay')
    const source = sheetsOf(this, entry.facadeModuleId).join('\n')
    const { code } = await transform(source, { loader: 'css', minify: true, target: ['chrome100', 'safari15', 'firefox100'] })
    // The server puts it into each page.
    this.emitFile({ type: 'asset', fileName: 'pay.css', source: code.trim() })
    const first = Object.fromEntries(['start', 'framed', 'print', 'printing'].map((name) => [name, entryOf(name).fileName]))
    this.emitFile({ type: 'asset', fileName: 'manifest.json', source: `${JSON.stringify({ js: entry.fileName, ...first }, null, 2)}\n` })
  },
})

/** What churches paste: the tag as it is now, and each release of it as it was. */
const emitTag = {
  name: 'emit-tag',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'v1.js', source: await buildLoader() })
    for (const fileName of readdirSync(releases)) this.emitFile({ type: 'asset', fileName, source: readFileSync(path.join(releases, fileName)) })
  },
}

/** Icons carry their earlier names, which would only become classes that nothing reads, and a statement without effect that minifiers keep. */
const iconsAlone = {
  name: 'icons-alone',
  transform: (code, id) =>
    id.includes('/lucide-react/') ? { code: code.replace(/,\s*aliases: \[[^\]]*\](?=\s*\};)|^__iconData\.node;$/gm, ''), map: null } : null,
}

const plugins = ({ browser }) => [
  // The server's too, whatever it is started with: React's development build draws a page several times slower.
  replace({ preventAssignment: true, values: { 'process.env.NODE_ENV': '"production"' } }),
  nodeResolve({ browser, extensions: ['.ts', '.tsx', '.mjs', '.js'], exportConditions: ['production'] }),
  collectCss({ emit: browser }),
  iconsAlone,
  browser && emitTag,
  vanillaExtractPlugin({ identifiers: 'short', cwd: root }),
  commonjs(),
  esbuild({
    target: browser ? 'es2020' : 'node20',
    jsx: 'automatic',
    minify: browser,
    legalComments: 'none',
    exclude: [/node_modules/, cssFileFilter],
    tsconfig: false,
  }),
  // The plugin above leaves packages alone: React is minified here, with everything else.
  browser && {
    name: 'minify',
    renderChunk: async (code, { fileName }) =>
      (await minify(fileName, code, { module: true, compress: { target: 'es2020' }, mangle: { toplevel: true } })).code,
  },
]

/** React is a file of its own, fetched beside the page's: neither is run in one go with the other. */
const manualChunks = (id) => (/\/node_modules\/(react|react-dom|scheduler)\//.test(id) ? 'react' : null)

// Icons carry 'use client', which means nothing outside React's server components.
const onwarn = (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning)

export default [
  {
    input: {
      start: path.join(here, 'start.ts'),
      pay: path.join(here, 'client.tsx'),
      framed: path.join(here, 'embed/framed.ts'),
      print: path.join(here, 'receipt/print.ts'),
      // The server puts it into each bill's page.
      printing: path.join(here, 'paper/print-sheet.ts'),
    },
    output: { dir: out, format: 'es', entryFileNames: '[name]-[hash].js', chunkFileNames: 'pay-[name]-[hash].js', manualChunks },
    onwarn,
    plugins: plugins({ browser: true }),
  },
  {
    input: path.join(here, 'server.tsx'),
    output: { file: path.join(out, 'server.mjs'), format: 'es', inlineDynamicImports: true },
    onwarn,
    plugins: plugins({ browser: false }),
  },
]
