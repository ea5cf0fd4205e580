import type { ProfileEvent } from '../../modules/payment-profiles/events.ts'
import { type PersonalData, sealedField } from '../../modules/platform/personal-data/personal-data.ts'
import { keepJournal } from '../audit/journal.ts'
import type { Projection, Recorded } from '../projection.ts'

/** Payment profiles. Their methods hold account numbers, so they stay sealed in the table as in the log. */
export const paymentProfilesProjection = (personal: PersonalData): Projection => {
  const { decode } = sealedField<ProfileEvent>(personal, 'profileId', 'methods')
  return {
    name: 'payment-profiles',
    categories: ['profile'],
    own: ['profile'],
    fold: async (tx, events) => {
      const opened = (await decode(events)) as readonly Recorded<ProfileEvent>[]
      for (const [i, { type, data, position, revision }] of opened.entries()) {
        const set = (columns: string, ...values: unknown[]) =>
          tx.query(`update payment_profiles set ${columns} revision = $2, since = $3 where id = $1`, [data.profileId, revision, position, ...values])
        if (type === 'PaymentProfileRevealed') {
          await set('')
          continue
        }
        if (type === 'StripeAccountConnected') {
          await set("account_id = $4, charges = false, debits = false, wanted = '{}',", data.accountId)
          await tx.query('insert into stripe_accounts select $2, id, network_id from payment_profiles where id = $1 on conflict do nothing', [
            data.profileId,
            data.accountId,
          ])
          continue
        }
        if (type === 'StripeAccountChanged') {
          await set('charges = $4, debits = $5, wanted = $6,', data.chargesEnabled, data.debitsEnabled, data.wanted)
          continue
        }
        // A profile whose key is gone has no methods any more.
        const enabled = Object.entries(data.methods ?? {}).flatMap(([name, { isEnabled }]) => (isEnabled ? [name] : []))
        const sealed = (events[i] as Recorded<Extract<ProfileEvent, { type: 'PaymentProfileCreated' | 'PaymentProfileChanged' }>>).data.methods
        if (type === 'PaymentProfileCreated')
          await tx.query(
            'insert into payment_profiles (id, network_id, name, enabled, methods, position, revision, since) values ($1, $2, $3, $4, $5, $6, $7, $6)',
            [data.profileId, data.networkId, data.name, enabled, sealed, position, revision],
          )
        else await set('name = $4, enabled = $5, methods = $6,', data.name, enabled, sealed)
      }
      await keepJournal(tx, events)
    },
  }
}
