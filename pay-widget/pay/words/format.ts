import type { Lang } from '../view.ts'
import type { Messages } from './messages.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** '$1,234.50' in both languages: the money is American whatever the words are. */
export const formatMoney = (dollars: number): string => money.format(dollars).replace('-', '−')

// Month names stand here because the short Spanish ones differ between Node and browsers, which would break hydration.
const months: Record<Lang, string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
}

/** 'Mar 31, 2026' or '31 mar 2026' of a calendar day, however the API writes it. */
export const formatDay = (day: string, lang: Lang): string => {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-')
  const name = months[lang][Number(month) - 1] ?? month
  return lang === 'en' ? `${name} ${Number(date)}, ${year}` : `${Number(date)} ${name} ${year}`
}

/** 'EC' for 'Elmsworth Covenant Network': the mark of a network without a picture. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => [...word].slice(0, 1))
    .filter((letter) => /\p{L}|\p{N}/u.test(letter))
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** 'in 13 days', 'today', 'overdue 62 days'. */
export const distanceOf = (t: Pick<Messages, 'dueIn' | 'overdue'>, daysLeft: number): string =>
  daysLeft < 0 ? t.overdue(-daysLeft) : t.dueIn(daysLeft)
