import type { RowAction } from '../../modules/members/contract.ts'

export const count = (number: number): string => number.toLocaleString('en-US')
export const many = (number: number, one: string): string => `${count(number)} ${one}${number === 1 ? '' : 's'}`

/** What a row of a file would do, in the order in which they are listed. */
export const actionLabels: Record<RowAction, string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Matched',
  duplicate: 'Duplicate',
  ambiguous: 'Ambiguous',
  rejected: 'Rejected',
}

/** '12 seconds left', '2 minutes left'. */
export const timeLeft = (seconds: number): string => {
  if (seconds < 3) return 'almost done'
  return seconds < 90 ? `${many(seconds, 'second')} left` : `${many(Math.round(seconds / 60), 'minute')} left`
}
