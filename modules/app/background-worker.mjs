// Entry point of the thread that background-thread.ts opens. Without this registration the thread cannot load
// TypeScript.
import { register } from 'tsx/esm/api'

register()
await import('./background-worker.ts')
