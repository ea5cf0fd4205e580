// Concurrent sign-ins on a separate thread, so that the thread that measures other calls does not wait
// (scripts/bench/login.ts).
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// Loads tsx, since threads do not inherit the TypeScript loader.
register()
const { load } = await import('./load.ts')
const { base, email, password, crowd } = workerData

/** Repeats concurrent sign-ins for a number of milliseconds. */
parentPort.on('message', async (forMs) => {
  const { perSecond } = await load(crowd, forMs, () => ({ base, path: '/api/auth/login', json: { email, password } }))
  parentPort.postMessage(perSecond)
})
