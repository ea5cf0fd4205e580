import { Agent, request } from 'node:http'

export type Asked = Readonly<{ base: string; path: string; cookie?: string; json?: unknown }>
export type Load = Readonly<{ perSecond: number; latencies: readonly number[] }>

/** One request by plain node:http, in milliseconds: whoever measures takes as little of the processors as can be. */
const ask = (agent: Agent, { base, path, cookie, json }: Asked): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = json === undefined ? undefined : JSON.stringify(json)
    const headers = {
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const started = performance.now()
    const asked = request(base + path, { method: body === undefined ? 'GET' : 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => answer.statusCode !== undefined && answer.statusCode >= 300 && chunks.push(chunk))
      answer.on('end', () => {
        if (answer.statusCode !== undefined && answer.statusCode < 300) resolve(performance.now() - started)
        else reject(new Error(`${path} answered ${answer.statusCode}: ${Buffer.concat(chunks)}`))
      })
    })
    asked.on('error', reject).end(body)
  })

const agents = new Map<number, Agent>()

/** So many who ask at the same time, each waiting for its answer, for so long or until there is nothing left to ask. */
export const load = async (concurrent: number, ms: number, next: (n: number) => Asked | null): Promise<Load> => {
  const agent = agents.get(concurrent) ?? new Agent({ keepAlive: true, maxSockets: concurrent })
  agents.set(concurrent, agent)
  const latencies: number[] = []
  const started = performance.now()
  let n = 0
  const one = async () => {
    while (performance.now() - started < ms) {
      const asked = next(n++)
      if (!asked) return
      latencies.push(await ask(agent, asked))
    }
  }
  await Promise.all(Array.from({ length: concurrent }, one))
  return { perSecond: (latencies.length * 1_000) / (performance.now() - started), latencies }
}
