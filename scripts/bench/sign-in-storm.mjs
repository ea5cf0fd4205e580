// A crowd that signs in, on a thread of its own: the one that asks how the others fare must not wait for it (scripts/bench/login.ts).
import { parentPort, workerData } from 'node:worker_threads'
import { Pool } from 'undici'

const { base, email, password, crowd } = workerData
const pool = new Pool(base, { connections: crowd, pipelining: 1 })
const asked = {
  method: 'POST',
  path: '/api/auth/login',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password }),
}

// Whoever measures takes as little of the processors as can be, so the answer is thrown away unread.
const signIn = () =>
  new Promise((resolve, reject) => {
    let status = 0
    pool.dispatch(asked, {
      onRequestStart: () => {},
      onResponseStart: (_, statusCode) => {
        status = statusCode
      },
      onResponseData: () => {},
      onResponseEnd: () => (status === 200 ? resolve() : reject(new Error(`a sign-in answered ${status}`))),
      onResponseError: (_, error) => reject(error),
    })
  })

/** Everybody in the crowd signs in, and again when answered, for so many milliseconds. */
parentPort.on('message', async (forMs) => {
  const started = performance.now()
  let done = 0
  const one = async () => {
    while (performance.now() - started < forMs) {
      await signIn()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: crowd }, one))
  parentPort.postMessage((done * 1_000) / (performance.now() - started))
})
