// A crowd that signs in, on a thread of its own: the one that asks how the others fare must not wait for it (scripts/bench/login.ts).
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// A thread does not inherit what loads TypeScript.
register()
const { load } = await import('./load.ts')
const { base, email, password, crowd } = workerData

/** Everybody in the crowd signs in, and again when answered, for so many milliseconds. */
parentPort.on('message', async (forMs) => {
  const { perSecond } = await load(crowd, forMs, () => ({ base, path: '/api/auth/login', json: { email, password } }))
  parentPort.postMessage(perSecond)
})
