// The software bill of materials of what runs in production (CycloneDX), from the lock file: dist/sbom.cdx.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import { askNpm } from './npm.mjs'

const sbom = askNpm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev')
const { components } = sbom
const problems = components
  ? components.flatMap(({ purl, hashes }) => (purl && hashes?.length > 0 ? [] : [`${purl} has no hash`]))
  : [`npm made none: ${sbom.error?.summary || sbom.message}`]
if (problems.length === 0) {
  const file = new URL('../dist/sbom.cdx.json', import.meta.url)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, JSON.stringify(sbom, null, 2))
}
console.log(problems.length === 0 ? `CycloneDX ${sbom.specVersion}: ${components.length} components in dist/sbom.cdx.json` : problems.join('\n'))
process.exit(problems.length === 0 ? 0 : 1)
