import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { eventIconsPlugin } from '../scripts/event-icons-plugin.ts'

const server = 'http://127.0.0.1:3000'

/** The modules of the first load. */
const first = new Set<string>()

/** Collects the modules that the entry imports, so that they are one file instead of twenty small ones. */
const collectFirstLoad: Plugin = {
  name: 'collect-first-load',
  apply: 'build',
  buildEnd() {
    const add = (id: string): void => {
      if (first.has(id)) return
      first.add(id)
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported)
    }
    for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) add(id)
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), vanillaExtractPlugin(), eventIconsPlugin(), collectFirstLoad],
  build: {
    outDir: '../dist/web-admin',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', test: (id) => first.has(id) }] } } },
  },
  server: { proxy: { '/api': server, '/pay': server, '/embed': server, '/templates': server, '/v1.js': server } },
})
