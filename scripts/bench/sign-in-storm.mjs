// A crowd that signs in, on a thread of its own: the one that asks how the others fare must not wait for it (scripts/bench/login.ts).
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { base, email, password, crowd } = workerData
// Plain node:http over kept connections: whoever measures takes as little of the processors as can be.
const agent = new Agent({ keepAlive: true, maxSockets: crowd })
const body = JSON.stringify({ email, password })
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }

const signIn = () =>
  new Promise((resolve, reject) => {
    const asked = request(`${base}/api/auth/login`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`a sign-in answered ${answer.statusCode}`))))
    })
    asked.on('error', reject).end(body)
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
