// Entry of background-thread.ts: a thread needs this registration to load TypeScript.
import { register } from 'tsx/esm/api'

register()
await import('./background-worker.ts')
