import * as http from 'node:http'
import * as https from 'node:https'
import { NoHost, NotPublic, type PublicAddresses } from './public-address.ts'

export type NoAnswer = 'timeout' | 'no-host' | 'not-public' | 'no-connection' | 'tls'
export type Answered = Readonly<{ ms: number } & ({ status: number; text: string } | { problem: NoAnswer })>

/** Time limit for the whole answer. */
const PATIENCE_MS = 10_000
/** The number of bytes that are read of an answer; then the connection is closed. */
const READ_BYTES = 4_096

const noAnswer = (error: NodeJS.ErrnoException): NoAnswer => {
  const code = error.code ?? ''
  if (error.name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout'
  if (error instanceof NotPublic) return 'not-public'
  if (error instanceof NoHost) return 'no-host'
  return /CERT|TLS|SSL|UNABLE_TO_VERIFY|SELF_SIGNED|EPROTO/.test(code) ? 'tls' : 'no-connection'
}

const beginningOf = async (response: http.IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= READ_BYTES) break
  }
  // Postgres text cannot hold NUL.
  return Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8').replaceAll('\0', '\uFFFD')
}

/**
 * Sends JSON to another server, at public addresses only, and reads the beginning of its answer. Follows no redirects.
 * Never rejects. `patience`:
 * time limit in milliseconds for the whole answer.
 */
export const postOutward =
  (addresses: PublicAddresses, patience = PATIENCE_MS) =>
  async (address: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answered> => {
    const begun = performance.now()
    const ms = () => Math.round(performance.now() - begun)
    const url = new URL(address)
    if (!addresses.fits(url)) return { ms: 0, problem: 'not-public' }
    const signal = AbortSignal.timeout(patience)
    try {
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        const { request } = url.protocol === 'https:' ? https : http
        const length = Buffer.byteLength(body)
        request(url, { method: 'POST', headers: { ...headers, 'content-length': length }, agent: false, lookup: addresses.lookup, signal }, resolve)
          .on('error', reject)
          // After a protocol upgrade (101) the request ends with neither an answer nor an error.
          .on('close', () => reject(new Error('closed without an answer')))
          .end(body)
      })
      const text = await beginningOf(response)
      return { ms: ms(), status: response.statusCode ?? 0, text }
    } catch (error) {
      return { ms: ms(), problem: signal.aborted ? 'timeout' : noAnswer(error as NodeJS.ErrnoException) }
    }
  }
export type PostOutward = ReturnType<typeof postOutward>
