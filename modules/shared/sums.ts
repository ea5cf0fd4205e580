import type { Language } from '../kernel/language.ts'

/** A bill's money, in dollars or in cents: total = paid + open. */
export type Sums = Readonly<{ amount: number; balance: number }>

/** Every screen and mail tells a bill's money in these words. */
export const sumWords: Record<Language, Readonly<{ total: string; paid: string; open: string }>> = {
  en: { total: 'total', paid: 'paid', open: 'open' },
  es: { total: 'en total', paid: 'pagados', open: 'pendientes' },
}

/** Some of it is paid and some is open; of every other bill one sum says it all. */
export const isPartlyPaid = ({ amount, balance }: Sums): boolean => balance > 0 && balance < amount

/** '$900.00 total', '$300.00 paid', '$600.00 open'. */
export const sumsOf = ({ amount, balance }: Sums, format: (sum: number) => string, language: Language = 'en'): [string, string, string] => {
  const { total, paid, open } = sumWords[language]
  return [`${format(amount)} ${total}`, `${format(amount - balance)} ${paid}`, `${format(balance)} ${open}`]
}
