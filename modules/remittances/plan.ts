import type { z } from 'zod'
import type { Bill } from '../bills/contract.ts'
import { type LocalDate, toApiDay } from '../kernel/dates.ts'
import { DomainError, type Issue, invalid, missing, refused } from '../kernel/errors.ts'
import { BillCode, type BillId, type DepositId, type NetworkId, type PaymentId, PayorId } from '../kernel/ids.ts'
import { type Cents, money, toDollars } from '../kernel/money.ts'
import { idOf } from '../platform/http/route.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { allocate, type Wanted, withCredit } from './allocate.ts'
import type { NewRemittance, Remittance } from './contract.ts'
import type { Part } from './events.ts'
import { allocationsOf } from './values.ts'

export type BillToPay = Readonly<{
  billId: BillId
  code: string
  payorId: PayorId
  payerName: string
  programName: string
  dueDate: LocalDate
  nextDue?: Bill['nextDue']
  balance: Cents
  archived: boolean
  /** A payor may be paying it by card right now. */
  paying: boolean
  position: number
}>

type Payer = Readonly<{ id: PayorId; kind: 'individual' | 'congregation'; name: string }>

export type PlanDependencies = Readonly<{
  personal: PersonalData
  payorById: (id: PayorId) => Promise<Readonly<{ networkId: NetworkId; kind: Payer['kind']; person: Readonly<{ name: string }> }> | null>
  billsToPay: (
    networkId: NetworkId,
    which: Readonly<{ ids: readonly string[]; codes: readonly string[]; payorId: PayorId | null }>,
  ) => Promise<readonly BillToPay[]>
}>

const wrong = (issues: readonly Issue[]): DomainError => new DomainError('invalid', 'invalid', issues[0]?.message ?? '', { issues })

type Body = z.output<typeof NewRemittance>
type Asked = NonNullable<Body['allocations']>

/** The bills that the allocations name, in their order. */
const chosenBills = (asked: Asked, found: readonly BillToPay[]): readonly Readonly<{ bill: BillToPay; amount: Cents | null }>[] => {
  const issues: Issue[] = []
  const chosen = asked.flatMap(({ billId, code, amount = null }, i) => {
    const bill = found.find((one) => (billId === undefined ? one.code === BillCode.safeParse(code).data : one.billId === billId))
    if (!bill) issues.push({ path: `allocations.${i}`, message: code === undefined ? 'This bill was not found.' : `No bill has the code ${code}.` })
    return bill ? [{ bill, amount }] : []
  })
  for (const [i, { bill }] of chosen.entries())
    if (chosen.findIndex((one) => one.bill.billId === bill.billId) < i)
      issues.push({ path: `allocations.${i}`, message: `Bill ${bill.code} of ${bill.payerName} is listed twice.` })
  if (issues.length > 0) throw wrong(issues)
  const archived = chosen.find(({ bill }) => bill.archived)
  if (archived) throw refused('not-allowed', `Bill ${archived.bill.code} of ${archived.bill.payerName} is archived. Restore it, or leave it out.`)
  return chosen
}

/** Plans how a remittance is split over bills (R132). */
export const remittancePlans = ({ personal, payorById, billsToPay }: PlanDependencies) => {
  const payerOf = async (networkId: NetworkId, payerId: string | null | undefined): Promise<Payer | null> => {
    if (!payerId) return null
    const id = idOf(PayorId, payerId, 'Member')
    const payor = await payorById(id)
    if (payor?.networkId !== networkId || (await personal.forgotten([id])).size > 0) throw missing('Member')
    return { id, kind: payor.kind, name: payor.person.name }
  }

  /** The allocations of a new remittance, and its payer: if all bills have one payor, this one. */
  return async (networkId: NetworkId, { payerId, amount, allocations: asked }: Body) => {
    const payer = await payerOf(networkId, payerId)
    if (!payer && !asked?.length) throw invalid('payerId', 'Choose a payor, or the bills to pay')
    const found = await billsToPay(networkId, {
      ids: asked?.flatMap(({ billId }) => billId ?? []) ?? [],
      codes: asked?.flatMap(({ code }) => BillCode.safeParse(code).data ?? []) ?? [],
      payorId: payer?.id ?? null,
    })
    const chosen = asked ? chosenBills(asked, found) : found.filter(({ balance }) => balance > 0).map((bill) => ({ bill, amount: null }))
    const { parts, rest } = allocate(amount, chosen satisfies readonly Wanted[])
    if (rest < 0) throw invalid('allocations', `The allocations exceed the amount by ${money(-rest)}`)
    const [payorId, other] = new Set(chosen.map(({ bill }) => bill.payorId))
    // A forgotten payor has no name that a receipt could show.
    const known = payorId && !other && (await personal.forgotten([payorId])).size === 0 ? payorId : null
    const byDefault = payer ?? (await payerOf(networkId, known))
    const newestFirst = found.filter((bill) => bill.payorId === byDefault?.id && !bill.archived).toSorted((a, b) => b.position - a.position)
    const credited = withCredit(
      parts,
      rest,
      newestFirst.map(({ billId }) => billId),
    )
    if (!credited)
      throw invalid(
        'allocations',
        byDefault
          ? `${byDefault.name} has no bill that could keep the remaining ${money(rest)} as credit. Allocate the whole amount.`
          : `Allocate the remaining ${money(rest)}, or choose the payor who keeps it as credit.`,
      )
    return { payer: byDefault, parts: credited, bills: new Map(found.map((bill) => [bill.billId, bill])) }
  }
}
export type Plan = Awaited<ReturnType<ReturnType<typeof remittancePlans>>>

/** The remittance that a plan would make. `ids`: its parts with the ids that they would get. */
export const preview = (
  { payer, parts, bills: known }: Plan,
  { amount, method, reference, depositId }: Body,
  ids: readonly Part[],
  on: LocalDate,
  at: string,
): Remittance => {
  const shown = parts.map((part, i) => {
    const bill = known.get(part.billId) as BillToPay
    const applied = Math.min(part.amount, bill.balance)
    return {
      ...{ billId: bill.billId, code: bill.code, payerName: bill.payerName, programName: bill.programName, dueDate: toApiDay(bill.dueDate) },
      ...{ nextDue: bill.nextDue, amount: toDollars(applied), balance: toDollars(bill.balance) },
      ...{ paymentId: ids[i]?.paymentId as PaymentId, status: 'Completed' as const },
    }
  })
  const applied = parts.reduce((sum, part) => sum + Math.min(part.amount, known.get(part.billId)?.balance ?? 0), 0)
  return {
    ...{
      id: ids[0]?.paymentId as PaymentId,
      createdAt: at,
      receivedOn: toApiDay(on),
      amount: toDollars(amount),
      unapplied: toDollars(amount - applied),
    },
    ...{
      method,
      reference,
      receiptNumber: null,
      status: 'Completed',
      payer,
      depositId: (depositId ?? null) as DepositId | null,
      allocations: allocationsOf(shown),
    },
  }
}
