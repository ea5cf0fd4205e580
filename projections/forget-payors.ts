import type { DomainEvent } from '../modules/kernel/decider.ts'
import { isIn } from '../modules/kernel/events.ts'
import { payorEvents } from '../modules/payors/events.ts'
import type { Recorded, Transaction } from './projection.ts'

const { MemberForgotten } = payorEvents

/**
 * Clears the texts about forgotten payors in a table, in rows that are older than the event. Later rows are left, so
 * that the result is the same for any batch size.
 */
export const forgetPayors = async (
  tx: Transaction,
  events: readonly Recorded<DomainEvent>[],
  table: string,
  columns: readonly string[],
  payor: 'payor_id' | 'payer_id' = 'payor_id',
): Promise<void> => {
  const gone = events.filter(isIn({ MemberForgotten }))
  if (gone.length === 0) return
  await tx.query(
    `update ${table} t set ${columns.map((column) => `${column} = null`).join(', ')}
     from unnest($1::uuid[], $2::bigint[]) as g (payor_id, position) where t.${payor} = g.payor_id and t.position < g.position`,
    [gone.map(({ data }) => data.memberId), gone.map(({ position }) => position)],
  )
}
