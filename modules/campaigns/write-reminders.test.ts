import { expect, test } from 'vitest'
import type { Instant } from '../kernel/dates.ts'
import type { BillId, MessageId, NetworkId, PayorId } from '../kernel/ids.ts'
import type { Outbox } from '../messages/contract.ts'
import { writeReminders } from './write-reminders.ts'

// Copying a list for each bill would take minutes, and one mail about all bills would be too large for the log.
test('limits a reminder to the bills that are due first if the address has many', async () => {
  const billOf = (n: number) => ({ billId: `bill${n}` as BillId, payorId: 'ruth' as PayorId, email: 'office@church.example', rung: 0 })
  const queued: number[] = []
  const remind = writeReminders({
    now: () => '2026-06-01T15:00:00.000Z' as Instant,
    remindableBills: async () => Array.from({ length: 200_000 }, (_, n) => billOf(n)),
    digestIdOf: () => 'digest' as MessageId,
    unsubscribed: async () => new Set(),
    hasWaitingReminders: async () => false,
    outbox: {
      queue: async (mails: Parameters<Outbox['queue']>[0]) => {
        queued.push(...mails.map(({ about }) => about.bills.length))
        return new Set(['digest' as MessageId])
      },
    } as unknown as Outbox,
  })
  await remind('network' as NetworkId, 'UTC')
  expect(queued).toEqual([200])
})
