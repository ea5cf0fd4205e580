import type { Request } from 'express'

/** So many requests at once are a rush. */
const RUSH = 8
const LONGEST_MS = 2_000

/** How many requests wait for their answer, so that what nobody waits for can let them pass. */
export const traffic = (rush = RUSH) => {
  let underWay = 0
  const waiting = new Set<() => void>()

  const end = (): void => {
    underWay -= 1
    if (underWay < rush) for (const go of waiting) go()
  }
  const endOfStream = (): void => {}

  return {
    /** A request begins; what this returns ends it. A stream of events waits for nothing, and stays open for hours: it does not count. */
    begin: (req: Pick<Request, 'get'>): (() => void) => {
      if (req.get('accept') === 'text/event-stream') return endOfStream
      underWay += 1
      return end
    },
    /** Waits while there is a rush, for two seconds at most. */
    pass: (): Promise<void> =>
      underWay < rush
        ? Promise.resolve()
        : new Promise((resolve) => {
            const timer = setTimeout(go, LONGEST_MS)
            function go() {
              clearTimeout(timer)
              waiting.delete(go)
              resolve()
            }
            waiting.add(go)
          }),
  }
}
export type Traffic = ReturnType<typeof traffic>
