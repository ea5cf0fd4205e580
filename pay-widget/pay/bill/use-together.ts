import { useState } from 'react'
import type { MyBill, PublicBill } from '../../../modules/bills/contract.ts'
import { sumDollars } from '../../../modules/kernel/money.ts'
import { readBill } from '../api.ts'
import { isPublic } from '../view.ts'
import { dueOf, statusMessage } from './bill-state.ts'

/** Another open bill of the same payor or list, which is paid to the same account as the page's bill. */
export type OtherBill = Pick<PublicBill, 'id' | 'code' | 'status' | 'balance' | 'nextDue' | 'program' | 'payerName'> & Pick<MyBill, 'ofMember'>

export type Together = {
  /** The bills that can be paid with the page's bill; null until they are known. */
  known: readonly OtherBill[] | null
  /** Those of them that are to be paid with it. */
  picked: readonly OtherBill[]
  /** The token of the mailed list that names the bills; undefined for a signed-in payor. */
  token: string | undefined
  show: (known: readonly OtherBill[], ids: readonly string[]) => void
  pick: (ids: readonly string[]) => void
  /** Reads the picked bills again, and drops those that can no longer be paid. Returns the sum of the others. */
  renew: () => Promise<number>
}

/** What is due of these bills together. */
export const sumDue = (bills: readonly Pick<PublicBill, 'balance' | 'nextDue'>[]): number => sumDollars(bills.map((bill) => dueOf(bill, false)))

/** Several bills as one: their sum, with all codes for the memo. */
export const merged = (bill: PublicBill, picked: readonly OtherBill[]): PublicBill => {
  if (picked.length === 0) return bill
  const all = [bill, ...picked]
  return {
    ...bill,
    balance: sumDue(all),
    nextDue: undefined,
    code: all.map(({ code }) => code).join(' '),
  }
}

/** `list`: the token of a mailed list, or 'all' for the signed-in payor's bills. */
export const useTogether = (list: string | null): Together => {
  const [{ known, ids }, setBills] = useState<{
    known: readonly OtherBill[] | null
    ids: readonly string[]
  }>({ known: null, ids: [] })
  const picked = known?.filter(({ id }) => ids.includes(id)) ?? []
  return {
    known,
    picked,
    token: list?.includes('.') ? list : undefined,
    show: (known, ids) => setBills({ known, ids }),
    pick: (ids) => setBills((old) => ({ ...old, ids })),
    renew: async () => {
      const read = await Promise.all(picked.map(({ id }) => readBill(id)))
      const open = read.flatMap(({ data }) => (isPublic(data) && !statusMessage(data) ? data : []))
      setBills((old) => ({
        ...old,
        known:
          old.known?.flatMap((one) => (picked.includes(one) ? open.filter(({ id }) => id === one.id).map((now) => ({ ...one, ...now })) : one)) ??
          null,
      }))
      return sumDue(open)
    },
  }
}
