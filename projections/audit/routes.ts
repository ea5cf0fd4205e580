import { type BillAt, Differences, DifferencesQuery, Journal, JournalQuery, type JournalRow } from '../../modules/audit/contract.ts'
import { allEvents } from '../../modules/events.ts'
import { endOfDay, type Instant, startOfDay } from '../../modules/kernel/dates.ts'
import type { BillId, NetworkId } from '../../modules/kernel/ids.ts'
import { toDollars } from '../../modules/kernel/money.ts'
import type { Purpose } from '../../modules/messages/contract.ts'
import { purposeLabels } from '../../modules/messages/values.ts'
import { type Category, categoryOf } from '../../modules/platform/event-store/event-store.ts'
import type { ActorsOf, ThingHistory } from '../../modules/platform/history.ts'
import { type Route, readers, route } from '../../modules/platform/http/route.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { paged } from '../../modules/shared/api.ts'
import { causeBy } from '../../modules/shared/history.ts'
import { limitIn, pastSpan } from '../../modules/shared/span.ts'
import { type BillRow, showBill } from '../bills/list.ts'
import { billFinder } from '../bills/queries.ts'
import { dashboardSummary, noSummary } from '../dashboard/queries.ts'
import { emptyPage } from '../lists/page.ts'
import { billsChanged, journalPage, type Noted, paymentsBetween, positionOf } from './queries.ts'
import { type NamedThing, namesOfThings } from './things.ts'

/** The histories, by the category of their streams. Not every category has one. */
export type Histories = Readonly<Partial<Record<Category, ThingHistory>>>

const billAt = (row: BillRow, collected: number): BillAt => {
  const { status, amount, balance } = showBill(row)
  return { status, amount, balance, collected: toDollars(collected) }
}

export type AuditDependencies = Readonly<{
  histories: Histories
  actorsOf: ActorsOf
  zoneOf: (network: NetworkId) => Promise<string | null>
}>

export const auditRoutes = ({ histories, actorsOf, zoneOf }: AuditDependencies): Route[] => {
  /**
   * The rows of the journal, with each event's changes and record. For an API key, the changes of a network's access,
   * keys and webhooks are left out (R26).
   */
  const rowsOf = async (db: Queries, network: NetworkId, noted: readonly Noted[], isKey: boolean): Promise<JournalRow[]> => {
    const streams = [...new Set(noted.map(({ stream }) => stream))]
    const things = await namesOfThings(db, network, streams)
    const open = isKey ? streams.filter((stream) => categoryOf(stream) !== 'network') : streams
    // A payor's history also has events of uploads, which are about other payors, too.
    const rowsOf = new Map(
      await Promise.all(
        open.map(async (stream) => {
          const rows = (await histories[categoryOf(stream)]?.(stream, network)) ?? []
          return [stream, new Map(rows.map((row) => [row.position, row]))] as const
        }),
      ),
    )
    const actors = await actorsOf(noted.map(({ actor }) => actor))
    const sentenceOf = (type: string, purpose: Purpose | null | undefined): string => {
      const says = Object.hasOwn(allEvents, type) ? allEvents[type]?.says : null
      const sentence = typeof says === 'string' ? says : type
      return purpose ? `${sentence}: ${purposeLabels[purpose]}` : sentence
    }
    const aboutOf = (thing: NamedThing | undefined): JournalRow['about'] => (thing ? { name: thing.name, stream: thing.stream } : null)
    return noted.map(({ stream, actor, at, ...event }) => ({
      reason: null,
      cause: causeBy(actor),
      before: null,
      after: null,
      summary: sentenceOf(event.type, things.get(stream)?.purpose),
      ...rowsOf.get(stream)?.get(event.position),
      ...event,
      at: at as Instant,
      actor: actors(actor),
      stream,
      about: aboutOf(things.get(stream)),
    }))
  }
  const rowsAt = async (db: Queries, ids: readonly BillId[], at: Instant): Promise<ReadonlyMap<string, BillRow>> => {
    const find = billFinder(db, () => at)
    const rows = await Promise.all(ids.map((id) => find(id)))
    return new Map(rows.flatMap((row) => (row ? [[row.id as string, row]] : [])))
  }
  return [
    route({
      method: 'get',
      path: '/api/audit/events',
      summary: 'Everything that happened in the current network, newest first',
      access: readers('network'),
      query: JournalQuery,
      answer: Journal,
      handle: async ({ visitor, query, db }) => {
        const { network } = visitor
        const zone = (network && (await zoneOf(network))) ?? 'UTC'
        const { from, to } = query
        const span = { from: from ? limitIn('from', from, zone, startOfDay) : null, to: to ? limitIn('to', to, zone, endOfDay) : null }
        if (!network) return emptyPage(query)
        const { rows, count } = await journalPage(db, network, query, span)
        return paged(query, await rowsOf(db, network, rows, visitor.key !== null), count)
      },
    }),
    route({
      method: 'get',
      path: '/api/audit/diff',
      summary: 'What differs in the current network between two moments',
      access: readers('network'),
      query: DifferencesQuery,
      answer: Differences,
      handle: async ({ visitor, query, now, db }) => {
        const { network } = visitor
        const zone = (network && (await zoneOf(network))) ?? 'UTC'
        const { from, to } = pastSpan(query, zone, now, { from: endOfDay, to: endOfDay })
        const { pagination } = emptyPage(query)
        if (!network) return { data: { summary: { before: noSummary, after: noSummary }, bills: [], payments: [] }, pagination }
        const [then, later] = [db.asOf(from), db.asOf(to)]
        const { rows, count } = await billsChanged(db, network, { from: await positionOf(then), to: await positionOf(later) }, query)
        const ids = rows.map(({ id }) => id)
        const [before, after] = [await rowsAt(then, ids, from), await rowsAt(later, ids, to)]
        const bills = rows.flatMap(({ id, collectedBefore, collectedAfter }) => {
          const [was, is] = [before.get(id), after.get(id)]
          return is ? [{ bill: showBill(is), before: was ? billAt(was, collectedBefore ?? 0) : null, after: billAt(is, collectedAfter) }] : []
        })
        const summary = { before: await dashboardSummary(then, network, from), after: await dashboardSummary(later, network, to) }
        return {
          data: { summary, bills, payments: await paymentsBetween(later, ids, { from, to }) },
          pagination: paged(query, [], count).pagination,
        }
      },
    }),
  ]
}
