import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

type Work = Readonly<{ password: string; stored?: string; options?: object }>
type Done = Readonly<{ result?: string | boolean; problem?: string }>
type Waiting = Readonly<{ work: Work; resolve: (result: string | boolean) => void; reject: (error: Error) => void }>

/**
 * Threads for hashing passwords: at most one a core, made when first needed, and behind everything else in the system's
 * eyes. So a login storm uses what is left of the processors and none of libuv's own threads, on which files, names and
 * compression wait.
 */
export const hashingThreads = (limit = availableParallelism()) => {
  const idle: Worker[] = []
  const queue: Waiting[] = []
  let threads = 0

  const run = (thread: Worker, { work, resolve, reject }: Waiting): void => {
    const ended = (error: Error) => {
      threads -= 1
      reject(error)
      next()
    }
    thread.ref()
    thread.once('error', ended)
    thread.once('message', ({ result, problem }: Done) => {
      thread.off('error', ended)
      thread.unref()
      idle.push(thread)
      if (result === undefined) reject(new Error(`a password could not be hashed: ${problem}`))
      else resolve(result)
      next()
    })
    thread.postMessage(work)
  }

  const threadOf = (): Worker | undefined => {
    const free = idle.pop()
    if (free || threads >= limit) return free
    threads += 1
    return new Worker(new URL('./hashing-thread.mjs', import.meta.url))
  }

  const next = (): void => {
    if (queue.length === 0) return
    const thread = threadOf()
    const waiting = thread && queue.shift()
    if (thread && waiting) run(thread, waiting)
  }

  return (work: Work): Promise<string | boolean> =>
    new Promise((resolve, reject) => {
      queue.push({ work, resolve, reject })
      next()
    })
}
