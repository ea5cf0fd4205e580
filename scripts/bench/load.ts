import { Pool } from 'undici'

export type Asked = Readonly<{ base: string; path: string; cookie?: string; json?: unknown }>
export type Load = Readonly<{ perSecond: number; latencies: readonly number[] }>

/** One request, in milliseconds. What it costs is taken from the processors of whoever is measured, and counts as its time: undici takes a third of what node:http does. */
const ask = (pool: Pool, { path, cookie, json }: Asked): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = json === undefined ? null : JSON.stringify(json)
    const headers = { ...(cookie ? { cookie } : {}), ...(body === null ? {} : { 'content-type': 'application/json' }) }
    let status = 0
    const chunks: Buffer[] = []
    const started = performance.now()
    pool.dispatch(
      { path, method: body === null ? 'GET' : 'POST', headers, body },
      {
        onRequestStart: () => {},
        onResponseStart: (_, statusCode) => {
          status = statusCode
        },
        onResponseData: (_, chunk) => {
          if (status >= 300) chunks.push(chunk)
        },
        onResponseEnd: () => {
          if (status < 300) resolve(performance.now() - started)
          else reject(new Error(`${path} answered ${status}: ${Buffer.concat(chunks)}`))
        },
        onResponseError: (_, error) => reject(error),
      },
    )
  })

const pools = new Map<string, Pool>()

/** Connections that stay open from one load to the next. */
const poolFor = (base: string, connections: number): Pool => {
  const key = `${connections} ${base}`
  const pool = pools.get(key) ?? new Pool(base, { connections, pipelining: 1 })
  pools.set(key, pool)
  return pool
}

/** So many who ask at the same time, each waiting for its answer, for so long or until there is nothing left to ask. */
export const load = async (concurrent: number, ms: number, next: (n: number) => Asked | null): Promise<Load> => {
  const latencies: number[] = []
  const started = performance.now()
  let n = 0
  const one = async () => {
    while (performance.now() - started < ms) {
      const asked = next(n++)
      if (!asked) return
      latencies.push(await ask(poolFor(asked.base, concurrent), asked))
    }
  }
  await Promise.all(Array.from({ length: concurrent }, one))
  return { perSecond: (latencies.length * 1_000) / (performance.now() - started), latencies }
}
