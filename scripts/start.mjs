// npm start: builds what is missing or stale, then runs the product in this very process. `--watch` restarts on changes.
import { spawn } from 'node:child_process'
import v8 from 'node:v8'
import { register } from 'tsx/esm/api'
import { build } from './build.mjs'

// What outlives an import is collected somewhat earlier than by default, which spares tens of megabytes; much earlier would
// hold requests up every second (DECISIONS 12).
v8.setFlagsFromString('--heap-growing-percent=100')
// V8 learns at the start that some arrays live long, among them those of a query's rows, and from then on makes them where only
// a major collection looks: every row read would outlive its request by seconds.
v8.setFlagsFromString('--no-allocation-site-pretenuring')

if (!process.argv.includes('--no-build')) build()
if (process.argv.includes('--watch')) {
  const child = spawn(process.execPath, ['--watch-path=modules', '--watch-path=projections', '--import', 'tsx', 'modules/main.ts'], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
} else {
  register()
  await import('../modules/main.ts')
}
