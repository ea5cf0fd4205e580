import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from '../bench/treasurer.ts'
import type { Outcome, TestBed } from './test-bed.ts'

const CLIENTS = 12
/**
 * The longest that a stop may take: requests under way have eight seconds to finish, and then the database is closed.
 */
const STOPPED_MS = 15_000
const LISTS = ['/assessment-bills', '/payments', '/members', '/dashboard/summary', '/assessment-bills?orderBy=payor&status=Unpaid', '/find?q=a']

type Asked = Readonly<{ method: string; path: string; json?: object; key?: string }>
type Sender = (asked: Asked) => Promise<number | string>

/** Sends requests on open connections; returns the status, or the reason for a missing answer. */
const senderAt =
  (base: string, cookie: string, agent: Agent): Sender =>
  ({ method, path, json, key }) =>
    new Promise((resolve) => {
      const headers = { cookie, ...(json ? { 'content-type': 'application/json' } : {}), ...(key ? { 'idempotency-key': key } : {}) }
      const sent = request(`${base}/api${path}`, { method, agent, headers }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 'an answer that was cut off'))
        answer.on('error', (error) => resolve(error.message))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      sent.end(json && JSON.stringify(json))
    })

/** Pays and reads in turn until the process refuses connections: all earlier requests must be answered. */
const customer = async (send: Sender, name: string, billOf: () => string) => {
  const acknowledged: string[] = []
  const dropped: string[] = []
  for (let n = 0; dropped.length === 0; n += 1) {
    const reference = `${name}-${n}`
    const receipt = {
      method: 'POST',
      path: `/assessment-bills/${billOf()}/receipts`,
      json: { amount: 0.5, method: 'check', reference },
      key: reference,
    }
    const asked: Asked = n % 3 === 0 ? receipt : { method: 'GET', path: LISTS[n % LISTS.length] ?? '' }
    const answer = await send(asked)
    if (answer === 'ECONNREFUSED') return { acknowledged, dropped, requests: n }
    if (answer === 201) acknowledged.push(reference)
    if (typeof answer === 'string' || answer >= 500) dropped.push(`${asked.method} ${asked.path} of ${reference} got ${answer}`)
  }
  return { acknowledged, dropped, requests: 0 }
}

/**
 * Stops the product repeatedly during payments and reads: no received request is dropped (R124), and everything
 * acknowledged exists.
 */
export const stoppedUnderLoad = async (bed: TestBed, bills: readonly string[], random: () => number, stops: number): Promise<Outcome> => {
  const violations: string[] = []
  const acknowledged: string[] = []
  const took: number[] = []
  let requests = 0
  const billOf = () => bills[Math.floor(random() * bills.length)] ?? ''
  for (let stop = 0; stop < stops; stop += 1) {
    const { base, child } = bed.product()
    const agent = new Agent({ keepAlive: true })
    const send = senderAt(base, await signIn(base, bed.treasurer, bed.treasurer.networkId), agent)
    const work = Promise.all(Array.from({ length: CLIENTS }, (_, i) => customer(send, `stop-${stop}-${i}`, billOf)))
    await pause(1_000 + random() * 1_000)
    const began = performance.now()
    child.kill('SIGTERM')
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    const ms = Math.round(performance.now() - began)
    took.push(ms)
    for (const done of await work) {
      acknowledged.push(...done.acknowledged)
      violations.push(...done.dropped)
      requests += done.requests
    }
    agent.destroy()
    if (code !== 0) violations.push(`stop ${stop}: it ended with ${code ?? signal}`)
    if (ms > STOPPED_MS) violations.push(`stop ${stop}: it took ${ms} ms`)
    await bed.start()
  }
  // Hostile requests may have given two payments one reference.
  violations.push(...(await bed.violations(acknowledged)).filter((found) => !/^R127 payment (?!stop-)/.test(found)))
  const gone = `gone after ${Math.max(...took)} ms at most`
  return { summary: `told to stop ${stops} times amid ${requests} requests, ${gone}, ${acknowledged.length} acknowledged payments there`, violations }
}
