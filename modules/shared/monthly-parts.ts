import type { LocalDate } from '../kernel/dates.ts'
import type { Cents } from '../kernel/money.ts'
import { monthsAfter } from '../kernel/schedule.ts'

export type Part = Readonly<{ amount: Cents; dueDate: LocalDate }>

/** The least amount of a part (R138). */
export const LEAST_PART: Cents = 1_000

/** Splits an amount into equal shares. Leftover cents go to the first shares. */
export const sharesOf = (amount: Cents, count: number): Cents[] =>
  Array.from({ length: count }, (_, i) => Math.floor(amount / count) + (i < amount % count ? 1 : 0))

/** Equal monthly parts of an amount. */
export const partsOf = (amount: Cents, count: number, first: LocalDate): Part[] =>
  sharesOf(amount, count).map((part, i) => ({ amount: part, dueDate: monthsAfter(first, i) }))
