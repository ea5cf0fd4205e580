import { flag, int, position, table, text, texts, uuid } from '../table.ts'

export const paymentProfiles = table(
  'payment_profiles',
  {
    id: uuid().key(),
    networkId: uuid(),
    name: text(),
    enabled: texts(),
    /** Encrypted: it holds bank account numbers. */
    methods: text(),
    /** The connected account, its capabilities, and the details that Stripe still needs. */
    accountId: text().orNull(),
    charges: flag().or('false'),
    debits: flag().or('false'),
    wanted: texts().or("'{}'"),
    position: position(),
    revision: int(),
    since: position(),
  },
  {
    indexes: { network: '(network_id, position)', account: '(account_id)' },
    past: { by: 'trigger', indexes: { network: '(network_id)' } },
  },
)

/** All Stripe accounts that a profile has had. A church that revoked our access connects another one; events of the earlier one stay listed. */
export const stripeAccounts = table('stripe_accounts', { accountId: text().key(), profileId: uuid(), networkId: uuid() })
