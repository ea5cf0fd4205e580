import type { Instant } from '../modules/kernel/dates.ts'
import { missing, type Thing } from '../modules/kernel/errors.ts'
import type { NetworkId } from '../modules/kernel/ids.ts'
import type { Reads } from '../modules/platform/http/reads.ts'
import { mayIn, type Visitor } from '../modules/platform/http/visitor.ts'

export type Asked = Readonly<{ visitor: Visitor; db: Reads; asOf: Instant | null }>

/**
 * Finds a record by its id as of the requested moment, and returns queries for that moment. The record may belong to
 * another network of the visitor than the current one, so its network is looked up in the present first. Its past is
 * shown only to a visitor with access to that network.
 * @throws DomainError 404, 403
 */
export const findReadable = async <Found>(
  { visitor, db, asOf }: Asked,
  thing: Thing,
  find: (on: Reads, asOf: Instant | null) => Promise<Found | null>,
  networkOf: (found: Found) => NetworkId,
): Promise<Readonly<{ found: Found; reads: Reads }>> => {
  const present = await find(asOf ? db.present() : db, null)
  const network = mayIn(visitor, present && networkOf(present), 'read', thing, 'view')
  const reads = asOf ? db.asOf(asOf, network) : db
  const found = asOf ? await find(reads, asOf) : present
  if (!found) throw missing(thing)
  return { found, reads }
}
