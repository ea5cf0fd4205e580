import { randomUUID } from 'node:crypto'
import { instantOf } from '../../modules/kernel/dates.ts'
import { openStore } from '../../modules/platform/event-store/open-store.ts'
import type { Product } from './product.ts'

/**
 * Appends an event that no command emits, a payment whose amount is not a number: it blocks the projections of bills.
 */
export const recordUnreadable = async ({ databaseUrl }: Product, billId: string): Promise<void> => {
  const store = await openStore('postgres', databaseUrl())
  try {
    const stream = `bill-${billId}` as const
    const { length } = await store.read(stream)
    const data = { billId, paymentId: randomUUID(), amount: 'forty', applied: 4_000, method: 'check', reference: null, receivedOn: null }
    const metadata = { $correlationId: billId, $causationId: billId, actor: 'system:stripe', schema: 1, at: instantOf(Date.now()) }
    await store.append(stream, [{ id: randomUUID(), type: 'PaymentRecorded', data, metadata }], length - 1)
  } finally {
    await store.close()
  }
}
