import { once } from 'node:events'
import { Agent, createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import express from 'express'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askToLeave, drained } from './draining.ts'

const SLOW_MS = 150

let stopping: AbortController
let agent: Agent
let server: Server
let port: number
beforeEach(async () => {
  stopping = new AbortController()
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const app = express()
  app.use(askToLeave(stopping.signal))
  app.get('/quick', (_req, res) => void res.send('done'))
  app.get('/slow', (_req, res) => void setTimeout(() => res.send('done'), SLOW_MS))
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  agent.destroy()
  server.closeAllConnections()
})

/** The answer's Connection header, or the code of the connection's error. */
const ask = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.headers.connection))
    })
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })

const stop = async (patienceMs = 5_000): Promise<number> => {
  const began = performance.now()
  stopping.abort()
  await drained(server, patienceMs)
  return performance.now() - began
}

test('answers a request on a kept connection during shutdown, and closes the connection', async () => {
  expect(await ask('/quick')).toBe('keep-alive')
  const stopped = stop()
  await pause(20)
  expect(await ask('/quick')).toBe('close')
  await stopped
})

test('closes the connection after an answer that is under way', async () => {
  const answer = ask('/slow')
  await pause(50)
  const took = stop()
  expect(await answer).toBe('close')
  expect(await took).toBeLessThan(1_000)
})

test('does not wait for idle connections', async () => {
  await ask('/quick')
  expect(await stop()).toBeLessThan(1_000)
})

test('cuts off an answer that outlasts the shutdown', async () => {
  const answer = ask('/slow')
  await pause(50)
  await stop(20)
  expect(await answer).toBe('ECONNRESET')
})
