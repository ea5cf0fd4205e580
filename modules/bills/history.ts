import { BY_HAND, fromRow } from '../kernel/causes.ts'
import { dayIn, formatDay, type Instant } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import { History } from '../kernel/history.ts'
import { BillId, type NetworkId } from '../kernel/ids.ts'
import { type Cents, formatMoney, toDollars } from '../kernel/money.ts'
import { receiptLabels } from '../kernel/receipt-methods.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import type { Historian, TellThing } from '../platform/history.ts'
import { IdParams, idOf, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { billDecider } from './decider.ts'
import { type BillEvent, billStream } from './events.ts'
import { figuresOn } from './figures.ts'
import { billTexts } from './sealed-texts.ts'
import type { BillState } from './state.ts'

const THING = 'Assessment bill'
const money = (cents: Cents): string => formatMoney(toDollars(cents))

const summary = ({ type, data }: BillEvent): string => {
  switch (type) {
    case 'BillIssued':
      return `Bill of ${money(data.amount)} issued, due ${formatDay(data.dueDate)}`
    case 'BillAmountChanged':
      return `Amount changed to ${money(data.amount)}`
    case 'BillAdjusted':
      return data.amount > 0 ? `${money(data.amount)} more is owed` : `${money(-data.amount)} less is owed`
    case 'PaymentClaimed':
      return `Payor says that they sent the payment (${receiptLabels[data.method]})`
    case 'PaymentClaimOverdue':
      return 'The claim has waited for a week'
    case 'PaymentClaimWithdrawn':
      return 'Claim withdrawn'
    case 'PaymentNotReceived':
      return 'Claimed payment was not received'
    case 'PaymentRecorded':
      return `Payment of ${money(data.amount)} recorded${data.method ? ` (${receiptLabels[data.method]})` : ''}`
    case 'PaymentReversed':
      return `Payment of ${money(data.applied + data.unapplied)} reversed`
    case 'CreditUsed':
      return `${money(data.amount)} of credit set aside for another bill`
    case 'CreditReturned':
      return `${money(data.amount)} of credit came back`
    case 'CreditApplied':
      return data.amount > 0 ? `${money(data.amount)} of credit applied` : 'Credit was not needed'
    case 'CreditTakenBack':
      return `${money(data.amount)} of credit taken back`
    case 'CreditRefunded':
      return `${money(data.amount)} of credit paid back`
    case 'BillArchived':
      return 'Archived'
    case 'BillUnarchived':
      return 'Brought back from the archive'
    case 'BillReplaced':
      return 'A new bill took its place'
    case 'PaymentAttemptOpened':
      return `Payment of ${money(data.amount)} by card or bank debit begun`
    case 'PaymentIntentCreated':
      return 'Stripe is ready for the payment'
    case 'PaymentAttemptClosed':
      return 'Payment by card or bank debit given up'
    case 'DebitStarted':
      return `Bank debit of ${money(data.amount)} is under way`
    case 'DebitFailed':
      return 'Bank debit came back'
    case 'ReceiptRequested':
      return 'A receipt is to go to another e-mail address, too'
    case 'PaymentFeeNoted':
      return `Stripe kept ${money(data.fee)}, ${money(data.net)} is left`
    case 'RefundRequested':
      return `Refund of ${money(data.amount)} asked of Stripe`
    case 'PaymentRefunded':
      return `${money(data.amount)} refunded`
    case 'RefundFailed':
      return 'Refund failed'
    case 'PaymentDisputed':
      return data.amount === 0 ? 'Disputed, though it was paid back before' : `${money(data.amount)} disputed: the bank has taken it back for now`
    case 'DisputeWon':
      return `Dispute won: ${money(data.applied + data.unapplied)} came back`
    case 'DisputeLost':
      return 'Dispute lost'
  }
}

const cause = ({ type, data }: BillEvent, actor: string): string | null => {
  if (type === 'BillIssued' && data.byHand) return BY_HAND
  if (type === 'BillIssued' && data.row !== undefined) return fromRow(data.row, data.payorKind)
  if (type === 'BillAmountChanged' && data.byReprice) return 'by a re-price of the program'
  // What such a job asks of Stripe is told as Stripe answers.
  if (actor === 'system:payments') return type === 'PaymentAttemptClosed' ? 'because the bill or its program has changed' : 'reported by Stripe'
  return actor === 'guest' ? 'on the pay page' : null
}

export type BillHistoryDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  tell: Historian
  timeZoneOf: (networkId: NetworkId) => Promise<string | null>
}>

export const billHistory =
  ({ personal, tell, timeZoneOf }: Omit<BillHistoryDependencies, 'store'>): TellThing =>
  async (stream, networkId) => {
    const zone = (await timeZoneOf(networkId)) ?? 'UTC'
    const shown = (bill: BillState, at: Instant) => bill && { ...figuresOn(bill, dayIn(zone, at)), collected: toDollars(bill.collected) }
    return tell([stream], billDecider, { summary, cause, shown }, billTexts(personal))
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
