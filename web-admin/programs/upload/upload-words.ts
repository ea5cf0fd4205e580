import type { RowAction, UploadState } from '../../../modules/payors/contract.ts'

export const count = (number: number): string => number.toLocaleString('en-US')
export const many = (number: number, one: string): string => `${count(number)} ${one}${number === 1 ? '' : 's'}`

/** '1 row was', '3 rows were'. */
export const manyWere = (number: number, one: string): string => `${many(number, one)} ${number === 1 ? 'was' : 'were'}`

/** The effects of a row, in the order of the list. */
export const actionLabels: Record<RowAction, string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Matched',
  duplicate: 'Duplicate',
  ambiguous: 'Ambiguous',
  rejected: 'Rejected',
}

/** '12 seconds left', '2 minutes left'; 'almost done' once no row is left; null while there is no estimate. */
export const timeLeft = ({ rows, done, secondsLeft }: Pick<UploadState, 'rows' | 'done' | 'secondsLeft'>): string | null => {
  if (done >= rows) return 'almost done'
  if (secondsLeft === null) return null
  return secondsLeft < 90 ? `${many(Math.max(1, secondsLeft), 'second')} left` : `${many(Math.round(secondsLeft / 60), 'minute')} left`
}
