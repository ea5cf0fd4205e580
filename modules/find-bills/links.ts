import type pg from 'pg'
import { type Instant, instantOf } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { openSealed, type PersonalData } from '../platform/personal-data/personal-data.ts'
import { digest, newSecret } from '../platform/personal-data/secret.ts'
import type { OwedBill } from './contract.ts'

const LIFETIME_MS = 30 * 60_000

export const SWEEP_FIND_LINKS = 'delete from find_links where expires_at < clock_timestamp()'

/** The mailed links to an address's bills in one network, each for 30 minutes and one use (R153). */
export const findLinks = (db: pg.Pool, personal: PersonalData) => ({
  /** A new link's secret; null for a payor who has been forgotten. */
  issue: async (networkId: NetworkId, { payorId, payorEmail }: Pick<OwedBill, 'payorId' | 'payorEmail'>, at: Instant): Promise<string | null> => {
    const [address] = await personal.sealAll([{ owner: payorId, value: payorEmail }])
    if (!address) return null
    const token = newSecret()
    await db.query('insert into find_links (hash, network_id, payor_id, address, expires_at) values ($1, $2, $3, $4, $5)', [
      digest(token),
      networkId,
      payorId,
      address,
      instantOf(Date.parse(at) + LIFETIME_MS),
    ])
    return token
  },

  /** The address that a link was mailed to, without using it; null for one that is used, expired or forged, or whose payor was forgotten. */
  addressOf: async (networkId: NetworkId, token: string, at: Instant): Promise<string | null> => {
    const { rows } = await db.query<{ payorId: string; address: string }>(
      'select payor_id as "payorId", address from find_links where hash = $1 and network_id = $2 and expires_at > $3',
      [digest(token), networkId, at],
    )
    return rows[0] ? openSealed<string>(personal, rows[0].payorId, rows[0].address) : null
  },

  /** False for a link that somebody else has used in the meantime. */
  use: async (token: string): Promise<boolean> => (await db.query('delete from find_links where hash = $1', [digest(token)])).rowCount === 1,
})
