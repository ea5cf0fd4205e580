import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { eventIconsPlugin } from '../scripts/event-icons-plugin.ts'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), vanillaExtractPlugin(), eventIconsPlugin()],
  build: { outDir: '../dist/web-admin', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  server: { proxy: { '/api': server, '/pay': server, '/embed': server, '/templates': server, '/v1.js': server } },
})
