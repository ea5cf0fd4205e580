import type { Request } from 'express'
import type pg from 'pg'
import type { Instant } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { RefusedSite } from './contract.ts'

/** Anyone with a bill's link can name sites, so only the latest refused sites of a network are kept. */
const KEPT = 20
const LONGEST = 200

/**
 * The site that frames the requested page, as the browser reports it. Null for a page that is not in a frame, and if
 * the referrer is missing or invalid.
 */
export const framedBy = (req: Pick<Request, 'get'>): string | null => {
  const referrer = req.get('referer') ?? ''
  if (req.get('sec-fetch-dest') === 'document' || !URL.canParse(referrer)) return null
  const { protocol, origin } = new URL(referrer)
  return /^https?:$/.test(protocol) && origin.length <= LONGEST ? origin : null
}

/** The sites that tried to frame a network's pages without being allowed to (R86). */
export const refusedSites = (pool: pg.Pool) => ({
  note: async (networkId: NetworkId, origin: string, at: Instant): Promise<void> => {
    const { rowCount } = await pool.query(
      `insert into refused_sites (network_id, origin, last_at) values ($1, $2, $3)
       on conflict (network_id, origin) do update set last_at = excluded.last_at
       where refused_sites.last_at < excluded.last_at - interval '1 minute'`,
      [networkId, origin, at],
    )
    if (rowCount !== 0)
      await pool.query(
        `delete from refused_sites where network_id = $1 and origin in
           (select origin from refused_sites where network_id = $1 order by last_at desc, origin offset $2)`,
        [networkId, KEPT],
      )
  },

  list: async (networkId: NetworkId): Promise<RefusedSite[]> => {
    const { rows } = await pool.query<{ origin: string; lastAt: Date }>(
      'select origin, last_at as "lastAt" from refused_sites where network_id = $1 order by last_at desc, origin',
      [networkId],
    )
    return rows.map(({ origin, lastAt }) => ({ origin, lastAt: lastAt.toISOString() }))
  },
})
