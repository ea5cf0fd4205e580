import { expect, test } from 'vitest'
import { DomainError, NoAccess } from '../kernel/errors.ts'
import type { BillId } from '../kernel/ids.ts'
import { reconciler } from './reconciler.ts'

/** Closes the abandoned attempts of three bills, one of which fails to close. */
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

test('an abandoned attempt on an account without access does not prevent closing the others', async () => {
  expect(await closing(new NoAccess('away'))).toEqual(['one', 'three'])
})

test('closes no others during an outage of Stripe', async () => {
  expect(await closing(new DomainError('unavailable', 'unavailable', 'away'))).toEqual(['one', 'DomainError: away'])
})

test('a bill that fails to close is logged, and does not prevent closing the others', async () => {
  expect(await closing(new Error('unreadable'))).toEqual(['one', 'three', 'Error: unreadable'])
})

test.each([
  ['processing', []],
  ['succeeded', [{ intentId: 'pi_1', what: 'missing', stripe: 50_000, recorded: null }]],
] as const)('a payment that is %s at Stripe and missing from the log shows these differences: %o', async (status, differences) => {
  const noted: unknown[] = []
  const { reconcile } = reconciler({
    now: () => '2030-01-01T00:00:00.000Z',
    pool: { query: async (_: string, values: unknown[]) => noted.push(JSON.parse(String(values.at(-1)))) },
    payouts: {
      movements: async () => [{ kind: 'payment', intentId: 'pi_1', gross: 50_000, fee: 0, net: 50_000 }],
      since: async () => [],
    },
    paymentsByIntent: async () => new Map(),
    observeIntent: async () => ({ shown: [], observed: { status } }),
    settled: async () => {},
    refreshAccount: async () => {},
  } as never)
  await reconcile('acct_1')
  expect(noted).toEqual([differences])
})
