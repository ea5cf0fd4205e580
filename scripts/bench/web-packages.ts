import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const run = promisify(execFile)

export const LIGHTHOUSE = 'lighthouse@12.8.2'

/** Packages of other payment forms, each with the smallest module that a site needs. */
export const REFERENCES = [
  { name: 'Braintree Drop-in', version: 'braintree-web-drop-in@1.48.0', source: "export { default } from 'braintree-web-drop-in'" },
  { name: 'Adyen, all methods', version: '@adyen/adyen-web@6.45.2', source: "export * from '@adyen/adyen-web/auto'" },
  { name: 'Adyen, card alone', version: '@adyen/adyen-web@6.45.2', source: "export { AdyenCheckout, Card } from '@adyen/adyen-web'" },
  { name: 'Cal.com embed-core', version: '@calcom/embed-core@1.5.3', source: "import '@calcom/embed-core'" },
  { name: 'PayPal, loads more', version: '@paypal/paypal-js@11.2.0', source: "export * from '@paypal/paypal-js'" },
  { name: 'Square, loads more', version: '@square/web-sdk@2.3.0', source: "export * from '@square/web-sdk'" },
  { name: 'Cal.com snippet, loads more', version: '@calcom/embed-snippet@1.3.3', source: "export { default } from '@calcom/embed-snippet'" },
] as const

/**
 * Installs Lighthouse and the references into the folder, without install scripts; they are large, and only this bench
 * needs them. Returns the reason if npm cannot get them.
 */
export const installInto = async (folder: string): Promise<string | null> => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const versions = new Set([LIGHTHOUSE, ...REFERENCES.map(({ version }) => version)])
  const flags = ['--ignore-scripts', '--save-exact', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1']
  try {
    await run('npm', ['install', ...flags, ...versions], { cwd: folder, timeout: 300_000 })
    return null
  } catch (error) {
    console.log(`  ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : error}`)
    return 'npm not reachable'
  }
}

export const bundle = async (folder: string, source: string): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder },
    ...{ bundle: true, minify: true, write: false, outdir: folder, format: 'esm', platform: 'browser', target: 'es2022', legalComments: 'none' },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
    loader: { '.css': 'empty' },
    logLevel: 'error',
  })
  const [script] = outputFiles
  if (!script) throw new Error(`nothing was bundled of ${source}`)
  return script.contents
}
