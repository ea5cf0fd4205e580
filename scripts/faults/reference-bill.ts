/**
 * A bill as a treasurer would keep it on paper: the rules of a bill's money (R62 to R68) written a second time, in the
 * simplest form and independently of the product. All money in cents.
 */
export type PaperBill = {
  amount: number
  /** Settlements of the bill, by payment or credit. */
  payments: { id: string; applied: number; free: number; reversed: boolean }[]
  archived: boolean
  claimed: boolean
  /** The last claim was rejected: rejecting it again changes nothing. */
  refused: boolean
}

export type Deed =
  | { type: 'amount'; cents: number }
  | { type: 'claim' }
  | { type: 'not-received' }
  | { type: 'mark-as-paid' }
  | { type: 'archive' }
  | { type: 'receipt'; cents: number }
  | { type: 'adjust'; cents: number }
  | { type: 'reverse'; which: number }
  | { type: 'pay-back'; which: number; cents: number }

export const paid = (bill: PaperBill): number => bill.payments.reduce((sum, { applied }) => sum + applied, 0)
export const free = (bill: PaperBill): number => bill.payments.reduce((sum, payment) => sum + payment.free, 0)
export const open = (bill: PaperBill): number => (bill.archived ? 0 : bill.amount - paid(bill))
const settled = (bill: PaperBill): boolean => !bill.archived && paid(bill) >= bill.amount

/** The product's status of a bill that is not due yet. */
export const statusOf = (bill: PaperBill): string => {
  if (bill.archived) return 'Archived'
  if (settled(bill)) return 'Paid'
  if (bill.claimed) return 'PendingConfirmation'
  return paid(bill) > 0 ? 'Partial' : 'Unpaid'
}

/**
 * Performs an action on paper; returns the status that the product must answer with. A payment's id is filled in later.
 */
export const perform = (bill: PaperBill, deed: Deed): number => {
  switch (deed.type) {
    case 'amount':
      if (deed.cents === bill.amount) return 200
      if (bill.archived || bill.claimed || paid(bill) > 0) return 409
      bill.amount = deed.cents
      return 200
    case 'claim':
      if (bill.claimed || bill.archived || settled(bill)) return 409
      bill.claimed = true
      bill.refused = false
      return 200
    case 'not-received':
      if (!bill.claimed) return bill.refused ? 200 : 409
      bill.claimed = false
      bill.refused = true
      return 200
    case 'mark-as-paid': {
      if (settled(bill)) return 200
      bill.archived = false
      const left = open(bill)
      if (left > 0) bill.payments.push({ id: '', applied: left, free: 0, reversed: false })
      bill.claimed = false
      return 200
    }
    case 'archive':
      if (bill.archived) return 200
      if (settled(bill)) return 409
      bill.archived = true
      bill.claimed = false
      return 200
    case 'receipt': {
      if (bill.archived) return 409
      const applied = Math.min(deed.cents, open(bill))
      bill.payments.push({ id: '', applied, free: deed.cents - applied, reversed: false })
      if (settled(bill)) bill.claimed = false
      return 201
    }
    case 'adjust': {
      if (bill.archived) return 409
      const after = bill.amount + deed.cents
      if (after < 0) return 400
      bill.amount = after
      for (const payment of [...bill.payments].reverse()) {
        const back = Math.max(0, Math.min(payment.applied, paid(bill) - after))
        payment.applied -= back
        payment.free += back
      }
      if (settled(bill)) bill.claimed = false
      return 201
    }
    case 'reverse': {
      const payment = bill.payments[deed.which % Math.max(1, bill.payments.length)]
      if (!payment) return 404
      if (payment.reversed) return 201
      if (payBacks.get(payment)) return 409
      Object.assign(payment, { applied: 0, free: 0, reversed: true })
      return 201
    }
    case 'pay-back': {
      const payment = bill.payments[deed.which % Math.max(1, bill.payments.length)]
      if (!payment) return 404
      if (payment.free < deed.cents) return 409
      payment.free -= deed.cents
      payBacks.set(payment, true)
      return 201
    }
  }
}

const payBacks = new WeakMap<PaperBill['payments'][number], boolean>()
