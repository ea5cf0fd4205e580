import { missing, refused } from '../kernel/errors.ts'
import type { BillId, PaymentId } from '../kernel/ids.ts'
import { type Cents, formatMoney, toDollars } from '../kernel/money.ts'
import { balanceOf } from './effect.ts'
import type { BillEvent } from './events.ts'
import { type BillState, usableOf } from './state.ts'

type On = { billId: BillId }

/**
 * Commands on unapplied credit of a bill: reserve it for another bill of the payor, apply it there, return it, or
 * refund it.
 */
export type CreditCommand =
  | (On & { type: 'UseCredit'; creditId: PaymentId; paymentId: PaymentId; amount: Cents; toBillId: BillId; reason: string })
  | (On & { type: 'ApplyCredit'; creditId: PaymentId; paymentId: PaymentId; fromBillId: BillId; amount: Cents; reason: string })
  | (On & { type: 'ReturnCredit'; creditId: PaymentId; amount: Cents })
  | (On & { type: 'RefundCredit'; refundId: string; paymentId: PaymentId; amount: Cents | null; reason: string })

export const notEnough = (usable: Cents) =>
  refused(
    'not-enough-credit',
    usable > 0 ? `This payment has only ${formatMoney(toDollars(usable))} of unapplied credit.` : 'This payment has no unapplied credit.',
  )

export const decideCredit = (command: CreditCommand, bill: NonNullable<BillState>): BillEvent[] => {
  const { billId } = command
  switch (command.type) {
    case 'UseCredit': {
      const { creditId, paymentId, amount, toBillId, reason } = command
      if (bill.used.has(creditId)) return []
      if (!bill.payments.has(paymentId)) throw missing('Payment')
      const usable = usableOf(bill, paymentId)
      if (usable < amount) throw notEnough(usable)
      return [{ type: 'CreditUsed', data: { billId, creditId, paymentId, amount, toBillId, reason } }]
    }

    // Applies as much credit as the bill needs; a repeat applies nothing more. A need of 0 is recorded, too, since
    // credit that is not needed returns and may be used for a third bill (R73).
    case 'ApplyCredit': {
      const { creditId, paymentId, fromBillId, reason } = command
      if (bill.credits.has(creditId)) return []
      const amount = Math.min(command.amount, balanceOf(bill))
      return [{ type: 'CreditApplied', data: { billId, creditId, paymentId, fromBillId, amount, reason } }]
    }

    case 'ReturnCredit': {
      const used = bill.used.get(command.creditId)
      if (!used || command.amount <= 0) return []
      const amount = Math.min(used.amount, command.amount)
      return amount > 0 ? [{ type: 'CreditReturned', data: { billId, creditId: command.creditId, paymentId: used.paymentId, amount } }] : []
    }

    case 'RefundCredit': {
      const { refundId, paymentId, reason } = command
      if (bill.refunds.has(refundId)) return []
      if (!bill.payments.has(paymentId)) throw missing('Payment')
      const usable = usableOf(bill, paymentId)
      const amount = command.amount ?? usable
      if (amount <= 0 || usable < amount) throw notEnough(usable)
      return [{ type: 'CreditRefunded', data: { billId, refundId, paymentId, amount, reason } }]
    }
  }
}
