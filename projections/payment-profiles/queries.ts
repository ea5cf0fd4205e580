import { sql } from 'slonik'
import { z } from 'zod'
import { NetworkId, ProfileId } from '../../modules/kernel/ids.ts'
import { type Methods, masked, type PaymentProfile, stripeOf } from '../../modules/payment-profiles/contract.ts'
import { openSealed, type PersonalData } from '../../modules/platform/personal-data/personal-data.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { loader } from '../../modules/platform/speed/loader.ts'

const ProfileRow = z.object({
  id: ProfileId,
  networkId: NetworkId,
  name: z.string(),
  methods: z.string(),
  accountId: z.string().nullable(),
  charges: z.boolean(),
  wanted: z.array(z.string()),
  revision: z.number().int(),
})
const columns = sql.fragment`id, network_id, name, methods, account_id, charges, wanted, revision`

const Named = ProfileRow.pick({ id: true, name: true })

const open = async (personal: PersonalData, { id, networkId, name, methods, accountId, charges, wanted, revision }: z.infer<typeof ProfileRow>) => {
  const whole = await openSealed<Methods>(personal, id, methods)
  if (!whole) throw new Error(`payment profile ${id} cannot be opened`)
  const profile: PaymentProfile = {
    id,
    name,
    methods: masked(whole),
    ...stripeOf({ accountId, chargesEnabled: charges, wanted }),
  }
  return { profile, networkId, revision }
}

/** A network's payment profiles, oldest first, account numbers masked. */
export const profilesOf = async (db: Queries, personal: PersonalData, networkId: NetworkId) => {
  const rows = await db.any(sql.type(ProfileRow)`select ${columns} from payment_profiles where network_id = ${networkId} order by position`)
  return Promise.all(rows.map(async (row) => (await open(personal, row)).profile))
}

export const profileById = async (db: Queries, personal: PersonalData, id: ProfileId) => {
  const row = await db.maybeOne(sql.type(ProfileRow)`select ${columns} from payment_profiles where id = ${id}`)
  return row && open(personal, row)
}

/** The name of a payment profile; concurrent calls are batched (DataLoader). */
export const profileNameOf = (db: Queries) =>
  loader<ProfileId, string>(async (ids) => {
    const rows = await db.any(sql.type(Named)`select id, name from payment_profiles where id = any(${sql.array([...ids], 'uuid')})`)
    return new Map(rows.map(({ id, name }) => [id, name]))
  })

/** The profile of this Stripe account; null for none. */
export const profileOfAccount = async (db: Queries, accountId: string): Promise<ProfileId | null> =>
  db.maybeOneFirst(sql.type(z.object({ id: ProfileId }))`select id from payment_profiles where account_id = ${accountId}`)
