import type { LocalDate } from '../kernel/dates.ts'
import type { Decider } from '../kernel/decider.ts'
import { DomainError, invalid, methodNotEnabled, missing, refused } from '../kernel/errors.ts'
import type { BillId, PaymentId, PayorId, RemittanceId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import { type Cents, MAX_CENTS } from '../kernel/money.ts'
import type { ManualMethod } from '../kernel/payment-methods.ts'
import type { AmountType, ProgramStatus } from '../programs/contract.ts'
import type { ReceiptMethod } from './contract.ts'
import { type CreditCommand, decideCredit } from './credit-decider.ts'
import { balanceOf, isPaid } from './effect.ts'
import { type BillEvent, type BillTerms, billFold, type Released } from './events.ts'
import { decidePlan, type PlanCommand } from './plan-decider.ts'
import { type BillState, isDebitUnderWay, liveAttempt, payerIn, unappliedOf } from './state.ts'
import { amountToPay, debitUnderWay, decideStripe, refuseUnpayable, refuseWhilePaying, type StripeCommand } from './stripe-decider.ts'

type On = { billId: BillId }
type Held = Pick<
  Extract<BillEvent, { type: 'PaymentHeld' }>['data'],
  'paymentId' | 'remittanceId' | 'amount' | 'method' | 'reference' | 'receivedOn' | 'stripe'
>

/** Claims by payors. */
type ClaimCommand =
  | (On & {
      type: 'ClaimPayment'
      claimId: string
      method: ManualMethod
      withdrawHash: string
      programStatus: ProgramStatus
      enabled: boolean
      /** True if the payor sent the whole balance, not the next part of a plan. */
      whole?: boolean
      /** All bills of the claim, if it is one for several. */
      together?: readonly BillId[]
      /** The payor who sent it; null if unknown. */
      payerId?: PayorId | null
      /** The language of the pay page. */
      language?: Language
    })
  | (On & { type: 'NoteWaitingClaim' })
  | (On & { type: 'WithdrawClaim'; proof: string | null; owner: boolean })
  | (On & { type: 'RefuseClaim'; reason: string })
  | (On & { type: 'ConfirmClaim'; paymentId: PaymentId })

export type BillCommand =
  | ({ type: 'IssueBill' } & BillTerms)
  | (On & { type: 'ChangeAmount'; amount: Cents; programType: AmountType; overdue: boolean })
  /** Sets the program's new amount, if the bill still has the amount that the Admin saw (`from`). */
  | (On & { type: 'Reprice'; from: Cents; amount: Cents; overdue: boolean })
  | ClaimCommand
  | (On & { type: 'MarkPaid'; paymentId: PaymentId; method: ReceiptMethod | null; reference: string | null })
  | (On & {
      type: 'RecordReceipt'
      paymentId: PaymentId
      amount: Cents
      method: ReceiptMethod
      reference: string | null
      receivedOn: LocalDate | null
      today: LocalDate
    })
  /** Takes a part of a remittance. Refused by an archived bill, unless Stripe has taken the money already. */
  | (On & Held & { type: 'HoldPayment' })
  | (On & { type: 'ReleaseHeld'; paymentId: PaymentId; remittanceId: RemittanceId })
  | (On & { type: 'ArchiveBill'; reason: string | null })
  /** Replaces an archived bill by a new one. An active bill is not replaced (R58). */
  | (On & { type: 'ReplaceBill'; newBillId: BillId })
  | (On & { type: 'Adjust'; adjustmentId: string; amount: Cents; reason: string })
  /** Reverses a payment by hand (R68), or credit applied here. */
  | (On & { type: 'Reverse'; paymentId: PaymentId; reason: string })
  | CreditCommand
  | PlanCommand
  | StripeCommand

/** Turns this much of the bill's payments into credit, starting with the latest payment (R63). */
const release = (bill: NonNullable<BillState>, excess: Cents): Released[] => {
  const released: Released[] = []
  let left = Math.max(0, excess)
  for (const [paymentId, { applied, reversed }] of [...bill.payments].reverse()) {
    const amount = reversed ? 0 : Math.min(left, applied)
    if (amount > 0) released.push({ paymentId: paymentId as PaymentId, amount })
    left -= amount
  }
  if (left > 0) throw refused('not-allowed', 'This bill was paid with credit from another bill. Take back that credit first.')
  return released
}

/** The event of a payment of the claimed amount or, without one, of the whole balance. */
const settledBy = (bill: NonNullable<BillState>, paymentId: PaymentId, method: ReceiptMethod | null, reference: string | null): BillEvent[] => {
  const open = bill.amount - bill.collected
  if (open <= 0) return []
  const amount = Math.min(open, bill.claim?.amount ?? open)
  const paid = { billId: bill.terms.billId, paymentId, amount, applied: amount, method, reference, receivedOn: null }
  // The receipt uses the language in which the claim was made.
  const language = bill.claim?.language
  const ofPart = bill.claim?.amount === undefined ? {} : { claimId: bill.claim.claimId }
  return [{ type: 'PaymentRecorded', data: { ...paid, ...ofPart, ...payerIn(bill, bill.claim?.payerId), ...(language && { language }) } }]
}

const unclaimed = () => refused('not-allowed', 'This bill has no claim to confirm.')

const decideClaim = (command: ClaimCommand, bill: NonNullable<BillState>): BillEvent[] => {
  const { billId } = command
  switch (command.type) {
    case 'ClaimPayment': {
      if (bill.claim?.claimId === command.claimId) return []
      refuseUnpayable(bill, command.programStatus)
      if (!command.enabled) throw methodNotEnabled()
      if (isDebitUnderWay(bill)) throw debitUnderWay()
      refuseWhilePaying(bill)
      const { claimId, method, withdrawHash, whole = false, together, payerId, language } = command
      const amount = amountToPay(bill, { whole })
      const ofPart = amount < balanceOf(bill) ? { amount } : {}
      const more = { ...ofPart, ...(together && { together }), ...payerIn(bill, payerId), ...(language && { language }) }
      return [{ type: 'PaymentClaimed', data: { billId, claimId, method, withdrawHash, ...more } }]
    }

    case 'NoteWaitingClaim':
      if (!bill.claim || bill.claim.overdue) return []
      return [{ type: 'PaymentClaimOverdue', data: { billId, networkId: bill.terms.networkId, claimId: bill.claim.claimId } }]

    case 'WithdrawClaim':
      if (!bill.claim) return []
      if (!command.owner && command.proof !== bill.claim.withdrawHash) throw missing('Payment')
      return [{ type: 'PaymentClaimWithdrawn', data: { billId, claimId: bill.claim.claimId } }]

    case 'RefuseClaim':
      if (!bill.claim && bill.refused) return []
      if (!bill.claim) throw unclaimed()
      return [{ type: 'PaymentNotReceived', data: { billId, claimId: bill.claim.claimId, reason: command.reason } }]

    case 'ConfirmClaim':
      if (isPaid(bill) || bill.payments.has(command.paymentId)) return []
      if (!bill.claim) throw unclaimed()
      return settledBy(bill, command.paymentId, bill.claim.method, null)
  }
}

/** The bill holds a part of a remittance that may not be recorded yet: settle it first (handle-bill.ts). */
export class HeldBy extends DomainError {
  readonly remittanceId: RemittanceId

  constructor(remittanceId: RemittanceId) {
    super('refused', 'payment-under-way', 'A payment of several bills is being recorded on this one. Please try again in a minute.')
    this.remittanceId = remittanceId
  }
}

const decideHeld = (command: Extract<BillCommand, { type: 'HoldPayment' | 'ReleaseHeld' }>, bill: NonNullable<BillState>): BillEvent[] => {
  const { billId, paymentId, remittanceId } = command
  const known = bill.payments.get(paymentId)
  if (command.type === 'ReleaseHeld') {
    if (!known || known.reversed) return []
    return [{ type: 'HeldPaymentReleased', data: { billId, paymentId, remittanceId, applied: known.applied, unapplied: unappliedOf(known) } }]
  }
  if (known) return []
  const { amount, method, reference, receivedOn, stripe } = command
  if (bill.archived && !stripe) throw refused('not-allowed', 'A payment cannot be recorded on an archived bill.')
  const applied = Math.min(amount, balanceOf(bill))
  return [
    { type: 'PaymentHeld', data: { billId, paymentId, remittanceId, amount, applied, method, reference, receivedOn, ...(stripe && { stripe }) } },
  ]
}

/** A repeated command records nothing, so every command may be retried (R113). */
const decide = (command: BillCommand, bill: BillState): BillEvent[] => {
  if (command.type === 'IssueBill') {
    const { type: _, ...terms } = command
    return bill ? [] : [{ type: 'BillIssued', data: terms }]
  }
  if (!bill) throw missing('Assessment bill')
  const { billId } = command
  if (command.type === 'HoldPayment' || command.type === 'ReleaseHeld') return decideHeld(command, bill)
  const [held] = bill.holds
  if (held && command.type !== 'ReplaceBill') throw new HeldBy(held)

  switch (command.type) {
    case 'ChangeAmount':
      if (bill.amount === command.amount) return []
      if (command.programType !== 'Custom' || command.overdue || bill.archived || bill.claim || bill.debit === 'failed' || bill.collected > 0)
        throw refused('not-editable', 'The amount can be changed only while the bill is Unpaid, in a program with custom amounts.')
      refuseWhilePaying(bill)
      return [{ type: 'BillAmountChanged', data: { billId, amount: command.amount } }]

    case 'Reprice': {
      const unpaid = !command.overdue && !bill.archived && !bill.claim && bill.debit !== 'failed' && bill.collected === 0 && !liveAttempt(bill)
      return unpaid && bill.amount === command.from && bill.amount !== command.amount
        ? [{ type: 'BillAmountChanged', data: { billId, amount: command.amount, byReprice: true } }]
        : []
    }

    case 'ClaimPayment':
    case 'NoteWaitingClaim':
    case 'WithdrawClaim':
    case 'RefuseClaim':
    case 'ConfirmClaim':
      return decideClaim(command, bill)

    // Also allowed on an archived bill, since the money has arrived after all (R66).
    case 'MarkPaid': {
      if (isPaid(bill) || bill.payments.has(command.paymentId)) return []
      if (bill.replaced) throw refused('not-allowed', 'This archived bill was replaced by a newer one. Record the payment on the newer bill.')
      const { paymentId, reference } = command
      const method = command.method ?? bill.claim?.method ?? null
      return [...(bill.archived ? [{ type: 'BillUnarchived', data: { billId } } as const] : []), ...settledBy(bill, paymentId, method, reference)]
    }

    // Money that has arrived is never refused: the amount above the balance becomes unapplied credit (R66).
    case 'RecordReceipt': {
      const { paymentId, amount, method, reference, receivedOn, today } = command
      if (bill.payments.has(paymentId)) return []
      if (receivedOn && receivedOn > today) throw invalid('receivedOn', 'Received on must not be in the future')
      if (bill.archived) throw refused('not-allowed', 'A receipt cannot be recorded on an archived bill. Mark it as paid instead.')
      const applied = Math.min(amount, balanceOf(bill))
      return [{ type: 'PaymentRecorded', data: { billId, paymentId, amount, applied, method, reference, receivedOn } }]
    }

    case 'Adjust': {
      const { adjustmentId, amount, reason } = command
      if (bill.adjustments.has(adjustmentId)) return []
      if (bill.archived) throw refused('not-allowed', 'An archived bill cannot be adjusted.')
      refuseWhilePaying(bill)
      const after = bill.amount + amount
      if (after < 0) throw invalid('amount', 'The credit is larger than the bill')
      if (after > MAX_CENTS) throw invalid('amount', 'The bill would be too large')
      return [{ type: 'BillAdjusted', data: { billId, adjustmentId, amount, reason, released: release(bill, bill.collected - after) } }]
    }

    case 'Reverse': {
      const { paymentId, reason } = command
      const credit = bill.credits.get(paymentId)
      if (credit) {
        const { amount, paymentId: from, fromBillId, takenBack } = credit
        if (takenBack || amount === 0) return []
        return [{ type: 'CreditTakenBack', data: { billId, creditId: paymentId, paymentId: from, fromBillId, amount, reason } }]
      }
      const payment = bill.payments.get(paymentId)
      if (!payment) throw missing('Payment')
      if (payment.reversed) return []
      if (payment.stripe) throw refused('not-allowed', 'A payment through Stripe cannot be reversed. Refund it instead.')
      if (payment.used > 0 || payment.refunded > 0)
        throw refused('not-allowed', 'Some of this payment was applied to another bill or paid back. Take that back first.')
      return [{ type: 'PaymentReversed', data: { billId, paymentId, applied: payment.applied, unapplied: unappliedOf(payment), reason } }]
    }

    case 'UseCredit':
    case 'ApplyCredit':
    case 'ReturnCredit':
    case 'RefundCredit':
      return decideCredit(command, bill)

    case 'ChoosePlan':
    case 'CancelPlan':
      return decidePlan(command, bill)

    case 'ArchiveBill':
      if (bill.archived) return []
      if (isPaid(bill)) throw refused('not-allowed', 'A paid bill cannot be archived.')
      refuseWhilePaying(bill)
      return [{ type: 'BillArchived', data: { billId, reason: command.reason, waived: balanceOf(bill) } }]

    case 'ReplaceBill':
      return bill.archived && !bill.replaced ? [{ type: 'BillReplaced', data: { billId, newBillId: command.newBillId } }] : []

    default:
      return decideStripe(command, bill)
  }
}

export const billDecider: Decider<BillState, BillCommand, BillEvent> = { initial: null, decide, ...billFold }
