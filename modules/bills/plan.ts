import { type LocalDate, toApiDay } from '../kernel/dates.ts'
import { type Cents, toDollars } from '../kernel/money.ts'
import { type Part, sharesOf } from '../shared/monthly-parts.ts'
import type { Bill, Plan as PlanAnswer } from './contract.ts'
import type { PartStatus, PlanChooser } from './values.ts'

/** The monthly parts in which a bill is paid (R138). Their amounts include their shares of later adjustments. */
export type Plan = Readonly<{ planId: string; chosenBy: PlanChooser; parts: readonly Part[] }>
export type PlannedPart = Part & Readonly<{ n: number; paid: Cents; status: PartStatus }>

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, one) => sum + one, 0)

/**
 * The parts' amounts while `balance` is owed. If more is owed than all parts together, because an earlier payment was
 * taken back, the parts share the rest.
 */
const amountsOf = ({ parts }: Plan, balance: Cents): Cents[] => {
  const amounts = parts.map(({ amount }) => amount)
  const missing = sharesOf(Math.max(0, balance - sumOf(amounts)), parts.length)
  return amounts.map((amount, i) => amount + (missing[i] ?? 0))
}

/** The open amount of each part. Collected money settles the first parts, so the last ones stay open. */
const openOf = (amounts: readonly Cents[], balance: Cents): Cents[] => {
  let paid = sumOf(amounts) - balance
  return amounts.map((amount) => {
    const covered = Math.min(amount, paid)
    paid -= covered
    return amount - covered
  })
}

/** Shares an amount among the parts that have room for it; each takes at most its room. */
const taken = (amount: Cents, room: readonly Cents[]): Cents[] => {
  const takes = room.map(() => 0)
  for (let left = amount; left > 0; left = amount - sumOf(takes)) {
    const open = room.flatMap((most, i) => ((takes[i] ?? 0) < most ? [i] : []))
    if (open.length === 0) break
    const shares = sharesOf(left, open.length)
    open.forEach((part, i) => {
      takes[part] = Math.min(room[part] ?? 0, (takes[part] ?? 0) + (shares[i] ?? 0))
    })
  }
  return takes
}

/** The plan after a change of the amount. The open parts share the change; if none is open, the last one takes it. */
export const planAfter = (plan: Plan, before: Cents, after: Cents): Plan => {
  const amounts = amountsOf(plan, before)
  const open = openOf(amounts, before)
  const isOpen = open.map((amount, i) => amount > 0 || (before === 0 && i === open.length - 1))
  const change =
    after < before
      ? taken(before - after, open).map((take) => -take)
      : taken(
          after - before,
          isOpen.map((one) => (one ? Number.POSITIVE_INFINITY : 0)),
        )
  return { ...plan, parts: plan.parts.map((part, i) => ({ ...part, amount: (amounts[i] ?? 0) + (change[i] ?? 0) })) }
}

/** A bill's plan on a day: the amount of each part that is paid, and the missed parts. */
export const planOf = (plan: Plan, balance: Cents, today: LocalDate): PlannedPart[] => {
  const amounts = amountsOf(plan, balance)
  const open = openOf(amounts, balance)
  return plan.parts.map(({ dueDate }, i) => {
    const [amount, left] = [amounts[i] ?? 0, open[i] ?? 0]
    const status = left === 0 ? 'paid' : dueDate < today ? 'overdue' : 'open'
    return { n: i + 1, amount, dueDate, paid: amount - left, status }
  })
}

/** The parts of a plan with the amount of each that is open. */
export const withOpen = (plan: Plan, balance: Cents): (Part & Readonly<{ open: Cents }>)[] => {
  const open = openOf(amountsOf(plan, balance), balance)
  return plan.parts.map(({ amount, dueDate }, i) => ({ amount, dueDate, open: open[i] ?? 0 }))
}

type Owing = Readonly<{ balance: Cents; dueDate: LocalDate; plan: Plan | null }>

/** The amounts owed on a bill, by due date: its open parts, or its balance. */
export const owedParts = ({ balance, dueDate, plan }: Owing): Part[] => {
  if (balance <= 0) return []
  if (!plan) return [{ amount: balance, dueDate }]
  return withOpen(plan, balance).flatMap(({ dueDate: day, open }) => (open > 0 ? [{ amount: open, dueDate: day }] : []))
}

/** The next amount owed on a bill; null if it is settled. */
export const nextDueOf = (owing: Owing): Part | null => owedParts(owing)[0] ?? null

/** The next open part of a bill's plan; null if nothing is owed, undefined without a plan. */
export const nextPartOf = (owing: Owing): Part | null | undefined => (owing.plan ? nextDueOf(owing) : undefined)

/** The same as answers have it. */
export const nextDueShown = (owing: Owing): Bill['nextDue'] => {
  const next = nextPartOf(owing)
  return next && { amount: toDollars(next.amount), dueDate: toApiDay(next.dueDate) }
}

/** A bill's plan on a day, as answers have it. */
export const planShown = (plan: Plan | null, balance: Cents, today: LocalDate): PlanAnswer | null =>
  plan && {
    parts: planOf(plan, balance, today).map(({ n, amount, dueDate, paid, status }) => ({
      n,
      amount: toDollars(amount),
      dueDate: toApiDay(dueDate),
      paid: toDollars(paid),
      status,
    })),
    chosenBy: plan.chosenBy,
  }
