import { Pool } from 'undici'
import { timed } from './table.ts'

export type Asked = Readonly<{ base: string; path: string; cookie?: string; json?: unknown }>
export type Load = Readonly<{ perSecond: number; latencies: readonly number[] }>

/**
 * Sends one request and reads its answer. The client uses processors that are being measured, so it is undici, which
 * needs half as much as node:http.
 */
const ask = (pool: Pool, { path, cookie, json }: Asked): Promise<readonly Buffer[]> =>
  new Promise((resolve, reject) => {
    const body = json === undefined ? null : JSON.stringify(json)
    const headers = { ...(cookie ? { cookie } : {}), ...(body === null ? {} : { 'content-type': 'application/json' }) }
    let status = 0
    const chunks: Buffer[] = []
    pool.dispatch(
      { path, method: body === null ? 'GET' : 'POST', headers, body },
      {
        onRequestStart: () => {},
        onResponseStart: (_, statusCode) => {
          status = statusCode
        },
        onResponseData: (_, chunk) => {
          chunks.push(chunk)
        },
        onResponseEnd: () => {
          if (status < 300) resolve(chunks)
          else reject(new Error(`${path} answered ${status}: ${Buffer.concat(chunks)}`))
        },
        onResponseError: (_, error) => reject(error),
      },
    )
  })

const pools = new Map<string, Pool>()

const poolFor = (base: string, connections: number): Pool => {
  const key = `${connections} ${base}`
  const pool = pools.get(key) ?? new Pool(base, { connections, pipelining: 1 })
  pools.set(key, pool)
  return pool
}

/** Concurrent workers that each wait for their result, until the time is over or nothing is left. */
export const crowd = async (size: number, ms: number, next: (n: number) => (() => Promise<unknown>) | null): Promise<Load> => {
  const latencies: number[] = []
  const started = performance.now()
  let n = 0
  const one = async () => {
    while (performance.now() - started < ms) {
      const work = next(n++)
      if (!work) return
      latencies.push(await timed(work))
    }
  }
  await Promise.all(Array.from({ length: size }, one))
  return { perSecond: (latencies.length * 1_000) / (performance.now() - started), latencies }
}

export const load = (size: number, ms: number, next: (n: number) => Asked | null): Promise<Load> =>
  crowd(size, ms, (n) => {
    const asked = next(n)
    return asked && (() => ask(poolFor(asked.base, size), asked))
  })

/**
 * One call with a body, on one of `connections` open connections.
 * @throws if it is refused
 */
export const post = async <Body>(asked: Asked, connections: number): Promise<Body> =>
  JSON.parse(Buffer.concat(await ask(poolFor(asked.base, connections), asked)).toString())
