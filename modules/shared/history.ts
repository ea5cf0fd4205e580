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
  /** Its origin, if the log shows it: 'from row 17 of an upload of members', 'reported by Stripe'. */
  cause: z.string().nullable().meta({ example: null }),
  before: State,
  after: State,
})
export type HistoryRow = z.infer<typeof HistoryRow>
export const History = dataOf(HistoryRow.array())
export type History = z.infer<typeof History>
