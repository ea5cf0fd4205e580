import { keyOf, type MethodKey, methodNames, methodOf } from './payment-methods.ts'

/** Methods of money recorded by an administrator (R66). */
export type ReceiptMethod = MethodKey | 'cash' | 'other'
export const receiptLabels: Readonly<Record<ReceiptMethod, string>> = {
  ...(Object.fromEntries(methodNames.map((name) => [keyOf(name), methodOf(name).label])) as Record<MethodKey, string>),
  cash: 'Cash',
  other: 'Other',
}
export const receiptMethods = Object.keys(receiptLabels) as ReceiptMethod[]
/** A payment without a method counts as a card payment (R37). */
export const receiptLabel = (method: ReceiptMethod | null): string => receiptLabels[method ?? 'credit']
