// The thread of background-thread.ts begins here: threads know TypeScript only once they are told.
import { register } from 'tsx/esm/api'

register()
await import('./background-worker.ts')
