import { z } from 'zod'
import { ReceiptMethod } from '../bills/contract.ts'
import type { LocalDate } from '../kernel/dates.ts'
import { cents, type EventOf, eventsOf, foldOf, sealed, sealedFor, sentenceOf, text } from '../kernel/events.ts'
import type { BillId, DepositId, NetworkId, PaymentId, PayorId, RemittanceId } from '../kernel/ids.ts'
import { languages } from '../kernel/language.ts'
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

const JointPart = Part.extend({ attempt: z.int() })
export type JointPart = Readonly<z.output<typeof JointPart>>
const language = z.enum(languages).exactOptional()
/** The payment at Stripe. */
const stripe = z.object({ intentId: z.string(), accountId: z.string() }).exactOptional()

const money = {
  amount: cents,
  method: ReceiptMethod,
  /** Sealed for the payer, or else for the payor of the first bill. */
  reference: sealed(z.string().nullable()),
  receivedOn: text<LocalDate>().nullable(),
  payerId: text<PayorId>().nullable(),
  stripe,
  /** The deposit that takes the money to the bank. */
  depositId: text<DepositId>().exactOptional(),
  /** The language of the pay page. */
  language,
  /** A second address for the receipt, entered with a bank debit. Null once the payer is forgotten. */
  receiptTo: sealed(z.string().nullable().exactOptional()),
  ...sealedFor,
}

/** The payment by card or bank debit; null for money recorded by hand. */
export type Joint = Readonly<{ accountId: string; intentId: string | null; intentOwner: string; parts: readonly JointPart[] }>

export type RemittanceState = Readonly<{
  terms: Pick<StartedTerms, 'remittanceId' | 'networkId' | 'owner' | 'parts'>
  /** The money, once an Admin has recorded it or Stripe has taken it. */
  received: StartedTerms | null
  joint: Joint | null
  /**
   * `open`: a payor may pay by card or bank debit. `closed`: no longer. `started`: the bills take their parts, which
   * nobody sees yet.
   */
  stage: 'open' | 'closed' | 'started' | 'recorded' | 'refused'
  /** The bill that refused its part; null if the deposit refused the money. */
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
  /** A payor begins to pay several bills by one card payment or bank debit. Each bill has its attempt. */
  RemittanceOpened: event(
    z.object({
      ...of,
      accountId: z.string(),
      /** The owner of the intent, as for one bill. */
      intentOwner: z.string(),
      owner: text<PayorId>(),
      parts: z.array(JointPart).readonly(),
    }),
    {
      icon: 'card',
      says: ({ parts }) => `Payment of ${bills(parts)} by card or bank debit begun`,
      evolve: (_, { accountId, intentOwner, parts, ...terms }) => ({
        ...{ terms: { ...terms, parts }, received: null, joint: { accountId, intentId: null, intentOwner, parts } },
        ...{ stage: 'open', refusedBy: null, allocations: [], reversals: new Map() },
      }),
      webhook: null,
    },
  ),
  RemittanceIntentCreated: event(z.object({ ...of, intentId: z.string() }), {
    icon: 'card',
    says: 'Stripe is ready for the payment',
    evolve: (remittance, { intentId }) => remittance && { ...remittance, joint: remittance.joint && { ...remittance.joint, intentId } },
    webhook: null,
  }),
  /** The intent was cancelled or never created, so nobody can pay by it. */
  RemittanceClosed: event(z.object(of), {
    icon: 'undo',
    says: 'Payment by card or bank debit given up',
    evolve: (remittance) => remittance && { ...remittance, stage: 'closed' },
    webhook: null,
  }),
  /** Money for several bills was received, by hand or through Stripe. Each bill takes its part (PaymentHeld). */
  RemittanceStarted: event(Started, {
    icon: 'hand-coins',
    says: ({ amount, method, parts }) => `Recording of ${sum(amount, method)} for ${bills(parts)} begun`,
    evolve: (remittance, received) => ({
      ...{ terms: received, received, joint: remittance?.joint ?? null },
      ...{ stage: 'started', refusedBy: null, allocations: [], reversals: new Map() },
    }),
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
  /** A bill, or without `billId` the deposit, refused, so nothing was recorded, and the bills release their parts. */
  RemittanceRefused: event(z.object({ ...of, billId: text<BillId>().exactOptional() }), {
    icon: 'cross',
    says: ({ billId }) => `Not recorded, since ${billId ? 'one of the bills takes no payment' : 'the deposit takes no more payments'}`,
    evolve: (remittance, { billId = null }) => remittance && { ...remittance, stage: 'refused', refusedBy: billId },
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
