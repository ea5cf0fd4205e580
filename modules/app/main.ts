// The entry point. The background's thread loads its modules while this thread loads its own, since each takes a
// second.
import { isOn } from '../platform/speed/pieces.ts'
import { backgroundThread } from './background-thread.ts'

const thread = isOn('thread') ? backgroundThread() : null
const { start } = await import('./start.ts')

start(thread).catch((error: unknown) => {
  // One sentence for operators; the stack only at debug or trace level.
  console.error(error instanceof Error && !['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '') ? error.message : error)
  process.exit(1)
})
