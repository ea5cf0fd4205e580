import type { Language } from '../kernel/language.ts'

// Written out because short Spanish month names differ between versions of Node, and between Node and browsers, which
// would break hydration.
const months: Record<Language, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
}

/** 'Mar 31, 2026' or '31 mar 2026', for a calendar day in any of the API's formats. */
export const formatDayIn = (language: Language, day: string): string => {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-')
  const name = months[language][Number(month) - 1] ?? month
  return language === 'en' ? `${name} ${Number(date)}, ${year}` : `${Number(date)} ${name} ${year}`
}
