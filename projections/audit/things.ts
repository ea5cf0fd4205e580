import { type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { NetworkId } from '../../modules/kernel/ids.ts'
import { Purpose } from '../../modules/messages/contract.ts'
import { type Category, categoryOf, type StreamName } from '../../modules/platform/event-store/event-store.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'

const Thing = z.object({
  id: z.string(),
  /** For a bill: its payor and program. Else another name of the record. */
  whose: z.string().nullable(),
  what: z.string().nullable(),
  /** If the record has no page: the stream of the record whose page shows it. */
  shownBy: z.string().nullable(),
  purpose: Purpose.nullable(),
})
type Asked = (network: NetworkId, ids: readonly string[]) => QuerySqlToken<typeof Thing>

const uuids = (ids: readonly string[]) => sql.fragment`any(${sql.array([...ids], 'uuid')})`
const texts = (ids: readonly string[]) => sql.fragment`any(${sql.array([...ids], 'text')})`
const plain = sql.fragment`null as shown_by, null as purpose`

const program: Asked = (network, ids) => sql.type(Thing)`
  select p.id, null as whose, p.name as what, ${plain} from programs p where p.network_id = ${network} and p.id = ${uuids(ids)}`

/** The queries for the names of records, by category. The network needs none. */
const questions: Readonly<Partial<Record<Category, Asked>>> = {
  program,
  campaign: program,
  bill: (network, ids) => sql.type(Thing)`
    select b.id, m.name as whose, p.name as what, ${plain} from bills b join members m on m.id = b.payor_id join programs p on p.id = b.program_id
    where b.network_id = ${network} and b.id = ${texts(ids)}`,
  remittance: (network, ids) => sql.type(Thing)`
    select y.id, g.name as whose, y.receipt_number as what, ${plain} from payments y left join members g on g.id = y.payer_id
    where y.network_id = ${network} and y.id = y.remittance_id and y.id = ${uuids(ids)}`,
  deposit: (network, ids) => sql.type(Thing)`
    select d.id, null as whose, 'Deposit of ' || to_char(d.day, 'FMMonth FMDD, YYYY') as what, ${plain} from deposits d
    where d.network_id = ${network} and d.id = ${uuids(ids)}`,
  bankline: (network, ids) => sql.type(Thing)`
    select l.id, null as whose, 'Bank line of ' || to_char(l.booked_on, 'FMMonth FMDD, YYYY') as what, ${plain} from bank_lines l
    where l.network_id = ${network} and l.id = ${uuids(ids)}`,
  member: (network, ids) => sql.type(Thing)`
    select m.id, m.name as whose, null as what, ${plain} from members m where m.network_id = ${network} and m.id = ${uuids(ids)}`,
  profile: (network, ids) => sql.type(Thing)`
    select f.id, null as whose, f.name as what, ${plain} from payment_profiles f where f.network_id = ${network} and f.id = ${uuids(ids)}`,
  run: (network, ids) => sql.type(Thing)`
    select r.id, null as whose, p.name as what, 'program-' || p.id as shown_by, null as purpose from runs r join programs p on p.id = r.program_id
    where r.network_id = ${network} and r.id = ${uuids(ids)}`,
  upload: (network, ids) => sql.type(Thing)`
    select u.id, null as whose, p.name as what, 'program-' || p.id as shown_by, null as purpose from uploads u join programs p on p.id = u.program_id
    where u.network_id = ${network} and u.id = ${uuids(ids)}`,
  message: (network, ids) => sql.type(Thing)`
    select s.id, m.name as whose, p.name as what, 'member-' || m.id as shown_by, s.purpose
    from messages s join members m on m.id = s.payor_id left join programs p on p.id = s.program_id
    where s.network_id = ${network} and s.id = ${uuids(ids)}`,
  payout: (network, ids) => sql.type(Thing)`
    select o.id, null as whose, to_char(o.amount / 100.0, 'FM$999,999,999,990.00') as what, ${plain} from payouts o
    where o.network_id = ${network} and o.id = ${texts(ids)}`,
}

/** The id of the payor, bill or upload that a stream belongs to. The slices of one upload have separate streams. */
const idIn = (stream: StreamName): string => {
  const id = stream.slice(stream.indexOf('-') + 1)
  return categoryOf(stream) === 'upload' ? (id.split('.')[0] as string) : id
}

export type NamedThing = Readonly<{ name: string; stream: string; purpose: Purpose | null }>

/**
 * The current name of the record of each stream, read with one statement for each category. A forgotten payor has no
 * name.
 */
export const namesOfThings = async (
  db: Queries,
  network: NetworkId,
  streams: readonly StreamName[],
): Promise<ReadonlyMap<StreamName, NamedThing>> => {
  const kinds = [...new Set(streams.map(categoryOf))]
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const mine = streams.filter((stream) => categoryOf(stream) === kind)
      const question = questions[kind]?.(network, [...new Set(mine.map(idIn))])
      const things = new Map((question ? await db.any(question) : []).map((thing) => [thing.id, thing]))
      return mine.flatMap((stream): [StreamName, NamedThing][] => {
        const thing = things.get(idIn(stream))
        if (!thing) return []
        const name = [thing.whose, thing.what].filter((part) => part !== null).join(', ')
        return [[stream, { name, stream: thing.shownBy ?? stream, purpose: thing.purpose }]]
      })
    }),
  )
  return new Map(found.flat())
}
