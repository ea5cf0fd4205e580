// Fails for shipped packages with known vulnerabilities. If the registry does not respond, the check passes without an
// audit.
import { askNpm } from './npm.mjs'
import { shipped } from './shipped.mjs'

const { vulnerabilities, ...refusal } = askNpm('audit', '--json')
if (!vulnerabilities) {
  console.log(`Not audited: the registry did not answer (${refusal.error?.summary || refusal.message})`)
  process.exit(0)
}
const places = new Set(shipped().map(({ place }) => place))
const found = Object.values(vulnerabilities)
  .filter(({ nodes = [] }) => nodes.some((place) => places.has(place)))
  .map(({ name, severity, range }) => ({ severity, text: `${severity}: ${name} ${range}` }))
console.log([`${found.length} known vulnerabilities in ${places.size} packages`, ...found.map(({ text }) => text)].join('\n'))
process.exit(found.some(({ severity }) => severity === 'high' || severity === 'critical') ? 1 : 0)
