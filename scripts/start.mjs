// npm start: builds what is missing or stale, then runs the product in this very process. `--watch` restarts on changes.
import { spawn } from 'node:child_process'
import v8 from 'node:v8'
import { register } from 'tsx/esm/api'
import { build } from './build.mjs'

// An import makes much that is soon garbage. npm start gives it a larger nursery, where it dies cheaply; what outlives
// that is collected earlier than by default, which costs little time and spares a hundred megabytes.
v8.setFlagsFromString('--heap-growing-percent=60')

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
