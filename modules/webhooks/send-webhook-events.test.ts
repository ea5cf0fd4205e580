import { expect, test } from 'vitest'
import type { Instant } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { StreamName } from '../platform/event-store/event-store.ts'
import type { NewDelivery } from './deliveries.ts'
import { sendTasks } from './send-webhook-events.ts'

const network = 'network-1' as NetworkId
const webhook = { id: 'webhook', networkId: network, happenings: ['program.created' as const], onSince: 10, offSince: null as number | null }
const occurrence = (position: number, at = new Date().toISOString()) => ({
  ...{ id: `event-${position}`, stream: 'program-1' as StreamName, revision: 0, position: String(position), at: at as Instant, networkId: network },
})

/** Sends the webhook events of all events except those in `unreadable`. Returns the positions of those sent. */
const handedOut = async (
  occurrences: ReturnType<typeof occurrence>[],
  { offSince = null as number | null, unreadable = '', now = new Date().toISOString() } = {},
) => {
  const added: NewDelivery[] = []
  const read: string[] = []
  const { 'hand-out-happenings': handOut } = sendTasks({
    now: () => now as Instant,
    listening: async () => [{ ...webhook, offSince }],
    networksKnown: async () => {},
    webhookEventsAt: async (stream) => {
      read.push(stream)
      if (stream === unreadable) throw new Error('the event cannot be read yet')
      return { networkId: network, webhookEvents: [{ type: 'program.created', data: { programId: 'program' as never } }] }
    },
    addDeliveries: async (deliveries) => void added.push(...deliveries),
  })
  const failed = await handOut({ occurrences }).then(
    () => null,
    (error: Error) => error.message,
  )
  return { sent: added.map(({ position }) => Number(position)), read: read.length, failed }
}

test('sends a webhook the events from the time when it was on, even if it is off now', async () => {
  const all = [5, 15, 25].map((position) => occurrence(position))
  expect(await handedOut(all)).toEqual({ sent: [15, 25], read: 2, failed: null })
  expect(await handedOut(all, { offSince: 20 })).toEqual({ sent: [15], read: 1, failed: null })
})

test('reads nothing for a network without a webhook, or for events so old that their deliveries were deleted', async () => {
  const elsewhere = { ...occurrence(15), networkId: 'network-2' as NetworkId }
  const long = occurrence(16, new Date(Date.now() - 31 * 86_400_000).toISOString())
  expect(await handedOut([elsewhere, long])).toEqual({ sent: [], read: 0, failed: null })
})

test("sends everything even if the sandbox's clock has moved", async () => {
  const today = occurrence(15)
  const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString()
  expect(await handedOut([occurrence(15, yearAgo)], { now: yearAgo })).toEqual({ sent: [15], read: 1, failed: null })
  expect(await handedOut([today], { now: new Date(Date.now() + 365 * 86_400_000).toISOString() })).toEqual({ sent: [15], read: 1, failed: null })
})

test('sends all other events if one is unreadable, and tries that one again', async () => {
  const unreadable = { ...occurrence(15), stream: 'program-2' as StreamName }
  expect(await handedOut([unreadable, occurrence(16)], { unreadable: 'program-2' })).toEqual({
    ...{ sent: [16], read: 2 },
    failed: 'the event cannot be read yet',
  })
})
