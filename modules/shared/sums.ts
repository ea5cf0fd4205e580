import type { Language } from '../kernel/language.ts'

/** A bill's money, in dollars or in cents: total = paid + open. */
export type Sums = Readonly<{ amount: number; balance: number }>

export const sumWords: Record<Language, Readonly<{ total: string; paid: string; open: string }>> = {
  en: { total: 'total', paid: 'paid', open: 'open' },
  es: { total: 'en total', paid: 'pagados', open: 'pendientes' },
}

/** Partly paid bills need three sums; every other bill needs one. */
export const isPartlyPaid = ({ amount, balance }: Sums): boolean => balance > 0 && balance < amount

/** '$900.00 total', '$300.00 paid', '$600.00 open'. */
export const sumsOf = ({ amount, balance }: Sums, format: (sum: number) => string, language: Language = 'en'): [string, string, string] => {
  const { total, paid, open } = sumWords[language]
  return [`${format(amount)} ${total}`, `${format(amount - balance)} ${paid}`, `${format(balance)} ${open}`]
}
