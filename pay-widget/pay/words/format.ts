import type { Messages } from './messages-en.ts'

/**
 * '$1,234.50' in both languages, since amounts are in US dollars. Written without Intl, whose first use takes 60 to 90
 * ms on a phone.
 */
export const formatMoney = (dollars: number): string =>
  `${dollars < 0 ? '−' : ''}$${Math.abs(dollars)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',')}`

/** 'EC' for 'Elmsworth Covenant Network'; shown if a network has no logo. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => [...word].slice(0, 1))
    .filter((letter) => /\p{L}|\p{N}/u.test(letter))
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** Such as 'in 13 days', 'today' or 'overdue 62 days'. */
export const distanceOf = (t: Pick<Messages, 'dueIn' | 'overdue'>, daysLeft: number): string =>
  daysLeft < 0 ? t.overdue(-daysLeft) : t.dueIn(daysLeft)
