import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type Repeated = Readonly<{ method: string; path: string; headers: Readonly<Record<string, string>>; body?: string }>

/** A client that repeats requests over many connections. `stop` returns the number of responses per status. */
export const newStranger = (base: string, connections: number) => {
  const thread = new Worker(new URL('./stranger.mjs', import.meta.url), { workerData: { base, connections } })
  return {
    start: (requests: readonly Repeated[]): void => thread.postMessage(requests),
    stop: async (): Promise<Readonly<Record<string, number>>> => {
      thread.postMessage(null)
      const [statuses] = await once(thread, 'message')
      return statuses
    },
    end: () => thread.terminate(),
  }
}
