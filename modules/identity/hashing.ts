import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

type Work = Readonly<{ password: string; stored?: string; options?: object }>
type Done = Readonly<{ result?: string | boolean; problem?: string }>
type Waiting = Readonly<{ work: Work; resolve: (result: string | boolean) => void; reject: (error: Error) => void }>
/** A thread, and the work that was handed to it, in the order in which it answers. */
type Hasher = Readonly<{ thread: Worker; handed: Waiting[] }>

/** Each thread has a second password waiting, so that it need not wait for the main thread between two. */
const HANDED_AT_ONCE = 2

/**
 * Threads for hashing passwords: at most one per core, created on demand, at low priority. A login storm then uses
 * spare processor time and none of libuv's threads, which are needed for files, DNS and compression.
 */
export const hashingThreads = (limit = availableParallelism()) => {
  const hashers: Hasher[] = []
  const queue: Waiting[] = []

  const makeHasher = (): Hasher => {
    const thread = new Worker(new URL('./hashing-thread.mjs', import.meta.url))
    const hasher: Hasher = { thread, handed: [] }
    thread.on('message', ({ result, problem }: Done) => {
      const done = hasher.handed.shift()
      if (hasher.handed.length === 0) thread.unref()
      if (result === undefined) done?.reject(new Error(`a password could not be hashed: ${problem}`))
      else done?.resolve(result)
      handOver()
    })
    thread.once('error', (error) => {
      hashers.splice(hashers.indexOf(hasher), 1)
      for (const { reject } of hasher.handed) reject(error)
      handOver()
    })
    hashers.push(hasher)
    return hasher
  }

  /** An idle thread, a new one, or the least busy one; undefined if all have HANDED_AT_ONCE. */
  const freest = (): Hasher | undefined => {
    const hasher = hashers.toSorted((a, b) => a.handed.length - b.handed.length)[0]
    if ((!hasher || hasher.handed.length > 0) && hashers.length < limit) return makeHasher()
    return hasher && hasher.handed.length < HANDED_AT_ONCE ? hasher : undefined
  }

  const handOver = (): void => {
    while (queue.length > 0) {
      const hasher = freest()
      const waiting = hasher && queue.shift()
      if (!waiting) return
      hasher.handed.push(waiting)
      hasher.thread.ref()
      hasher.thread.postMessage(waiting.work)
    }
  }

  return (work: Work): Promise<string | boolean> =>
    new Promise((resolve, reject) => {
      queue.push({ work, resolve, reject })
      handOver()
    })
}
