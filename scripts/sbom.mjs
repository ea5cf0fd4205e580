// The software bill of materials of the shipped packages (CycloneDX), from the lock file: dist/sbom.cdx.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import { askNpm } from './npm.mjs'
import { shipped } from './shipped.mjs'

const all = askNpm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only')
const packages = new Set(shipped().map(({ name, version }) => `${name}@${version}`))
const components = all.components?.filter((one) => packages.has(one['bom-ref']))
const refs = new Set([all.metadata?.component['bom-ref'], ...(components ?? []).map((one) => one['bom-ref'])])
const dependencies = all.dependencies
  ?.filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
const problems = components
  ? components.flatMap(({ purl, hashes }) => (purl && hashes?.length > 0 ? [] : [`${purl} has no hash`]))
  : [`npm made none: ${all.error?.summary || all.message}`]
if (problems.length === 0) {
  const file = new URL('../dist/sbom.cdx.json', import.meta.url)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...all, components, dependencies }, null, 2))
}
console.log(problems.length === 0 ? `CycloneDX ${all.specVersion}: ${components.length} components in dist/sbom.cdx.json` : problems.join('\n'))
process.exit(problems.length === 0 ? 0 : 1)
