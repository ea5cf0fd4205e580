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

// In production mode, class names are hashes of file paths. Both builds use it, so that they have the same names.
process.env.NODE_ENV = 'production'
const here = import.meta.dirname
const root = path.join(here, '..')
const out = path.join(root, 'dist/pay-widget')
const releases = path.join(here, 'releases')
const asset = '\0css:'

/** The style sheets in the order in which the entry imports them, so that in every build the same rules win. */
const sheetsOf = (plugin, id, seen = new Set()) => {
  if (seen.has(id)) return []
  seen.add(id)
  const info = plugin.getModuleInfo(id)
  return [...(info?.importedIds ?? []).flatMap((next) => sheetsOf(plugin, next, seen)), ...(info?.meta.css ? [info.meta.css] : [])]
}

/**
 * Runs before vanillaExtractPlugin, and takes its virtual style sheets. The client build writes them into one file,
 * with the manifest.
 */
const collectCss = ({ emit }) => ({
  name: 'collect-css',
  // Deletes earlier builds, whose files have other hashes in their names.
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
    // The server inlines this file into each page.
    this.emitFile({ type: 'asset', fileName: 'pay.css', source: code.trim() })
    const first = Object.fromEntries(['start', 'framed', 'print', 'printing'].map((name) => [name, entryOf(name).fileName]))
    this.emitFile({ type: 'asset', fileName: 'manifest.json', source: `${JSON.stringify({ js: entry.fileName, ...first }, null, 2)}\n` })
  },
})

/** The script that churches include in their sites: the newest one, and one for each release. */
const emitTag = {
  name: 'emit-tag',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'v1.js', source: await buildLoader() })
    for (const fileName of readdirSync(releases)) this.emitFile({ type: 'asset', fileName, source: readFileSync(path.join(releases, fileName)) })
  },
}

/** Takes only the shapes of lucide-react's icons: its component is replaced, and their names are removed. */
const iconsAlone = {
  name: 'icons-alone',
  resolveId: (source) => (source.endsWith('/createLucideIcon.mjs') ? path.join(here, 'lucide-icon.mjs') : null),
  transform: (code, id) =>
    id.includes('/lucide-react/')
      ? { code: code.replace(/\bname: "[^"]*",\s*size: 24,|,\s*aliases: \[[^\]]*\](?=\s*\};)|^__iconData\.node;$/gm, ''), map: null }
      : null,
}

const plugins = ({ browser }) => [
  // Also for the server, since React's development build renders a page several times more slowly.
  replace({ preventAssignment: true, values: { 'process.env.NODE_ENV': '"production"' } }),
  iconsAlone,
  nodeResolve({ browser, extensions: ['.ts', '.tsx', '.mjs', '.js'], exportConditions: ['production'] }),
  collectCss({ emit: browser }),
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
  // Minifies packages, too: the plugin above skips them.
  browser && {
    name: 'minify',
    renderChunk: async (code, { fileName }) =>
      (await minify(fileName, code, { module: true, compress: { target: 'es2020' }, mangle: { toplevel: true } })).code,
  },
]

/** React is a separate chunk: browsers fetch both chunks at the same time, and run them in separate tasks. */
const manualChunks = (id) => (/\/node_modules\/(react|react-dom|scheduler)\//.test(id) ? 'react' : null)

// Hides a warning about 'use client' in the icons, which only concerns React's server components.
const onwarn = (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning)

export default [
  {
    input: {
      start: path.join(here, 'start.ts'),
      pay: path.join(here, 'client.tsx'),
      framed: path.join(here, 'embed/framed.ts'),
      print: path.join(here, 'receipt/print.ts'),
      // The server inlines this script into each bill's page.
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
