import { z } from 'zod'
import { Bill } from '../bills/contract.ts'
import { Instant } from '../kernel/date-schemas.ts'
import { DashboardSummary, Payment } from '../payments/contract.ts'
import { dataOf, listOf, PageQuery, Pagination } from '../shared/api.ts'
import { HistoryRow } from '../shared/history.ts'

/**
 * `actor`: a user's id, `key:` with an API key's id, or a kind of actor (`user`, `key`, `guest`, `system`). `stream`:
 * one stream, or a category of streams (`bill`). `from` and `to`: moments or days.
 */
export const JournalQuery = PageQuery.extend({
  actor: z.string().max(100).optional(),
  type: z.string().max(100).optional(),
  stream: z.string().max(200).optional(),
  from: z.string().optional(),
  to: z.string().optional(),
})
export type JournalQuery = z.infer<typeof JournalQuery>

/**
 * A row of the journal. `stream`: the event's stream. `about`: the current name of the record that the event changed
 * ('Ruth Berg, Annual dues'), with the stream whose page shows it; null if the record has no name.
 */
export const JournalRow = HistoryRow.extend({ stream: z.string(), about: z.object({ name: z.string(), stream: z.string() }).nullable() })
export type JournalRow = z.infer<typeof JournalRow>
export const Journal = listOf(JournalRow)
export type Journal = z.infer<typeof Journal>

export const DifferencesQuery = PageQuery.extend({ from: z.string(), to: z.string() })

export const BillAt = Bill.pick({ status: true, amount: true, balance: true }).extend({ collected: z.number() })
export type BillAt = z.infer<typeof BillAt>
export const BillChange = z.object({ bill: Bill, before: BillAt.nullable(), after: BillAt.nullable() })
export type BillChange = z.infer<typeof BillChange>
/**
 * The differences between two moments: the figures at both, a page of the changed bills, and the payments between the
 * two moments.
 */
export const Differences = dataOf(
  z.object({
    summary: z.object({ before: DashboardSummary, after: DashboardSummary }),
    bills: z.array(BillChange),
    payments: z.array(Payment),
  }),
).extend({ pagination: Pagination })
export type Differences = z.infer<typeof Differences>

/** `from` and `to` are moments or days; if `to` is a day, the whole day is included. */
export const PackQuery = z.object({ from: z.string(), to: z.string() })
/**
 * The signed head of a network's tree at the end of a day in the network's time zone (R108). `note`: the checkpoint;
 * `size`: the number of events.
 */
export const DailyHead = z.object({ day: z.string(), size: z.number().int(), note: z.string() })
export type DailyHead = z.infer<typeof DailyHead>

/** `keys`: all public keys, the current one first. `since`: the start of a key's use, null if unknown. */
export const PublicKey = z.object({
  ...{ key: z.string(), algorithm: z.literal('Ed25519').meta({ example: 'Ed25519' }) },
  keys: z.array(z.object({ key: z.string(), since: Instant.nullable() })),
})
export type PublicKey = z.infer<typeof PublicKey>

/** A blocked or quarantined event. */
const Event = z.object({
  eventId: z.string(),
  type: z.string(),
  stream: z.string(),
  about: JournalRow.shape.about,
  /** The projections that are blocked by the event, or leave it out. */
  projections: z.array(z.string()),
})
export const UnfoldedEvent = Event.extend({
  at: Instant,
  summary: z.string(),
  problem: z.string().meta({ example: 'The event has a shape that this release does not know.' }),
  since: Instant,
  triedAt: Instant,
})
export type UnfoldedEvent = z.infer<typeof UnfoldedEvent>
export const QuarantinedEvent = Event.extend({ at: Instant, actor: HistoryRow.shape.actor, reason: z.string().nullable() })
export type QuarantinedEvent = z.infer<typeof QuarantinedEvent>

/**
 * The blocked events of the network. `shown` lists the blocked projections of the whole installation. `asOf`: the
 * moment whose state a projection shows; `own`: true if an event of this network blocks it.
 */
export const Unfolded = dataOf(
  z.object({
    shown: z.array(z.object({ projection: z.string(), asOf: Instant, own: z.boolean() })),
    standing: z.array(UnfoldedEvent),
    setAside: z.array(QuarantinedEvent),
  }),
)
export type Unfolded = z.infer<typeof Unfolded>['data']

export const EventAnswer = dataOf(z.object({ eventId: z.string(), goesOn: z.boolean() }))
export type EventAnswer = z.infer<typeof EventAnswer>
