// npm run release:tag -- VERSION: keeps the current loader of the tag <vestry-pay> permanently under this version. With
// `--unpublished` it replaces the newest version, which must not be in use yet.
import { parseArgs } from 'node:util'
import { buildLoader } from '../pay-widget/loader.config.mjs'
import { release, tagFolder } from './tag-releases.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { unpublished: { type: 'boolean', default: false } } })
try {
  const { version, integrity } = release(tagFolder, positionals[0] ?? '', await buildLoader(), values)
  console.log(`pay-widget/releases/v${version}.js\n${integrity}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
