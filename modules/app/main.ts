// The product begins here. The background's thread loads its modules while this one loads its own: either takes a second.
import { isOn } from '../platform/speed/pieces.ts'
import { backgroundThread } from './background-thread.ts'

const thread = isOn('thread') ? backgroundThread() : null
const { start } = await import('./start.ts')

start(thread).catch((error: unknown) => {
  // A sentence for people; the whole story only for those who ask for it.
  console.error(error instanceof Error && !['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '') ? error.message : error)
  process.exit(1)
})
