import v8 from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { UploadResult } from '../payors/contract.ts'
import type { UploadCommand, UploadProgress } from '../payors/upload.ts'
import { restoreError, type SerializedError } from '../platform/serialized-error.ts'
import { type Traceparent, traceparent } from '../platform/telemetry/telemetry.ts'
import type { Background, BackgroundOptions } from './background.ts'

/** The options that the thread receives. The log is not among them, since the thread opens its own. */
type Start = Pick<BackgroundOptions, 'config' | 'databaseUrl' | 'masterKeys'>

/** The messages to the thread; each call is answered once. */
type Question =
  | Readonly<{ kind: 'start'; options: Start }>
  | Readonly<{ kind: 'import'; command: UploadCommand; from: Traceparent | undefined }>
  | Readonly<{ kind: 'rebuild' }>
  | Readonly<{ kind: 'stop' }>
/** `gone`: the client that made the call has disconnected. */
export type Asked = (Question | Readonly<{ kind: 'gone' }>) & Readonly<{ call: number }>

/** The messages from the thread. */
export type FromWorker =
  | Readonly<{ kind: 'done'; call: number; result: UploadResult | null }>
  | Readonly<{ kind: 'failed'; call: number; error: SerializedError }>
  | Readonly<{ kind: 'progress'; call: number; progress: UploadProgress }>
  | Readonly<{ kind: 'stopped'; projection: string; problem: string | null }>

type Call = Readonly<{
  resolve: (result: UploadResult | null) => void
  reject: (error: Error) => void
  onProgress: (progress: UploadProgress) => void
}>

const nobody = () => {}

/**
 * The size of the thread's young generation. An import makes much garbage: with V8's default the thread would grow by
 * hundreds of megabytes.
 */
const NURSERY_MB = 32

/**
 * Runs the background on a separate thread, so that an import of 60,000 rows does not keep the requests' thread busy.
 * The new thread loads its modules at once and starts the background when `start` is called. A fatal error of the
 * thread ends the process.
 */
export const backgroundThread = () => {
  v8.setFlagsFromString(`--max-semi-space-size=${NURSERY_MB}`)
  const worker = new Worker(new URL('./background-worker.mjs', import.meta.url))
  const calls = new Map<number, Call>()
  let last = 0
  let onStopped: BackgroundOptions['onStopped'] = nobody

  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'stopped') return onStopped(message.projection, message.problem)
    const call = calls.get(message.call)
    if (message.kind === 'progress') return call?.onProgress(message.progress)
    calls.delete(message.call)
    if (message.kind === 'done') call?.resolve(message.result)
    else call?.reject(restoreError(message.error))
  })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))

  const send = (message: Asked): void => worker.postMessage(message)
  const ask = (question: Question, onProgress = nobody as Call['onProgress'], gone?: AbortSignal) =>
    new Promise<UploadResult | null>((resolve, reject) => {
      last += 1
      const call = last
      calls.set(call, { resolve, reject, onProgress })
      send({ ...question, call })
      gone?.addEventListener('abort', () => send({ kind: 'gone', call }), { once: true })
    })

  return {
    start: async (options: BackgroundOptions): Promise<Background> => {
      const { eventStore, role, logLevel, telemetry } = options.config
      onStopped = options.onStopped
      const { databaseUrl, masterKeys } = options
      await ask({ kind: 'start', options: { config: { eventStore, role, logLevel, telemetry }, databaseUrl, masterKeys } })
      return {
        importPayors: async (command, onProgress, gone) =>
          (await ask({ kind: 'import', command, from: traceparent() }, onProgress, gone)) as UploadResult,
        rebuildReadModels: async (gone) => void (await ask({ kind: 'rebuild' }, nobody, gone)),
        stop: async () => {
          await ask({ kind: 'stop' })
          await ended
        },
      }
    },
  }
}
export type BackgroundThread = ReturnType<typeof backgroundThread>
