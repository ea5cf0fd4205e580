import type pg from 'pg'
import { type Instant, instantOf } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { digest, newSecret } from '../platform/personal-data/master-key.ts'
import { openSealed, type PersonalData } from '../platform/personal-data/personal-data.ts'
import type { OwedBill } from './contract.ts'

export const LIFETIME_MS = 30 * 60_000

export const SWEEP_FIND_LINKS = 'delete from find_links where expires_at < clock_timestamp()'

/** Mailed links to an address's bills in one network, each valid for 30 minutes and one use, by one browser (R97). */
export const findLinks = (db: pg.Pool, personal: PersonalData) => ({
  /** Makes a link and returns its secret; null if the payor was forgotten. */
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

  /**
   * The address that a link was mailed to; `used`: this browser has used it. Null if another browser has used it, if it
   * has expired or is forged, or if its payor was forgotten.
   */
  find: async (networkId: NetworkId, token: string, browser: string | undefined, at: Instant) => {
    const { rows } = await db.query<{ payorId: string; address: string; used: boolean }>(
      `select payor_id as "payorId", address, browser is not null as used from find_links
        where hash = $1 and network_id = $2 and expires_at > $3 and (browser is null or browser = $4)`,
      [digest(token), networkId, at, browser === undefined ? null : digest(browser)],
    )
    const address = rows[0] ? await openSealed<string>(personal, rows[0].payorId, rows[0].address) : null
    return rows[0] && address !== null ? { address, used: rows[0].used } : null
  },

  /**
   * Uses up a link; returns the cookie's secret, which shows the list to this browser for 30 minutes. Null for an
   * unusable link.
   */
  use: async (networkId: NetworkId, token: string, at: Instant): Promise<string | null> => {
    const browser = newSecret()
    const { rowCount } = await db.query(
      'update find_links set browser = $1, expires_at = $2 where hash = $3 and network_id = $4 and browser is null and expires_at > $5',
      [digest(browser), instantOf(Date.parse(at) + LIFETIME_MS), digest(token), networkId, at],
    )
    return rowCount === 1 ? browser : null
  },
})
