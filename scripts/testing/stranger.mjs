// A client that repeats requests over several connections. It runs in a worker thread, so that it does not delay the
// test's measurements.
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** A client within its limits waits this long, in ms, after a refusal. */
const REFUSED_MS = 500

const { base, connections } = workerData
let agent

const ask = ({ method, path, headers, body }) =>
  new Promise((resolve) => {
    const asked = request(base + path, { method, headers, agent }, (answer) => {
      answer
        .resume()
        .on('error', () => {})
        .on('close', () => resolve(answer.statusCode))
    })
    // The server closes connections that send too much.
    asked.on('error', () => resolve(0))
    asked.end(body)
  })

let over = true
let done
parentPort.on('message', async (requests) => {
  if (requests === null) {
    over = true
    // Requests that are still queued are aborted.
    agent.destroy()
    parentPort.postMessage(await done)
    return
  }
  over = false
  agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses = {}
  let next = 0
  const one = async () => {
    while (!over) {
      const status = await ask(requests[next++ % requests.length])
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 429) await pause(REFUSED_MS)
    }
  }
  done = Promise.all(Array.from({ length: connections }, one)).then(() => statuses)
})
