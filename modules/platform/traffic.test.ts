import { expect, test, vi } from 'vitest'
import { type Traffic, traffic } from './traffic.ts'

/** A request under way; what it answers ends it. */
const ask = ({ begin }: Traffic, accept = 'application/json') => begin({ get: () => accept } as never)
const isOpen = async (passing: Promise<void>): Promise<boolean> => Promise.race([passing.then(() => true), Promise.resolve().then(() => false)])

test('whoever lets requests pass waits for the end of a rush, or two seconds', async () => {
  vi.useFakeTimers()
  try {
    const requests = traffic(2)
    ask(requests, 'text/event-stream')
    const first = ask(requests)
    expect(await isOpen(requests.pass()), 'one is no rush, and a stream of events is none').toBe(true)
    ask(requests)
    const waits = requests.pass()
    expect(await isOpen(waits)).toBe(false)
    first()
    await waits
    ask(requests)
    const impatient = requests.pass()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(await isOpen(impatient)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await impatient
  } finally {
    vi.useRealTimers()
  }
})
