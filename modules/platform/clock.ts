import { type Clock, type Instant, instantOf } from '../kernel/dates.ts'

/** The application's clock: real time, which the sandbox can shift. */
export type MovableClock = Readonly<{ now: Clock; moveTo: (at: Instant) => void }>

export const movableClock = (): MovableClock => {
  let offset = 0
  return {
    now: () => instantOf(Date.now() + offset),
    moveTo: (at) => {
      offset = Date.parse(at) - Date.now()
    },
  }
}
