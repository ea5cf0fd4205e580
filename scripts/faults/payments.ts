import { setTimeout as pause } from 'node:timers/promises'
import type { TestBed } from './test-bed.ts'

export type Answer = Readonly<{ method: string; path: string; status: number | null; took: number; at: number }>

/** A payment without an answer: it may be recorded or not, but after a retry it must exist once. */
type Open = Readonly<{ reference: string; billId: string; amount: number }>

const PATIENCE_MS = 90_000

/** A stream of payments by several tellers and of reads by a reader, with a record of all acknowledgements. */
export const payments = async (
  { product, treasurer }: TestBed,
  bills: readonly string[],
  random: () => number,
  reads: readonly string[] = ['/dashboard/summary'],
) => {
  const { base } = product()
  const login = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: treasurer.email, password: treasurer.password }),
  })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const acknowledged: string[] = []
  const open: Open[] = []
  const answers: Answer[] = []
  let running = true
  let count = 0

  const send = async (method: string, path: string, body?: unknown, key?: string): Promise<number | null> => {
    const started = performance.now()
    const status = await fetch(`${base}/api${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
      .then(async (response) => {
        await response.arrayBuffer()
        return response.status
      })
      .catch(() => null)
    answers.push({ method, path, status, took: performance.now() - started, at: started })
    return status
  }

  const receive = ({ reference, billId, amount }: Open) =>
    send('POST', `/assessment-bills/${billId}/receipts`, { amount, method: 'check', reference }, reference)

  const pay = async (): Promise<number | null> => {
    count += 1
    const reference = `payment-${count}`
    const billId = bills[Math.floor(random() * bills.length)] ?? ''
    const amount = 1 + Math.floor(random() * 90)
    if (count % 4 === 0) {
      // A bill that no other payment uses: marking a bill that is already paid succeeds without recording anything.
      const own = bills[bills.length - 1 - count / 4]
      if (!own) return pay()
      const status = await send('PUT', `/assessment-bills/${own}/mark-as-paid`, { method: 'check', reference })
      if (status === 200) marked.set(own, reference)
      return status
    }
    const payment = { reference, billId, amount }
    const status = await receive(payment)
    if (status === 201) acknowledged.push(reference)
    else open.push(payment)
    return status
  }
  const marked = new Map<string, string>()

  const teller = async () => {
    while (running) {
      const status = await pay()
      // A client without an answer pauses, since the server may be starting; so does a refused one.
      if (status === null) await pause(1_000)
      else if (status === 503) await pause(100)
    }
  }
  const reader = async () => {
    for (let n = 0; running; n += 1) {
      await pause((await send('GET', reads[n % reads.length] ?? '')) === null ? 1_000 : 15)
    }
  }
  const work = Promise.all([...Array.from({ length: 8 }, teller), reader()])

  return {
    acknowledged,
    marked,
    answers,
    open,
    send,
    stop: async () => {
      running = false
      await work
    },
    /** Retries open payments with the same keys until all are answered. */
    finish: async () => {
      for (const deadline = Date.now() + PATIENCE_MS; open.length > 0 && Date.now() < deadline; await pause(500)) {
        const left = open.splice(0)
        const again = async () => {
          for (let payment = left.pop(); payment; payment = left.pop())
            if ((await receive(payment)) === 201) acknowledged.push(payment.reference)
            else open.push(payment)
        }
        await Promise.all(Array.from({ length: 8 }, again))
      }
    },
  }
}
export type Stream = Awaited<ReturnType<typeof payments>>
