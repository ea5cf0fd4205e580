import { expect, test } from 'vitest'
import type { BillId } from '../kernel/ids.ts'
import { payorMailTasks } from './mail-payors-about-their-payments.ts'

test('receipts are put off while many commands wait, before anything of them is read', async () => {
  const counts = [32, 32, 0, 0, 0, 0, 0]
  let looked = 0
  const readAfter: number[] = []
  const { 'mail-payors': mailPayors } = payorMailTasks({
    outbox: { queue: async () => new Set(), deliver: async () => 'done' } as never,
    addJob: async () => {},
    now: () => '2030-01-01T00:00:00.000Z' as never,
    billsShow: async () => true,
    billedOf: async () => {
      readAfter.push(looked)
      return null
    },
    positionChangeOf: async () => null,
    toldOf: async () => new Set(),
    awaiting: () => counts[looked++] ?? 0,
  })
  await mailPayors({
    notices: [{ billId: 'a-bill' as BillId, purpose: 'receipt', paymentId: null, note: null, messageId: 'a-mail' as never, position: '1' }],
  })
  expect(readAfter).toEqual([7])
})
