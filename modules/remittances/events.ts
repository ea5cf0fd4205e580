import { z } from 'zod'
import { ReceiptMethod } from '../bills/contract.ts'
import type { LocalDate } from '../kernel/dates.ts'
import { cents, type EventOf, eventsOf, foldOf, sealed, sealedFor, sentenceOf, text } from '../kernel/events.ts'
import type { BillId, NetworkId, PaymentId, PayorId, RemittanceId } from '../kernel/ids.ts'
import { formatMoney, toDollars } from '../kernel/money.ts'
import { receiptLabels } from '../kernel/receipt-methods.ts'
import { webhookEvent } from '../webhooks/contract.ts'

export const remittanceStream = (id: RemittanceId) => `remittance-${id}` as const

const of = { remittanceId: text<RemittanceId>(), networkId: text<NetworkId>() }
const Part = z.object({ billId: text<BillId>(), paymentId: text<PaymentId>(), amount: cents })
export type Part = Readonly<z.output<typeof Part>>
/** `revision`: of the bill once it held this part. */
const Allocation = Part.extend({ applied: cents, revision: z.int() })
export type Allocation = Readonly<z.output<typeof Allocation>>

const money = {
  amount: cents,
  method: ReceiptMethod,
  /** Sealed for the payer, or else for the payor of the first bill. */
  reference: sealed(z.string().nullable()),
  receivedOn: text<LocalDate>().nullable(),
  payerId: text<PayorId>().nullable(),
  ...sealedFor,
}

export type RemittanceState = Readonly<{
  terms: StartedTerms
  /** `started`: bills may hold their parts, but nobody sees them yet. */
  stage: 'started' | 'recorded' | 'refused'
  /** The bill that refused its part. */
  refusedBy: BillId | null
  allocations: readonly Allocation[]
  /** The bills whose parts an Admin reversed, with the reason. */
  reversals: ReadonlyMap<string, Readonly<{ billIds: readonly BillId[]; reason: string | null }>>
}> | null

const event = eventsOf<RemittanceState>()
const sum = (amount: number, method: ReceiptMethod): string => `${formatMoney(toDollars(amount))} (${receiptLabels[method]})`
const bills = (parts: readonly unknown[]): string => (parts.length === 1 ? 'one bill' : `${parts.length} bills`)

const Started = z.object({ ...of, ...money, owner: text<PayorId>(), parts: z.array(Part).readonly() })
export type StartedTerms = Readonly<z.output<typeof Started>>

/** The events of a remittance. They are kept forever: add optional fields only, or a new event. */
export const remittanceEvents = {
  /** An Admin has recorded money for several bills. Each bill now takes its part (PaymentHeld). */
  RemittanceStarted: event(Started, {
    icon: 'hand-coins',
    says: ({ amount, method, parts }) => `Recording of ${sum(amount, method)} for ${bills(parts)} begun`,
    evolve: (_, terms) => ({ terms, stage: 'started', refusedBy: null, allocations: [], reversals: new Map() }),
    webhook: null,
  }),
  /** Every bill has taken its part. This one event moves the money of all of them. */
  RemittanceRecorded: event(z.object({ ...of, ...money, allocations: z.array(Allocation).readonly() }), {
    icon: 'hand-coins',
    says: ({ amount, method, allocations }) => `${sum(amount, method)} recorded for ${bills(allocations)}`,
    evolve: (remittance, { allocations }) => remittance && { ...remittance, stage: 'recorded', allocations },
    webhook: ({ remittanceId, payerId, amount, method, receivedOn, allocations }) =>
      webhookEvent('remittance.recorded', {
        ...{ remittanceId, payorId: payerId, currency: 'USD', amountCents: amount, method, receivedOn },
        allocations: allocations.map(({ billId, paymentId, amount, applied }) => ({ billId, paymentId, amountCents: amount, appliedCents: applied })),
      }),
  }),
  /** A bill refused its part, so nothing was recorded, and the other bills release theirs. */
  RemittanceRefused: event(z.object({ ...of, billId: text<BillId>() }), {
    icon: 'cross',
    says: 'Not recorded, since one of the bills takes no payment',
    evolve: (remittance, { billId }) => remittance && { ...remittance, stage: 'refused', refusedBy: billId },
    webhook: null,
  }),
  /** An Admin reverses parts of the remittance. Each bill then records its own reversal. */
  RemittanceReversed: event(
    z.object({ ...of, reversalId: z.string(), billIds: z.array(text<BillId>()).readonly(), reason: sealed(z.string()), ...sealedFor }),
    {
      icon: 'undo',
      repeatable: true,
      says: ({ billIds }) => `Payment of ${bills(billIds)} reversed`,
      evolve: (remittance, { reversalId, billIds, reason }) =>
        remittance && { ...remittance, reversals: new Map(remittance.reversals).set(reversalId, { billIds, reason }) },
      webhook: null,
    },
  ),
}

export type RemittanceEvent = EventOf<typeof remittanceEvents>
export const remittanceFold = foldOf<RemittanceState, typeof remittanceEvents>(remittanceEvents)
export const remittanceSentence = sentenceOf(remittanceEvents)
