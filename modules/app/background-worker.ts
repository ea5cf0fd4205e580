// The code of the thread that background-thread.ts opens: starts the background on request, and runs the calls that the
// thread receives.
import { parentPort } from 'node:worker_threads'
import type { UploadProgress } from '../payors/upload.ts'
import { disconnected } from '../platform/http/disconnect.ts'
import { openLog } from '../platform/log.ts'
import { serializeError } from '../platform/serialized-error.ts'
import { openTelemetry, span } from '../platform/telemetry/telemetry.ts'
import { type Background, startBackground } from './background.ts'
import type { Asked, FromWorker } from './background-thread.ts'

const port = parentPort
if (!port) throw new Error('background-worker.ts runs as a thread')
const send = (message: FromWorker) => port.postMessage(message)
let background: Background | null = null
let telemetry: Awaited<ReturnType<typeof openTelemetry>> | null = null
/** The time in ms for which the thread stays alive to deliver its last message. */
const ANSWER_MS = 100
/** The running imports and rebuilds, by call. */
const underWay = new Map<number, AbortController>()

const answer = async (message: Asked): Promise<void> => {
  if (message.kind === 'start') {
    const { options } = message
    const log = openLog(options.config.logLevel)
    const onStopped = (projection: string, problem: string | null) => send({ kind: 'stopped', projection, problem })
    telemetry = await openTelemetry(options.config.telemetry, `${options.config.role} background`, log)
    background = await startBackground({ ...options, log, onStopped })
    return send({ kind: 'done', call: message.call, result: null })
  }
  const running = background
  if (!running) throw new Error('the background has not started')
  if (message.kind === 'import') {
    const { call, command, from } = message
    const leaving = new AbortController()
    underWay.set(call, leaving)
    const onProgress = (progress: UploadProgress) => send({ kind: 'progress', call, progress })
    const run = () => running.importPayors(command, onProgress, leaving.signal).finally(() => underWay.delete(call))
    const result = await span('import members', {}, run, { origin: { parent: from } })
    return send({ kind: 'done', call, result })
  }
  if (message.kind === 'gone') return underWay.get(message.call)?.abort(disconnected())
  if (message.kind === 'rebuild') {
    const leaving = new AbortController()
    underWay.set(message.call, leaving)
    await running.rebuildReadModels(leaving.signal).finally(() => underWay.delete(message.call))
    return send({ kind: 'done', call: message.call, result: null })
  }
  await running.stop()
  await telemetry?.stop()
  send({ kind: 'done', call: message.call, result: null })
  port.close()
  // Without this, a telemetry export that waits for its endpoint would keep the thread alive.
  setTimeout(() => process.exit(), ANSWER_MS).unref()
}

port.on('message', (message: Asked) => {
  answer(message).catch((error: unknown) => send({ kind: 'failed', call: message.call, error: serializeError(error) }))
})
