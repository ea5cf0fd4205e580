// npm run check: all static checks, in this order.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const bin = (name) => path.join(root, 'node_modules', name)

const steps = [
  ['types', bin('typescript/bin/tsc'), '--noEmit'],
  ['types of the client', bin('typescript/bin/tsc'), '--project', path.join(root, 'scripts/client.tsconfig.json')],
  [
    'lint, format and boundaries',
    bin('@biomejs/biome/bin/biome'),
    'check',
    '--config-path=scripts/lint.biome.json',
    '--error-on-warnings',
    'modules',
    'projections',
    'scripts',
    'web-admin',
    'pay-widget',
  ],
  ['unused files, exports and dependencies', bin('knip/bin/knip.js'), '--config', 'scripts/knip.json'],
  ['citations', path.join(root, 'scripts/check-citations.mjs')],
  ['commit subjects', path.join(root, 'scripts/check-commits.mjs')],
  ['lock file', path.join(root, 'scripts/check-lock.mjs')],
  ['licences', path.join(root, 'scripts/check-licences.mjs')],
  ['software bill of materials', path.join(root, 'scripts/sbom.mjs')],
  ['audit', path.join(root, 'scripts/check-audit.mjs')],
]

build({ only: ['client'] })
let failed = 0
for (const [name, ...command] of steps) {
  console.log(`— ${name}`)
  if (spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status !== 0) failed += 1
}
console.log(failed === 0 ? 'All checks pass.' : `${failed} of ${steps.length} checks fail.`)
process.exit(failed === 0 ? 0 : 1)
