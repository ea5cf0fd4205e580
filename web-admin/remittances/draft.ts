import type { Bill } from '../../modules/bills/contract.ts'
import { type Cents, toCents, toDollars } from '../../modules/kernel/money.ts'
import type { ReceiptMethod } from '../../modules/kernel/receipt-methods.ts'
import type { Allocation, NewRemittance, Remittance } from '../../modules/remittances/contract.ts'
import { readMoney } from '../../modules/shared/typed-money.ts'
import { payorLabel } from '../domain/bill/bill-words.tsx'

export type Payer = Readonly<{ id: string; kind: 'individual' | 'congregation'; name: string }>
export type OfferedBill = Readonly<{ id: string; code: string; payor: string; program: string }> & Pick<Bill, 'dueDate' | 'nextDue' | 'balance'>

export const offered = (bill: Bill): OfferedBill => ({
  ...{ id: bill.id, code: bill.code, payor: payorLabel(bill), program: bill.program.name },
  ...{ dueDate: bill.dueDate, nextDue: bill.nextDue, balance: bill.balance },
})
export const offeredIn = ({ billId, code, payerName, programName, dueDate, nextDue, balance }: Allocation): OfferedBill => ({
  ...{ id: billId, code, payor: payerName, program: programName, dueDate, nextDue, balance },
})

/** The entries of the form. `typed`: the amounts by bill; the server splits the rest over the other bills. */
export type Draft = Readonly<{
  payer: Payer | null
  amount: string
  method: ReceiptMethod
  reference: string
  receivedOn: string
  bills: readonly OfferedBill[]
  typed: Readonly<Record<string, string>>
}>

/** Adds bills that are not listed yet. Amounts from a check stub count as typed. */
export const withBills = (draft: Draft, added: readonly OfferedBill[], amounts: Readonly<Record<string, string>> = {}): Draft => {
  const known = new Set(draft.bills.map(({ id }) => id))
  return { ...draft, bills: [...draft.bills, ...added.filter(({ id }) => !known.has(id))], typed: { ...draft.typed, ...amounts } }
}

/** Cents for a bill: null if the server decides; 0 leaves the bill out. */
export const typedCents = (typed: string | undefined): { cents: Cents | null; problem?: string } => {
  if (typed === undefined || typed.trim() === '') return { cents: null }
  if (/^\s*\$?\s*0*(?:\.0{0,2})?\s*$/.test(typed)) return { cents: 0 }
  const { cents, problem } = readMoney(typed)
  return problem === null ? { cents } : { cents: null, problem }
}

export type Problems = Readonly<Record<string, string | undefined>>
type Checked = Readonly<{ problems: Problems }> | Readonly<{ body: NewRemittance }>

/** The request for the draft, or the problems of its fields; the key of an amount is the id of its bill. */
export const checked = ({ payer, amount, method, reference, receivedOn, typed }: Draft, bills: readonly OfferedBill[]): Checked => {
  const whole = readMoney(amount)
  const problems: Record<string, string> = {}
  if (whole.problem !== null) problems.amount = whole.problem
  const allocations = bills.flatMap(({ id }) => {
    const { cents, problem } = typedCents(typed[id])
    if (problem !== undefined) problems[id] = problem
    return cents === 0 ? [] : [{ billId: id, ...(cents === null ? {} : { amount: toDollars(cents) }) }]
  })
  if (!payer && allocations.length === 0) problems.payerId = 'Choose who paid, or add the bills'
  if (whole.cents === null || Object.keys(problems).length > 0) return { problems }
  const body = { payerId: payer?.id ?? null, amount: toDollars(whole.cents), method, reference: reference.trim() || null }
  return { body: { ...body, receivedOn: receivedOn || null, allocations } }
}

/** The request with the previewed amounts: what is recorded is what was seen. */
export const asSeen = (body: NewRemittance, { allocations }: Remittance): NewRemittance => {
  const seen = new Map<string | undefined, number>(allocations.map(({ billId, amount }) => [billId, amount]))
  return {
    ...body,
    allocations: (body.allocations ?? []).flatMap((one) => {
      const amount = one.amount ?? seen.get(one.billId) ?? 0
      return amount > 0 ? [{ ...one, amount }] : []
    }),
  }
}

/** The payors who get credit, with the amounts: those whose bill was overpaid, then the payer for the rest. */
export const creditsOf = (body: NewRemittance, { unapplied, payer, allocations }: Remittance): [name: string, amount: number][] => {
  const wanted = new Map(body.allocations?.map(({ billId, amount }) => [billId, amount]))
  const over = allocations.flatMap(({ billId, payerName, amount }): [string, Cents][] => {
    const more = toCents(wanted.get(billId) ?? 0) - toCents(amount)
    return more > 0 ? [[payerName, more]] : []
  })
  const rest = toCents(unapplied) - over.reduce((sum, [, more]) => sum + more, 0)
  const all = rest > 0 ? [...over, [payer?.name ?? 'the payor', rest] satisfies [string, Cents]] : over
  return all.map(([name, amount]) => [name, toDollars(amount)])
}
