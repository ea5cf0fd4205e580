import { formatDay } from '../kernel/dates.ts'
import type { Language } from '../kernel/language.ts'
import { formatMoney } from '../kernel/money.ts'
import { formatDayIn } from './day-words.ts'

type Words = Readonly<{ next: string; due: (day: string) => string; overdue: (day: string) => string }>

/** The words for the next part of a payment plan in mails, on paper and on the pages for payors. */
const words: Record<Language, Words> = {
  en: { next: 'Next payment', due: (day) => `due ${day}`, overdue: (day) => `overdue since ${day}` },
  es: { next: 'Próximo pago', due: (day) => `vence el ${day}`, overdue: (day) => `vencido desde el ${day}` },
}

/** The day on which a part is due; `amount`: formatted. */
type Next = Readonly<{ amount: string; dueDate: string; isLate: boolean }>

const dueIn = (language: Language, { dueDate, isLate }: Omit<Next, 'amount'>): string =>
  words[language][isLate ? 'overdue' : 'due'](formatDayIn(language, dueDate))

/** 'Next payment' */
export const nextWord: Readonly<Record<Language, string>> = { en: words.en.next, es: words.es.next }

/** 'Next payment: $250.00' */
export const nextAmount = (language: Language, amount: string): string => `${words[language].next}: ${amount}`

/** 'Next payment, due Mar 1, 2027' */
export const nextDay = (language: Language, next: Omit<Next, 'amount'>): string => `${words[language].next}, ${dueIn(language, next)}`

/** 'Next payment: $250.00, due Mar 1, 2027' */
export const nextPayment = (language: Language, next: Next): string => `${nextAmount(language, next.amount)}, ${dueIn(language, next)}`

type Owing = Readonly<{ dueDate: string; nextDue?: Readonly<{ amount: number; dueDate: string }> | null | undefined }>

/** For Admins: 'due Mar 31, 2026', or with a plan 'next payment $250.00 due Mar 1, 2027'. */
export const dueWords = ({ dueDate, nextDue }: Owing): string =>
  nextDue ? `next payment ${formatMoney(nextDue.amount)} due ${formatDay(nextDue.dueDate)}` : `due ${formatDay(dueDate)}`

type ShownBill = Readonly<{ daysLeft: number; nextDue?: Owing['nextDue'] }>

/** For payors: the next part of a bill with a plan; undefined without one. */
export const nextOfBill = (language: Language, { nextDue, daysLeft }: ShownBill): string | undefined =>
  nextDue ? nextPayment(language, { ...nextDue, amount: formatMoney(nextDue.amount), isLate: daysLeft < 0 }) : undefined
