import type { Request } from 'express'

/** So many requests at once are a rush. */
const RUSH = 8
/** A rush comes in waves: so long without one is its end. */
const CALM_MS = 100
const LONGEST_MS = 2_000

/** How many requests wait for their answer, so that what nobody waits for can let them pass. */
export const traffic = (rush = RUSH) => {
  let underWay = 0
  let rushedAt = Number.NEGATIVE_INFINITY

  const note = (change: 1 | -1): void => {
    if (underWay >= rush) rushedAt = performance.now()
    underWay += change
  }
  const end = (): void => note(-1)
  const endOfStream = (): void => {}
  const isCalm = (): boolean => underWay < rush && performance.now() - rushedAt >= CALM_MS

  return {
    /** A request begins; what this returns ends it. A stream of events waits for nothing, and stays open for hours: it does not count. */
    begin: (req: Pick<Request, 'get'>): (() => void) => {
      if (req.get('accept') === 'text/event-stream') return endOfStream
      note(1)
      return end
    },
    /** Waits while there is a rush, for two seconds at most. */
    pass: async (): Promise<void> => {
      const until = performance.now() + LONGEST_MS
      while (!isCalm() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, CALM_MS))
    },
  }
}
export type Traffic = ReturnType<typeof traffic>
