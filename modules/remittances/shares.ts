import type { ObservedIntent } from '../bills/contract.ts'
import type { Cents } from '../kernel/money.ts'
import type { JointPart } from './events.ts'

/** The refunds and disputes that a bill has recorded for its part, by Stripe's ids or ours. */
export type RecordedPart = Readonly<{
  /** The part of the payment that is neither refunded nor disputed, nor requested to be refunded. */
  kept: Cents
  refunds: ReadonlyMap<string, Readonly<{ amount: Cents; stage: 'requested' | 'done' | 'failed' }>>
  disputes: ReadonlyMap<string, Readonly<{ amount: Cents; stage: 'open' | 'won' | 'lost' }>>
}>
type Share = Readonly<{ part: JointPart; observed: ObservedIntent }>

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, one) => sum + one, 0)

/** Splits a fee in proportion to the parts. Leftover cents go to the first parts. */
const feesOf = (fee: Cents, parts: readonly JointPart[]): readonly Cents[] => {
  const total = sumOf(parts.map(({ amount }) => amount))
  const fees = parts.map(({ amount }) => Math.floor((fee * amount) / total))
  let left = fee - sumOf(fees)
  return fees.map((one) => (left-- > 0 ? one + 1 : one))
}

/** Takes an amount from what parts have left: from the last part first. `free` is lowered by it. */
const takeFromLast = (free: Cents[], amount: Cents): readonly Cents[] => {
  let left = Math.max(0, amount)
  const taken = free.map(() => 0)
  for (let i = free.length - 1; i >= 0 && left > 0; i -= 1) {
    const part = Math.min(left, Math.max(0, free[i] ?? 0))
    taken[i] = part
    free[i] = (free[i] ?? 0) - part
    left -= part
  }
  return taken
}
const giveBack = (free: Cents[], i: number, amount: Cents): void => {
  free[i] = (free[i] ?? 0) + amount
}

/** The amount of each dispute on each part: what is recorded and, of a live one, what the bank has taken since. */
const disputesOf = (observed: ObservedIntent, recorded: readonly RecordedPart[], free: Cents[]) => {
  // The money of won disputes is back before another dispute withholds it.
  const wonFirst = observed.disputes.toSorted((a, b) => Number(b.outcome === 'won') - Number(a.outcome === 'won'))
  return wonFirst.map((dispute) => {
    const known = recorded.map(({ disputes }) => disputes.get(dispute.disputeId))
    const amounts = known.map((one) => one?.amount ?? 0)
    if (dispute.outcome === 'won') {
      for (const [i, one] of known.entries()) if (one && one.stage !== 'won') giveBack(free, i, one.amount)
      return { dispute, amounts, isOn: (i: number) => known[i] !== undefined }
    }
    const taken = takeFromLast(free, dispute.amount - sumOf(amounts))
    const shares = amounts.map((amount, i) => amount + (taken[i] ?? 0))
    // A dispute of money that was paid back before is shown on the last bill.
    const isNowhere = shares.every((share, i) => share === 0 && !known[i])
    return { dispute, amounts: shares, isOn: (i: number) => (isNowhere ? i === shares.length - 1 : (shares[i] ?? 0) > 0 || known[i] !== undefined) }
  })
}

/** The amount of each refund on each part. One that was requested here belongs to its bill. */
const refundsOf = (observed: ObservedIntent, parts: readonly JointPart[], recorded: readonly RecordedPart[], free: Cents[]) =>
  observed.refunds.map((refund) => {
    if (parts.some(({ billId }) => billId === refund.billId))
      return { refund, amounts: parts.map(({ billId }) => (billId === refund.billId ? refund.amount : 0)) }
    const known = recorded.map(({ refunds }) => refunds.get(refund.refundId))
    const amounts = known.map((one) => one?.amount ?? 0)
    if (refund.failed) {
      for (const [i, one] of known.entries()) if (one?.stage === 'done') giveBack(free, i, one.amount)
      return { refund, amounts }
    }
    const taken = takeFromLast(free, refund.amount - sumOf(amounts))
    return { refund, amounts: amounts.map((amount, i) => amount + (taken[i] ?? 0)) }
  })

/**
 * Stripe's state of an intent that pays several bills, as the state of each bill's part. A refund in Stripe's dashboard
 * and a dispute are taken from the last part backwards (R133). A part that has recorded its share keeps it. While other
 * refunds are requested, their money is not taken; if it is needed after all, a later reading takes it.
 */
export const sharesOf = (observed: ObservedIntent, parts: readonly JointPart[], recorded: readonly RecordedPart[]): readonly Share[] => {
  const free = recorded.map(({ kept }) => kept)
  const refunds = refundsOf(observed, parts, recorded, free)
  const disputes = disputesOf(observed, recorded, free)
  const fees = observed.fee && feesOf(observed.fee.fee, parts)
  return parts.map((part, i) => {
    const fee = fees?.[i] ?? 0
    return {
      part,
      observed: {
        ...observed,
        ...{ attempt: part.attempt, paymentId: part.paymentId, amount: part.amount, received: observed.received > 0 ? part.amount : 0 },
        fee: observed.fee && { fee, net: part.amount - fee },
        refunds: refunds.flatMap(({ refund, amounts }) => ((amounts[i] ?? 0) > 0 ? [{ ...refund, amount: amounts[i] ?? 0 }] : [])),
        disputes: disputes.flatMap(({ dispute, amounts, isOn }) => (isOn(i) ? [{ ...dispute, amount: amounts[i] ?? 0 }] : [])),
      },
    }
  })
}
