// npm start: builds what is missing or stale, then runs the product in this process. `--watch` restarts on changes.
import { spawn } from 'node:child_process'
import v8 from 'node:v8'
import { build } from './build.mjs'

// With this flag V8 collects the memory of a request or an import soon after its use (DECISIONS 10).
v8.setFlagsFromString('--no-allocation-site-pretenuring')
v8.setFlagsFromString('--heap-growing-percent=100')

if (!process.argv.includes('--no-build')) build({ only: ['server', 'verify', 'pay-widget', 'web-admin'] })
if (process.argv.includes('--watch')) {
  const child = spawn(process.execPath, ['--watch-path=modules', '--watch-path=projections', '--import', 'tsx', 'modules/app/main.ts'], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
} else {
  process.setSourceMapsEnabled(true)
  await import('../dist/server/main.mjs')
}
