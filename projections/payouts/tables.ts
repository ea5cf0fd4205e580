import { cents, code, day, int, position, table, text, uuid } from '../table.ts'

export const payouts = table(
  'payouts',
  {
    id: code().key(),
    networkId: uuid(),
    accountId: text(),
    amount: cents(),
    arrivesOn: day(),
    status: text(),
    /** The number of payments in it. */
    payments: int(),
    position: position(),
  },
  { indexes: { network: '(network_id, arrives_on, position)' } },
)

export const payoutLines = table(
  'payout_lines',
  {
    payoutId: code(),
    /** The place in Stripe's order. */
    n: int(),
    networkId: uuid(),
    kind: text(),
    accountId: text(),
    intentId: text().orNull(),
    /** net = gross - fee */
    gross: cents(),
    fee: cents(),
    net: cents(),
  },
  { key: '(payout_id, n)', indexes: { intent: '(intent_id) where intent_id is not null' } },
)
