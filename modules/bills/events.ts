import type { LocalDate } from '../kernel/dates.ts'
import type { DomainEvent, Repeatable, SealedFor } from '../kernel/decider.ts'
import type { BillId, NetworkId, PaymentId, PayorId, ProfileId, ProgramId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import type { Cents } from '../kernel/money.ts'
import type { ManualMethod } from '../kernel/payment-methods.ts'
import type { ReceiptMethod } from './contract.ts'

/** The stream of a bill's events. */
export const billStream = (id: BillId) => `bill-${id}` as const

export type BillTerms = Readonly<{
  billId: BillId
  networkId: NetworkId
  programId: ProgramId
  payorId: PayorId
  payorKind: 'individual' | 'congregation'
  amount: Cents
  dueDate: LocalDate
  /** The period that the bill is for, by the due date that it was billed by first: one bill per program, payor and period. */
  period: LocalDate
  /** How many archived bills the place has had (R78). */
  n: number
  /** The row of the upload that the bill follows from; bills of before, and of other origin, have none. */
  row?: number
  /** An Admin billed this payor alone. */
  byHand?: true
}>

/** So much of a payment no longer settles its bill. */
export type Released = Readonly<{ paymentId: PaymentId; amount: Cents }>

/** Kept for ever. Never change a shape here; add an event and let `evolve` read both. */
export type BillEvent =
  | DomainEvent<'BillIssued', BillTerms>
  | DomainEvent<'BillAmountChanged', { billId: BillId; amount: Cents; byReprice?: true }>
  | DomainEvent<'PaymentClaimed', { billId: BillId; claimId: string; method: ManualMethod; withdrawHash: string; language?: Language }>
  /** The claim has waited for a week, and the Admins are told (R87). */
  | DomainEvent<'PaymentClaimOverdue', { billId: BillId; networkId: NetworkId; claimId: string }>
  | DomainEvent<'PaymentClaimWithdrawn', { billId: BillId; claimId: string }>
  | DomainEvent<'PaymentNotReceived', { billId: BillId; claimId: string; reason: string } & SealedFor>
  | DomainEvent<
      'PaymentRecorded',
      {
        billId: BillId
        paymentId: PaymentId
        /** The whole payment; `applied` of it settles this bill, the rest is unapplied credit. */
        amount: Cents
        applied: Cents
        method: ReceiptMethod | null
        reference: string | null
        receivedOn: LocalDate | null
        /** Money that came through Stripe, and by which intent of which connected account. */
        stripe?: Readonly<{ intentId: string; accountId: string; attempt: number }>
        /** The language of the page that it was paid or claimed on. */
        language?: Language
        /** A second e-mail address for its receipt, entered with the payment; null once the payor is forgotten. */
        receiptTo?: string | null
      } & SealedFor
    >
  /** More (above 0) or less is owed. What was collected beyond the new amount is released: unapplied credit of its payments. */
  | DomainEvent<'BillAdjusted', { billId: BillId; adjustmentId: string; amount: Cents; reason: string; released: readonly Released[] } & SealedFor>
  /** A payment by hand that was recorded wrongly, or did not hold. */
  | DomainEvent<'PaymentReversed', { billId: BillId; paymentId: PaymentId; applied: Cents; unapplied: Cents; reason: string } & SealedFor>
  /** Unapplied credit of a payment on this bill is set aside for a bill of the same payor. */
  | DomainEvent<
      'CreditUsed',
      { billId: BillId; creditId: PaymentId; paymentId: PaymentId; amount: Cents; toBillId: BillId; reason: string } & SealedFor
    >
  /** What was set aside came back: the other bill did not need it, or gave it up. */
  | DomainEvent<'CreditReturned', { billId: BillId; creditId: PaymentId; paymentId: PaymentId; amount: Cents }>
  /** Credit of another bill of the payor settles some of this one. */
  | DomainEvent<
      'CreditApplied',
      { billId: BillId; creditId: PaymentId; paymentId: PaymentId; fromBillId: BillId; amount: Cents; reason: string } & SealedFor
    >
  | DomainEvent<
      'CreditTakenBack',
      { billId: BillId; creditId: PaymentId; paymentId: PaymentId; fromBillId: BillId; amount: Cents; reason: string } & SealedFor
    >
  /** Unapplied credit was paid back to the payor. */
  | DomainEvent<'CreditRefunded', { billId: BillId; refundId: string; paymentId: PaymentId; amount: Cents; reason: string } & SealedFor>
  | DomainEvent<'BillArchived', { billId: BillId; reason: string | null; waived: Cents } & SealedFor>
  | DomainEvent<'BillUnarchived', { billId: BillId }>
  /** An archived bill gave its place to a new one, and so cannot come back (R77). */
  | DomainEvent<'BillReplaced', { billId: BillId; newBillId: BillId }>
  /** Somebody wants to pay by card or bank debit: Stripe is asked for an intent of this amount, under a key made of bill and attempt. */
  | DomainEvent<'PaymentAttemptOpened', { billId: BillId; attempt: number; amount: Cents; profileId: ProfileId; accountId: string }>
  | DomainEvent<'PaymentIntentCreated', { billId: BillId; attempt: number; intentId: string }>
  /** Its intent is cancelled, or never was: nothing can be paid by it any more. */
  | DomainEvent<'PaymentAttemptClosed', { billId: BillId; attempt: number }>
  /** A bank debit is under way; it clears or comes back within days. */
  | DomainEvent<'DebitStarted', { billId: BillId; attempt: number; amount: Cents }>
  | DomainEvent<'DebitFailed', { billId: BillId; attempt: number; code: string | null; language?: Language }>
  /**
   * An address for the receipt was entered with a card payment or bank debit. `paymentId`: null for a bank debit under way, whose
   * PaymentRecorded repeats the address; otherwise the payment was recorded before.
   */
  | DomainEvent<
      'ReceiptRequested',
      { billId: BillId; attempt: number; paymentId: PaymentId | null; receiptTo: string | null; language?: Language } & SealedFor
    >
  /** What Stripe kept of a payment. */
  | DomainEvent<'PaymentFeeNoted', { billId: BillId; paymentId: PaymentId; fee: Cents; net: Cents }>
  | DomainEvent<'RefundRequested', { billId: BillId; refundId: string; paymentId: PaymentId; amount: Cents; reason: string } & SealedFor>
  /** Stripe pays so much back: `applied` of it settled this bill, `unapplied` was credit. */
  | DomainEvent<
      'PaymentRefunded',
      { billId: BillId; refundId: string; paymentId: PaymentId; amount: Cents; applied: Cents; unapplied: Cents; reason: string | null } & SealedFor
    >
  /** The refund did not arrive: what had left the payment is there again, `applied` of it on this bill. */
  | DomainEvent<'RefundFailed', { billId: BillId; refundId: string; paymentId: PaymentId; applied: Cents; unapplied: Cents }>
  /** The payor's bank takes the money back until the dispute is decided. */
  | DomainEvent<'PaymentDisputed', { billId: BillId; disputeId: string; paymentId: PaymentId; amount: Cents; applied: Cents; unapplied: Cents }>
  | DomainEvent<'DisputeWon', { billId: BillId; disputeId: string; paymentId: PaymentId; applied: Cents; unapplied: Cents }>
  | DomainEvent<'DisputeLost', { billId: BillId; disputeId: string; paymentId: PaymentId }>

/**
 * What is taken back, returned, closed or refused was there before, and comes once for each. The second half of what moves credit between two
 * bills is never refused. Neither is money that has come (R90), nor paying: whoever has a bill's link could otherwise keep its payor from it for a
 * day. Its stream may grow by these, and nothing but its own commands reads it.
 */
const REPEATABLE: Repeatable<BillEvent> = {
  BillIssued: false,
  BillAmountChanged: true,
  PaymentClaimed: false,
  PaymentClaimOverdue: false,
  PaymentClaimWithdrawn: false,
  PaymentNotReceived: false,
  PaymentRecorded: false,
  BillAdjusted: true,
  PaymentReversed: false,
  CreditUsed: true,
  CreditReturned: false,
  CreditApplied: false,
  CreditTakenBack: false,
  // Credit can be paid back cent by cent.
  CreditRefunded: true,
  BillArchived: false,
  BillUnarchived: false,
  BillReplaced: false,
  PaymentAttemptOpened: false,
  PaymentIntentCreated: false,
  PaymentAttemptClosed: false,
  DebitStarted: false,
  DebitFailed: false,
  ReceiptRequested: false,
  PaymentFeeNoted: false,
  RefundRequested: true,
  PaymentRefunded: false,
  RefundFailed: false,
  PaymentDisputed: false,
  DisputeWon: false,
  DisputeLost: false,
}

export const isRepeatable = ({ type }: BillEvent): boolean => REPEATABLE[type]
