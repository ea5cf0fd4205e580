import type { PublicBill, PublicMethods } from '../../../modules/bills/contract.ts'
import { fieldValue, type ManualMethod, methodOf, nameOf, type PayorField } from '../../../modules/kernel/payment-methods.ts'
import { memoOf } from '../../../modules/shared/memo.ts'
import type { Messages } from '../words/messages-en.ts'

export type Instruction = { label: string; value: string }

const wayOf = (method: ManualMethod) => {
  const name = nameOf(method)
  return name && methodOf(name)
}

export const hasMemo = (method: ManualMethod): boolean => wayOf(method)?.memo === true

export const detailsOf = (t: Messages, method: ManualMethod, methods: PublicMethods): Instruction[] => {
  const way = wayOf(method)
  return (way?.toPayor ?? []).flatMap((key) => {
    const field = way?.fields[key]
    const value = field && fieldValue(methods[method], key, field)
    return value ? [{ label: t.fields[key as PayorField], value }] : []
  })
}

/** The texts to copy: the method's details, then the memo that identifies the payment. */
export const instructionsOf = (t: Messages, method: ManualMethod, methods: PublicMethods, bill: PublicBill): Instruction[] => [
  ...detailsOf(t, method, methods),
  { label: hasMemo(method) ? t.memo : t.note, value: memoOf(bill.code, bill.payerName) },
]
