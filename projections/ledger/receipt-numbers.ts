import { dayIn } from '../../modules/kernel/dates.ts'
import type { NetworkEvent } from '../../modules/networks/events.ts'
import type { Recorded, Transaction } from '../projection.ts'
import type { Row } from '../table.ts'
import { type PaymentRow, receiptCounts, receiptZones } from './tables.ts'

type Numbered = Pick<PaymentRow, 'id' | 'remittanceId' | 'networkId' | 'createdAt' | 'position' | 'receiptNumber'>
type Zoned = Readonly<{ networkId: string; timeZone: string; position: bigint }>

/** A network has no time zone before its first event, which only happens in tests. */
const NO_ZONE = 'UTC'

const DIGITS = 5
export const receiptNumberOf = (year: number, n: number): string => `${year}-${String(n).padStart(DIGITS, '0')}`

const zonesIn = (events: readonly Recorded<NetworkEvent>[]): Zoned[] =>
  events.flatMap(({ type, data, position }) => {
    if (type !== 'NetworkCreated' && type !== 'NetworkSettingsChanged' && type !== 'NetworkSettingsEdited') return []
    const { networkId, timeZone } = data
    return timeZone === undefined ? [] : [{ networkId, timeZone, position }]
  })

type Counted = Row<typeof receiptCounts>

/** Stores the time zones of a batch's networks, as they are at its end. */
const keepZones = async (tx: Transaction, zones: readonly Zoned[]): Promise<void> => {
  const last = [...new Map(zones.map((zone) => [zone.networkId, zone])).values()]
  await tx.query(
    `insert into receipt_zones (network_id, time_zone) select * from ${receiptZones.columns.unnested()}
     on conflict (network_id) do update set time_zone = excluded.time_zone`,
    receiptZones.columns.arrays(last),
  )
}

const loadZones = async (tx: Transaction, networkIds: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await tx.query<Omit<Zoned, 'position'>>({
    name: 'receipt-zones',
    text: 'select network_id as "networkId", time_zone as "timeZone" from receipt_zones where network_id = any($1::uuid[])',
    values: [networkIds],
  })
  return new Map(rows.map(({ networkId, timeZone }) => [networkId, timeZone]))
}

/**
 * Numbers new payments in the order of the log (R74), all allocations of a remittance alike, by the year in their
 * network's zone at that time. The ledger keeps zones itself, since the networks' read model may be ahead or behind,
 * and a rebuild must give the same numbers.
 */
export const numberReceipts = async (tx: Transaction, all: readonly Numbered[], ofNetworks: readonly Recorded<NetworkEvent>[]): Promise<void> => {
  const changes = zonesIn(ofNetworks)
  const payments = all.filter(({ id, remittanceId }) => id === remittanceId)
  if (payments.length > 0) {
    const zones = await loadZones(tx, [...new Set(payments.map(({ networkId }) => networkId))])
    const yearOf = ({ networkId, createdAt, position }: Numbered): number => {
      const changed = changes.findLast((zone) => zone.networkId === networkId && zone.position < position)
      return Number(dayIn(changed?.timeZone ?? zones.get(networkId) ?? NO_ZONE, createdAt).slice(0, 4))
    }
    const groups = new Map<string, { count: Counted; payments: Numbered[] }>()
    for (const payment of payments) {
      const { networkId } = payment
      const year = yearOf(payment)
      const key = `${networkId} ${year}`
      const group = groups.get(key) ?? { count: { networkId, year, receipts: 0 }, payments: [] }
      groups.set(key, group)
      group.count.receipts += 1
      group.payments.push(payment)
    }
    const { rows } = await tx.query<Counted>({
      name: 'receipt-counts',
      text: `insert into receipt_counts as t (network_id, year, receipts) select * from ${receiptCounts.columns.unnested()}
             on conflict (network_id, year) do update set receipts = t.receipts + excluded.receipts
             returning ${receiptCounts.columns.selected}`,
      values: receiptCounts.columns.arrays([...groups.values()].map(({ count }) => count)),
    })
    for (const { networkId, year, receipts } of rows)
      for (const [i, payment] of (groups.get(`${networkId} ${year}`)?.payments ?? []).toReversed().entries())
        payment.receiptNumber = receiptNumberOf(year, receipts - i)
    const numbers = new Map(payments.map(({ id, receiptNumber }) => [id, receiptNumber]))
    for (const part of all) part.receiptNumber = numbers.get(part.remittanceId) ?? part.receiptNumber
  }
  if (changes.length > 0) await keepZones(tx, changes)
}
