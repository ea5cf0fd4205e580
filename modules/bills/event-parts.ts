import { z } from 'zod'
import type { LocalDate } from '../kernel/dates.ts'
import { cents, type Entry, eventsOf, sealed, sealedFor, text } from '../kernel/events.ts'
import type { BillId, NetworkId, PaymentId, PayorId, ProgramId, RemittanceId } from '../kernel/ids.ts'
import { languages } from '../kernel/language.ts'
import type { Cents } from '../kernel/money.ts'
import type { Effect } from './effect.ts'
import { type Bill, type BillAround, type BillState, billAfter, type RecordedPayment } from './state.ts'

// The parts that the events of a bill share (events.ts).

export const onBill = { billId: text<BillId>() }
export const onPayment = { ...onBill, paymentId: text<PaymentId>() }
export const onRemittance = { ...onPayment, remittanceId: text<RemittanceId>() }
export const onAttempt = { ...onBill, attempt: z.int() }
/** The parts of a moved amount: `applied` had settled the bill, `unapplied` was credit. */
export const split = { applied: cents, unapplied: cents }
/** Texts about the payor are encrypted with the payor's key. */
export const reason = { reason: sealed(z.string()), ...sealedFor }
export const reasonOrNull = { reason: sealed(z.string().nullable()), ...sealedFor }
/** The payment at Stripe that a recorded payment belongs to. */
export const atStripe = z.object({ intentId: z.string(), accountId: z.string(), attempt: z.int() }).exactOptional()
/** The language of the pay page. */
export const language = z.enum(languages).exactOptional()

export const BillTerms = z.object({
  ...onBill,
  networkId: text<NetworkId>(),
  programId: text<ProgramId>(),
  payorId: text<PayorId>(),
  payorKind: z.enum(['individual', 'congregation']),
  amount: cents,
  dueDate: text<LocalDate>(),
  /** The period, named by its original due date. A payor has one bill per program and period. */
  period: text<LocalDate>(),
  /** The number of earlier archived bills of the same program, payor and period (R59). */
  n: z.int(),
  /** The row of the upload that the bill came from. Absent in older bills, and in bills from other sources. */
  row: z.int().exactOptional(),
  /** Present if an Admin billed only this payor. */
  byHand: z.literal(true).exactOptional(),
})
export type BillTerms = Readonly<z.output<typeof BillTerms>>

/** The amount of a payment that no longer settles its bill. */
export const Released = z.object({ paymentId: text<PaymentId>(), amount: cents })
export type Released = Readonly<z.output<typeof Released>>

/** A part of a payment plan. */
export const Part = z.object({ amount: cents, dueDate: text<LocalDate>() })

export const declare = eventsOf<BillState, BillAround>()
export const noEffect = (): Effect => ({})

/**
 * Declares an event of an issued bill. `effect`: the change to its money, which the ledger applies, too. `changes`: the
 * change to the rest of its state.
 */
export const event = <Schema extends z.ZodObject>(
  data: Schema,
  {
    effect = noEffect,
    changes = () => ({}),
    ...parts
  }: Omit<Entry<BillState, z.output<Schema>, BillAround>, 'evolve'> &
    Readonly<{ effect?: (data: z.output<Schema>) => Effect; changes?: (bill: Bill, data: z.output<Schema>) => Partial<Bill> }>,
) => ({
  ...declare(data, { ...parts, evolve: (bill, given) => bill && billAfter(bill, effect(given), changes(bill, given)) }),
  effect,
})

export const ofBill = ({ terms, after }: BillAround) =>
  ({ billId: terms.billId, programId: terms.programId, payorId: terms.payorId, currency: 'USD', balanceCents: after.balance }) as const
/** A bill as webhook events show it. */
export const withAmount = (around: BillAround) => ({ ...ofBill(around), amountCents: around.after.amount })
export const receivedPayment = ({
  amount,
  applied,
  method,
  stripe,
}: Pick<RecordedPayment, 'amount' | 'applied' | 'method' | 'stripe'>): RecordedPayment => ({
  ...{ amount, applied, used: 0, refunded: 0, disputed: 0, reversed: false },
  ...{ method, stripe, feeNoted: false },
})
export const moved = ({ paymentId, applied, unapplied }: Readonly<{ paymentId: PaymentId; applied: Cents; unapplied: Cents }>, around: BillAround) =>
  ({ ...ofBill(around), paymentId, amountCents: applied + unapplied, appliedCents: applied }) as const

export type Moved = Readonly<{ paymentId: PaymentId; applied: Cents; unapplied: Cents }>
/** The effect of money that leaves a payment: refunded to the payor, or withheld during a dispute. */
export const leaves = ({ paymentId, applied, unapplied }: Moved, how: 'refunded' | 'disputed', amount: Cents): Effect => ({
  collected: -applied,
  unapplied: -unapplied,
  payments: [{ paymentId, applied: -applied, [how]: amount }],
})
export const comesBack = ({ paymentId, applied, unapplied }: Moved, how: 'refunded' | 'disputed'): Effect =>
  leaves({ paymentId, applied: -applied, unapplied: -unapplied }, how, -(applied + unapplied))
/** The effect of credit from another bill. A negative amount gives it back. */
export const fromOther = (amount: Cents, fromBillId: BillId): Effect => ({
  collected: amount,
  credited: amount,
  other: { billId: fromBillId, unapplied: -amount },
})
