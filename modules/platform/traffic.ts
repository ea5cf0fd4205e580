import type { RequestHandler } from 'express'

/** So many requests at once are a rush. */
const RUSH = 8
const LONGEST_MS = 2_000

/** How many requests wait for their answer, so that what nobody waits for can let them pass. */
export const traffic = (rush = RUSH) => {
  let underWay = 0
  const waiting = new Set<() => void>()

  /** A stream of events waits for nothing, and stays open for hours. */
  const count: RequestHandler = (req, res, next) => {
    if (req.get('accept') === 'text/event-stream') return next()
    underWay += 1
    res.once('close', () => {
      underWay -= 1
      if (underWay < rush) for (const go of waiting) go()
    })
    next()
  }

  return {
    count,
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
