import type { ProfileEvent } from '../../modules/payment-profiles/events.ts'
import { type PersonalData, sealedField } from '../../modules/platform/personal-data/personal-data.ts'
import type { Projection, Recorded } from '../projection.ts'

/** Payment profiles. Their methods hold account numbers, so they stay sealed in the table as in the log. */
export const paymentProfilesProjection = (personal: PersonalData): Projection => {
  const { decode } = sealedField<ProfileEvent>(personal, 'profileId', 'methods')
  return {
    name: 'payment-profiles',
    categories: ['profile'],
    fold: async (tx, events) => {
      const opened = (await decode(events)) as readonly Recorded<ProfileEvent>[]
      for (const [i, { type, data, position, revision }] of opened.entries()) {
        if (type === 'PaymentProfileRevealed') {
          await tx.query('update payment_profiles set revision = $2 where id = $1', [data.profileId, revision])
          continue
        }
        if (type === 'StripeAccountConnected') {
          await tx.query('update payment_profiles set account_id = $2, revision = $3 where id = $1', [data.profileId, data.accountId, revision])
          continue
        }
        if (type === 'StripeAccountChanged') {
          const { profileId, chargesEnabled, debitsEnabled, wanted } = data
          await tx.query('update payment_profiles set charges = $2, debits = $3, wanted = $4, revision = $5 where id = $1', [
            profileId,
            chargesEnabled,
            debitsEnabled,
            wanted,
            revision,
          ])
          continue
        }
        // A profile whose key is gone has no methods any more.
        const enabled = Object.entries(data.methods ?? {}).flatMap(([name, { isEnabled }]) => (isEnabled ? [name] : []))
        const sealed = (events[i] as Recorded<Extract<ProfileEvent, { type: 'PaymentProfileCreated' | 'PaymentProfileChanged' }>>).data.methods
        if (type === 'PaymentProfileCreated')
          await tx.query(
            'insert into payment_profiles (id, network_id, name, enabled, methods, position, revision) values ($1, $2, $3, $4, $5, $6, $7)',
            [data.profileId, data.networkId, data.name, enabled, sealed, position, revision],
          )
        else
          await tx.query('update payment_profiles set name = $2, enabled = $3, methods = $4, revision = $5 where id = $1', [
            data.profileId,
            data.name,
            enabled,
            sealed,
            revision,
          ])
      }
    },
  }
}
