import type { BillId, PayorId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'

/** A bill that may be paid. `balance` is 0 once it is paid; the rest of a payment is then credit on it. */
export type PayableBill = Readonly<{ billId: BillId; payorId: PayorId; balance: Cents }>
/** An amount of null: the balance, or as much of it as is left. */
export type Wanted = Readonly<{ bill: PayableBill; amount: Cents | null }>
export type Allocated = Readonly<{ billId: BillId; amount: Cents }>

/**
 * Splits the amount over bills in their order. Returns `rest`, the amount that no bill takes; it is negative if the
 * given amounts exceed the whole.
 */
export const allocate = (amount: Cents, wanted: readonly Wanted[]): Readonly<{ parts: readonly Allocated[]; rest: Cents }> => {
  const given = wanted.reduce((sum, one) => sum + (one.amount ?? 0), 0)
  let rest = amount - given
  const parts = wanted.map(({ bill: { billId, balance }, amount: named }): Allocated => {
    const part = named ?? Math.max(0, Math.min(balance, rest))
    if (named === null) rest -= part
    return { billId, amount: part }
  })
  return { parts: parts.filter((part) => part.amount > 0), rest }
}

/**
 * Adds the rest to a part, where it becomes credit: that of the payer's bill with the latest part, or a new one on the
 * payer's newest bill. Null if the payer has no bill.
 */
export const withCredit = (parts: readonly Allocated[], rest: Cents, ofPayer: readonly BillId[]): readonly Allocated[] | null => {
  if (rest === 0) return parts
  const at = parts.findLastIndex(({ billId }) => ofPayer.includes(billId))
  if (at >= 0) return parts.map((part, i) => (i === at ? { ...part, amount: part.amount + rest } : part))
  const [newest] = ofPayer
  return newest ? [...parts, { billId: newest, amount: rest }] : null
}
