import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStripe } from '../../../scripts/testing/stripe.ts'
import type { BillId } from '../../kernel/ids.ts'
import { connectTo } from './connection.ts'
import { stripeIntents } from './intents.ts'

let sandbox: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  sandbox = await startStripe()
})
afterAll(() => sandbox.stop())

test('a wrong API key counts as an outage, not as a refusal', async () => {
  const unknown = { ...sandbox, secretKey: 'sk_test_unknown' }
  const intents = stripeIntents(connectTo(unknown))
  const refund = { billId: 'a-bill' as BillId, refundId: randomUUID(), accountId: 'acct_1', intentId: 'pi_1', amount: 100 }
  await expect(intents.refund(refund)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(intents.cancel('acct_1', 'pi_1')).rejects.toMatchObject({ code: 'unavailable' })
})

test('refuses a refund of an unknown payment', async () => {
  const intents = stripeIntents(connectTo(sandbox))
  const refund = { billId: 'a-bill' as BillId, refundId: randomUUID(), accountId: 'acct_1', intentId: 'pi_1', amount: 100 }
  await expect(intents.refund(refund)).rejects.toMatchObject({ code: 'refund-refused' })
})

test('an account without access reveals no payments, and refuses calls', async () => {
  const intents = stripeIntents(connectTo(sandbox))
  await expect(intents.observe('acct_1', 'pi_1', false)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(intents.cancel('acct_1', 'pi_1')).resolves.toBeUndefined()
})
