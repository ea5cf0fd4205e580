import { sql } from 'slonik'
import { z } from 'zod'
import { NetworkId, ProfileId } from '../../modules/kernel/ids.ts'
import type { Methods, PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import type { Queries } from '../../modules/platform/database.ts'
import type { PersonalData, Sealed } from '../../modules/platform/personal-data.ts'

const ProfileRow = z.object({ id: ProfileId, networkId: NetworkId, name: z.string(), methods: z.string(), revision: z.number().int() })

const mask = (account: Methods['Wire']): Methods['Wire'] => ({
  ...account,
  accountNumber: account.accountNumber ? `****${account.accountNumber.slice(-4)}` : null,
})

const open = async (personal: PersonalData, rows: readonly z.infer<typeof ProfileRow>[]) => {
  await personal.loadKeys(rows.map(({ id }) => id))
  return rows.map(({ id, networkId, name, methods, revision }) => {
    const whole = personal.unseal<Methods>(id, methods as Sealed)
    if (!whole) throw new Error(`payment profile ${id} cannot be opened`)
    const profile: PaymentProfile = {
      id,
      name,
      methods: { ...whole, ACH: mask(whole.ACH), Wire: mask(whole.Wire) },
      chargesEnabled: false,
      stripeAccountId: null,
      stripeDashboardUrl: null,
    }
    return { profile, networkId, revision }
  })
}

/** A network's payment profiles, oldest first, account numbers masked. */
export const profilesOf = async (db: Queries, personal: PersonalData, networkId: NetworkId) =>
  (
    await open(
      personal,
      await db.any(
        sql.type(ProfileRow)`select id, network_id, name, methods, revision from payment_profiles where network_id = ${networkId} order by position`,
      ),
    )
  ).map(({ profile }) => profile)

export const profileById = async (db: Queries, personal: PersonalData, id: ProfileId) =>
  (
    await open(personal, await db.any(sql.type(ProfileRow)`select id, network_id, name, methods, revision from payment_profiles where id = ${id}`))
  )[0] ?? null
