import { Uint8ArrayReader } from '@zip.js/zip.js'
import { parseVerifierKeys } from '../../modules/audit/signed-note.ts'
import { problemText } from '../../modules/audit/verify/report.ts'
import { verifyFiles } from '../../modules/audit/verify/verify-files.ts'
import type { App, Client } from './app.ts'

type Span = Readonly<{ from?: string | undefined; to?: string }>

/**
 * A network's audit pack for a period, by default of everything until now.
 * @throws when the response is not a zip
 */
export const takePack = async (app: App, { cookie }: Pick<Client, 'cookie'>, { from = '2020-01-01', to = app.clock.now() }: Span = {}) => {
  const answer = await fetch(`${app.base}/api/audit/pack?${new URLSearchParams({ from, to })}`, { headers: { cookie: cookie() } })
  if (answer.headers.get('content-type') !== 'application/zip') throw new Error(`a pack was answered ${answer.status}: ${await answer.text()}`)
  return new Uint8Array(await answer.arrayBuffer())
}

export const auditKeyOf = async ({ get }: Pick<Client, 'get'>): Promise<string> =>
  (await get<{ data: { key: string } }>('/api/audit/public-key')).data.key

/**
 * The verifier's report on one file, or on two that belong together, with these keys; without any, with the keys that
 * the files name.
 */
export const reportsOn = (files: readonly (Uint8Array | string)[], ...keys: string[]) => {
  const known = keys.length === 0 ? [] : parseVerifierKeys(keys.join(' '))
  if (known === null) throw new Error(`${keys.join(' ')} is no key`)
  const [one, two] = files.map((file) => new Uint8ArrayReader(Buffer.from(file))) as [Uint8ArrayReader, Uint8ArrayReader?]
  return verifyFiles(two ? [one, two] : [one], known)
}

export const problemsOf = async (...given: Parameters<typeof reportsOn>): Promise<string[]> =>
  (await reportsOn(...given)).flatMap((report) => report.problems.map(problemText))
