import type { PayorEvent } from '../modules/payors/events.ts'
import type { RecordedEvent } from '../modules/platform/event-store/event-store.ts'
import type { Recorded, Transaction } from './projection.ts'

/** Empties a table's texts about forgotten payors. Only rows from before the event, so that the result does not depend on batch sizes. */
export const forgetPayors = async (tx: Transaction, events: readonly RecordedEvent[], table: string, columns: readonly string[]): Promise<void> => {
  const gone = (events as readonly Recorded<PayorEvent>[]).filter(({ type }) => type === 'MemberForgotten')
  if (gone.length === 0) return
  await tx.query(
    `update ${table} t set ${columns.map((column) => `${column} = null`).join(', ')}
     from unnest($1::uuid[], $2::bigint[]) as g (payor_id, position) where t.payor_id = g.payor_id and t.position < g.position`,
    [gone.map(({ data }) => data.memberId), gone.map(({ position }) => position)],
  )
}
