import { addDays, type LocalDate } from '../kernel/dates.ts'

/**
 * The day under which the books hold something: its own day, or the first open day if its own is closed.
 * `closedThrough` is null while no period is closed.
 */
export const bookedOn = (day: LocalDate, closedThrough: LocalDate | null): LocalDate =>
  closedThrough !== null && day <= closedThrough ? addDays(closedThrough, 1) : day
