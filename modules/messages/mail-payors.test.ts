import { expect, test } from 'vitest'
import type { BillId } from '../kernel/ids.ts'
import { payorMailTasks } from './mail-payors-about-their-payments.ts'

test('delays receipts while many commands wait, before reading anything', async () => {
  const counts = [32, 32, 0, 0, 0, 0, 0]
  let looked = 0
  const readAfter: number[] = []
  const { 'mail-payors': mailPayors } = payorMailTasks({
    outbox: { queue: async () => new Set(), deliver: async () => 'done' } as never,
    addJob: async () => {},
    now: () => '2030-01-01T00:00:00.000Z' as never,
    paidTogether: async () => new Map(),
    billsShow: async () => true,
    billedOf: async () => {
      readAfter.push(looked)
      return null
    },
    positionChangeOf: async () => null,
    mailedBills: async () => new Map(),
    awaiting: () => counts[looked++] ?? 0,
  })
  await mailPayors({
    notices: [{ billId: 'a-bill' as BillId, purpose: 'receipt', paymentId: null, note: null, messageId: 'a-mail' as never, position: '1' }],
  })
  expect(readAfter).toEqual([7])
})

test("does not mail a change that happened before the bill's own mail, however late its job runs (R92)", async () => {
  const queued: unknown[] = []
  const { 'mail-payors': mailPayors } = payorMailTasks({
    outbox: {
      queue: async (mails: readonly { about: { messageId: string } }[]) => {
        queued.push(...mails.map(({ about }) => about.messageId))
        return new Set()
      },
      deliver: async () => 'done',
    } as never,
    addJob: async () => {},
    now: () => '2030-01-03T00:00:00.000Z' as never,
    paidTogether: async () => new Map(),
    billsShow: async () => true,
    billedOf: async () => ({ networkId: 'n', programId: 'p', payorId: 'm', email: 'ruth@example.org' }) as never,
    positionChangeOf: async () => ({ kind: 'amount-changed', amount: 2, before: 1 }),
    mailedBills: async () => new Map([['a-bill' as BillId, '2030-01-02T00:00:00.000Z' as never]]),
    awaiting: () => 0,
  })
  const changed = (day: string) => ({
    ...{ billId: 'a-bill' as BillId, purpose: 'amount-changed' as const, paymentId: null, note: null, position: '1', revision: 1 },
    ...{ messageId: `of ${day}` as never, at: `${day}T12:00:00.000Z` as never },
  })
  await mailPayors({ notices: [changed('2030-01-01'), changed('2030-01-02')] })
  expect(queued).toEqual(['of 2030-01-02'])
})
