// Known vulnerabilities of what runs in production, as the registry knows them. One that does not answer is no approval, and no fault of ours.
import { askNpm } from './npm.mjs'

const { vulnerabilities, metadata, ...refusal } = askNpm('audit', '--json', '--omit=dev')
if (!vulnerabilities) {
  console.log(`Not audited: the registry did not answer (${refusal.error?.summary || refusal.message})`)
  process.exit(0)
}
const found = Object.values(vulnerabilities).map(({ name, severity, range }) => ({ severity, text: `${severity}: ${name} ${range}` }))
console.log(
  [`${found.length} known vulnerabilities in ${metadata?.dependencies?.prod ?? 'all'} packages`, ...found.map(({ text }) => text)].join('\n'),
)
process.exit(found.some(({ severity }) => severity === 'high' || severity === 'critical') ? 1 : 0)
