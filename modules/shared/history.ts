import { z } from 'zod'
import { Instant } from '../kernel/date-schemas.ts'
import { dataOf } from './api.ts'

const State = z.record(z.string(), z.unknown()).nullable()

/** One change, with the state before and after it: the `after` of each is the `before` of the next. */
export const HistoryRow = z.object({
  position: z.number().int(),
  revision: z.number().int(),
  type: z.string(),
  at: Instant,
  actor: z.object({ kind: z.enum(['user', 'key', 'guest', 'system']), name: z.string() }),
  summary: z.string().meta({ example: 'Payment of $40.00 recorded' }),
  reason: z.string().nullable(),
  /** The origin of the change, if the log shows it: 'from row 17 of an upload of members', 'reported by Stripe'. */
  cause: z.string().nullable().meta({ example: null }),
  before: State,
  after: State,
})
export type HistoryRow = z.infer<typeof HistoryRow>
export const History = dataOf(HistoryRow.array())
export type History = z.infer<typeof History>

/** Origin of a change in a treasurer's words, by the part of the system that made it. People and guests need none. */
const bySystem: Readonly<Record<string, string>> = {
  calendar: 'by the calendar',
  campaign: 'by the run of the campaign',
  credit: 'because credit goes from one bill to another',
  'generate-bills': 'because a payment profile was attached',
  reconciler: 'found in a comparison with Stripe',
  reminders: 'by the calendar',
  stripe: 'reported by Stripe',
}

/** `actor`: from an event's metadata. Null if the log does not show the origin (R71). */
export const causeBy = (actor: string): string | null => (actor.startsWith('system:') && bySystem[actor.slice('system:'.length)]) || null

/** The origin of a payor or bill that an Admin entered by hand, not by an upload. */
export const BY_HAND = 'by hand'

/** `row`: line of the file, as the upload's answer counts them. */
export const fromRow = (row: number, kind: 'individual' | 'congregation'): string =>
  `from row ${row} of an upload of ${kind === 'individual' ? 'members' : 'congregations'}`
