import type { LocalDate } from '../kernel/dates.ts'
import type { Decider } from '../kernel/decider.ts'
import { invalid, missing, refused } from '../kernel/errors.ts'
import type { BillId, PaymentId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { ManualMethod } from '../payment-profiles/contract.ts'
import type { AmountType, ProgramStatus } from '../programs/contract.ts'
import type { ReceiptMethod } from './contract.ts'
import type { BillEvent, BillTerms } from './events.ts'

type On = { billId: BillId }

export type BillCommand =
  | ({ type: 'IssueBill' } & BillTerms)
  | (On & { type: 'ChangeAmount'; amount: Cents; programType: AmountType; overdue: boolean })
  /** To the program's new amount, when an administrator asks for it (decision 15). */
  | (On & { type: 'Reprice'; amount: Cents; overdue: boolean })
  | (On & { type: 'ClaimPayment'; claimId: string; method: ManualMethod; withdrawHash: string; programStatus: ProgramStatus; enabled: boolean })
  | (On & { type: 'WithdrawClaim'; proof: string | null; owner: boolean })
  | (On & { type: 'RefuseClaim'; reason: string })
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
  | (On & { type: 'ArchiveBill'; reason: string | null })

export type BillState = Readonly<{
  terms: BillTerms
  amount: Cents
  collected: Cents
  archived: boolean
  claim: Readonly<{ claimId: string; method: ManualMethod; withdrawHash: string }> | null
  refused: boolean
  payments: readonly PaymentId[]
}> | null

/** What is open; an archived bill's balance is waived (decision 21). */
export const balanceOf = (bill: NonNullable<BillState>): Cents => (bill.archived ? 0 : bill.amount - bill.collected)

const isPaid = (bill: NonNullable<BillState>): boolean => !bill.archived && bill.collected >= bill.amount

const notPayable = () => refused('not-payable', 'This assessment cannot be paid right now.')

/** A command sent twice decides nothing the second time, so each of them is safe to retry. */
const decide = (command: BillCommand, bill: BillState): BillEvent[] => {
  if (command.type === 'IssueBill') {
    const { type: _, ...terms } = command
    return bill ? [] : [{ type: 'BillIssued', data: terms }]
  }
  if (!bill) throw missing('Assessment bill')
  const { billId } = command

  switch (command.type) {
    case 'ChangeAmount':
      if (bill.amount === command.amount) return []
      if (command.programType !== 'Custom' || command.overdue || bill.archived || bill.claim || bill.collected > 0)
        throw refused('not-editable', 'The amount can be changed only while the bill is Unpaid, in a program with custom amounts.')
      return [{ type: 'BillAmountChanged', data: { billId, amount: command.amount } }]

    case 'Reprice': {
      const unpaid = !command.overdue && !bill.archived && !bill.claim && bill.collected === 0
      return unpaid && bill.amount !== command.amount ? [{ type: 'BillAmountChanged', data: { billId, amount: command.amount } }] : []
    }

    case 'ClaimPayment': {
      if (bill.claim?.claimId === command.claimId) return []
      if (bill.claim || bill.archived || isPaid(bill) || command.programStatus !== 'Active') throw notPayable()
      if (!command.enabled) throw refused('method-not-enabled', 'This payment method is not available for this assessment.')
      const { claimId, method, withdrawHash } = command
      return [{ type: 'PaymentClaimed', data: { billId, claimId, method, withdrawHash } }]
    }

    case 'WithdrawClaim':
      if (!bill.claim) return []
      if (!command.owner && command.proof !== bill.claim.withdrawHash) throw missing('Payment')
      return [{ type: 'PaymentClaimWithdrawn', data: { billId, claimId: bill.claim.claimId } }]

    case 'RefuseClaim':
      if (!bill.claim && bill.refused) return []
      if (!bill.claim) throw refused('not-allowed', 'Nobody has said that they paid this bill.')
      return [{ type: 'PaymentNotReceived', data: { billId, claimId: bill.claim.claimId, reason: command.reason } }]

    // Offered on an archived bill too: the money came after all (decision 23).
    case 'MarkPaid': {
      if (isPaid(bill)) return []
      const open = bill.amount - bill.collected
      const { paymentId, reference } = command
      const method = command.method ?? bill.claim?.method ?? null
      return [
        ...(bill.archived ? [{ type: 'BillUnarchived', data: { billId } } as const] : []),
        ...(open > 0
          ? [{ type: 'PaymentRecorded', data: { billId, paymentId, amount: open, applied: open, method, reference, receivedOn: null } } as const]
          : []),
      ]
    }

    // Money that has come is never refused: what exceeds the balance becomes unapplied credit.
    case 'RecordReceipt': {
      const { paymentId, amount, method, reference, receivedOn, today } = command
      if (bill.payments.includes(paymentId)) return []
      if (receivedOn && receivedOn > today) throw invalid('receivedOn', 'Received on must not be in the future')
      if (bill.archived) throw refused('not-allowed', 'An archived bill takes no receipts. Mark it as paid instead.')
      const applied = Math.min(amount, balanceOf(bill))
      return [{ type: 'PaymentRecorded', data: { billId, paymentId, amount, applied, method, reference, receivedOn } }]
    }

    case 'ArchiveBill':
      if (bill.archived) return []
      if (isPaid(bill)) throw refused('not-allowed', 'A paid bill cannot be archived.')
      return [{ type: 'BillArchived', data: { billId, reason: command.reason, waived: balanceOf(bill) } }]
  }
}

const evolve = (bill: BillState, { type, data }: BillEvent): BillState => {
  if (type === 'BillIssued') return { terms: data, amount: data.amount, collected: 0, archived: false, claim: null, refused: false, payments: [] }
  if (!bill) return null
  switch (type) {
    case 'BillAmountChanged':
      return { ...bill, amount: data.amount }
    case 'PaymentClaimed': {
      const { claimId, method, withdrawHash } = data
      return { ...bill, claim: { claimId, method, withdrawHash }, refused: false }
    }
    case 'PaymentClaimWithdrawn':
      return { ...bill, claim: null }
    case 'PaymentNotReceived':
      return { ...bill, claim: null, refused: true }
    case 'PaymentRecorded': {
      const collected = bill.collected + data.applied
      return { ...bill, collected, claim: collected >= bill.amount ? null : bill.claim, payments: [...bill.payments, data.paymentId] }
    }
    case 'BillArchived':
      return { ...bill, archived: true, claim: null }
    case 'BillUnarchived':
      return { ...bill, archived: false }
  }
}

export const billDecider: Decider<BillState, BillCommand, BillEvent> = { initial: null, decide, evolve }
