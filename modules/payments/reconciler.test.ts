import { expect, test } from 'vitest'
import { DomainError, NoAccess } from '../kernel/errors.ts'
import type { BillId } from '../kernel/ids.ts'
import { reconciler } from './reconciler.ts'

/** Closes the abandoned attempts of three bills, of which one cannot be closed. */
const closing = async (fault: Error): Promise<string[]> => {
  const closed: string[] = []
  const { tasks } = reconciler({
    now: () => '2030-01-01T00:00:00.000Z',
    billsPaidSince: async () => ['one', 'two', 'three'] as BillId[],
    closeAbandoned: async (billId: BillId) => {
      if (billId === 'two') throw fault
      closed.push(billId)
    },
  } as never)
  await tasks['close-abandoned-attempts']({}).catch((error: unknown) => closed.push(String(error)))
  return closed
}

test('an abandoned attempt on an account that has ended our access holds up no other', async () => {
  expect(await closing(new NoAccess('away'))).toEqual(['one', 'three'])
})

test('while Stripe is away no others are tried', async () => {
  expect(await closing(new DomainError('unavailable', 'unavailable', 'away'))).toEqual(['one', 'DomainError: away'])
})

test('a bill that cannot be closed holds up no other, and is not passed over in silence', async () => {
  expect(await closing(new Error('unreadable'))).toEqual(['one', 'three', 'Error: unreadable'])
})
