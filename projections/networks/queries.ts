import { sql } from 'slonik'
import { z } from 'zod'
import { Role } from '../../modules/identity/contract.ts'
import { NetworkId } from '../../modules/kernel/ids.ts'
import { Network } from '../../modules/networks/contract.ts'
import type { Queries } from '../../modules/platform/database.ts'

const GrantRow = z.object({ networkId: NetworkId, name: z.string(), role: Role })
const NetworkRow = Network.extend({ revision: z.number().int() })
const Zone = z.object({ timeZone: z.string() })

/** The networks of a user with the role in each, by name. */
export const grantsOf = (db: Queries) => (userId: string) =>
  db.any(sql.type(GrantRow)`
    select p.network_id, n.name, p.role from network_people p join networks n on n.id = p.network_id
    where p.user_id = ${userId} order by p.position, n.name`)

export const networksOf = (db: Queries, userId: string) =>
  db.any(sql.type(NetworkRow)`
    select n.id, n.name, n.slug, n.description, n.time_zone, n.embed_origins, n.reminder_days, n.revision, p.role
    from network_people p join networks n on n.id = p.network_id where p.user_id = ${userId} order by p.position`)

export const timeZoneOf = (db: Queries) => async (networkId: string) => {
  const row = await db.maybeOne(sql.type(Zone)`select time_zone from networks where id = ${networkId}`)
  return row?.timeZone ?? null
}
