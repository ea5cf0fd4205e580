import { type ProfileEvent, profileEvents } from '../../modules/payment-profiles/events.ts'
import { type PersonalData, sealedField } from '../../modules/platform/personal-data/personal-data.ts'
import { keepJournal } from '../audit/journal.ts'
import { type Projection, projectionOf, type Recorded } from '../projection.ts'
import type { Row } from '../table.ts'
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

/**
 * All Stripe accounts that a profile has had. A church that revoked our access connects another one; events of the
 * earlier one stay listed.
 */
export const stripeAccounts = table('stripe_accounts', { accountId: text().key(), profileId: uuid(), networkId: uuid() })

/** Payment profiles. Their methods hold account numbers, so they stay encrypted in the table as in the log. */
export const paymentProfilesProjection = (personal: PersonalData): Projection => {
  const { decode } = sealedField(personal, profileEvents, 'profileId')
  return projectionOf(profileEvents, {
    name: 'payment-profiles',
    categories: ['profile'],
    own: ['profile'],
    fold: async (tx, recorded) => {
      const opened = (await decode(recorded)) as readonly Recorded<ProfileEvent>[]
      for (const [i, { type, data, position, revision }] of opened.entries()) {
        const set = (changes: Partial<Row<typeof paymentProfiles>>) =>
          paymentProfiles.update(tx, data.profileId, { ...changes, revision, since: position })
        if (type === 'PaymentProfileRevealed') {
          await set({})
          continue
        }
        if (type === 'StripeAccountConnected') {
          await set({ accountId: data.accountId, charges: false, debits: false, wanted: [] })
          await tx.query('insert into stripe_accounts select $2, id, network_id from payment_profiles where id = $1 on conflict do nothing', [
            data.profileId,
            data.accountId,
          ])
          continue
        }
        if (type === 'StripeAccountChanged') {
          await set({ charges: data.chargesEnabled, debits: data.debitsEnabled, wanted: data.wanted })
          continue
        }
        // A profile whose key was deleted has no methods.
        const enabled = Object.entries(data.methods ?? {}).flatMap(([name, { isEnabled }]) => (isEnabled ? [name] : []))
        const kept = recorded[i]?.data
        const sealed = kept && 'methods' in kept ? (kept.methods as unknown as string) : ''
        if (type === 'PaymentProfileCreated') {
          const { profileId: id, networkId, name } = data
          await paymentProfiles.insert(tx, { id, networkId, name, enabled, methods: sealed, position, revision, since: position })
        } else await set({ name: data.name, enabled, methods: sealed })
      }
      await keepJournal(tx, recorded)
    },
  })
}
