import { dayIn, type Instant, type LocalDate } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import { BillId, type NetworkId } from '../kernel/ids.ts'
import { toDollars } from '../kernel/money.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import type { Historian, ThingHistory } from '../platform/history.ts'
import { IdParams, idOf, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { BY_HAND, fromRow, History } from '../shared/history.ts'
import { billCodec } from './codec.ts'
import { billDecider } from './decider.ts'
import { type BillEvent, billSentence, billStream } from './events.ts'
import { figuresOn } from './figures.ts'
import type { BillState } from './state.ts'

const THING = 'Assessment bill'
const cause = ({ type, data }: BillEvent, actor: string): string | null => {
  if (type === 'BillIssued' && data.byHand) return BY_HAND
  if (type === 'BillIssued' && data.row !== undefined) return fromRow(data.row, data.payorKind)
  if (type === 'BillAmountChanged' && data.byReprice) return 'by a re-price of the program'
  // A payments job only records what Stripe reports, except when it closes an attempt.
  if (actor === 'system:payments') return type === 'PaymentAttemptClosed' ? 'because the bill or its program has changed' : 'reported by Stripe'
  return actor === 'guest' ? 'on the pay page' : null
}

/** `plan`: the number of parts of the bill's payment plan. */
const shownOn = (bill: NonNullable<BillState>, today: LocalDate) => {
  const { nextDue: _, ...figures } = figuresOn(bill, today)
  return { ...figures, collected: toDollars(bill.collected), ...(bill.plan && { plan: bill.plan.parts.length }) }
}

export type BillHistoryDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  historian: Historian
  timeZoneOf: (networkId: NetworkId) => Promise<string | null>
}>

export const billHistory =
  ({ personal, historian, timeZoneOf }: Omit<BillHistoryDependencies, 'store'>): ThingHistory =>
  async (stream, networkId) => {
    const zone = (await timeZoneOf(networkId)) ?? 'UTC'
    const shown = (bill: BillState, at: Instant) => bill && shownOn(bill, dayIn(zone, at))
    return historian([stream], billDecider, { summary: billSentence, cause, shown }, billCodec(personal))
  }

export const billHistoryRoutes = (needs: BillHistoryDependencies): Route[] => {
  const { load } = commandHandler(needs.store, billDecider)
  const history = billHistory(needs)
  return [
    route({
      method: 'get',
      path: '/api/assessment-bills/:id/history',
      about: 'bill',
      summary: 'Everything that happened to a bill, oldest first',
      access: readers('assessment bill'),
      params: IdParams,
      answer: History,
      refusals: ['unfolded'],
      handle: async ({ visitor, params }) => {
        const billId = idOf(BillId, params.id, THING)
        const stream = billStream(billId)
        const { state } = await load(stream)
        const networkId = mayIn(visitor, state?.terms.networkId, 'read', THING, 'view')
        if (!state) throw missing(THING)
        return { data: await history(stream, networkId) }
      },
    }),
  ]
}
