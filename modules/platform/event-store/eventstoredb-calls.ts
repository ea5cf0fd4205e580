import { Unavailable } from './event-store.ts'
import { isRetryable } from './eventstoredb-faults.ts'
import { unavailableAfter } from './patience.ts'

/** Less than 2.5 s: a command that has outlasted an outage waits for its followers besides. */
const PATIENCE = 1_800
/** The least time for the last attempt. */
const LAST = 400
/** The limit for a node that has not answered yet: the caller may have waited for others' calls before. */
const SUSPICIOUS = 900
/** An import tolerates a longer pause of the node. */
const IMPORT = 5_000

/** An attempt that was given up is followed by another where there is time for one: the node may have been silent for that long. */
const isPassing = (error: unknown): boolean => error instanceof Unavailable || isRetryable(error)

/** One attempt at a call. */
export type Attempt = Readonly<{
  /** Part of the answer has arrived: the timeout restarts. Even a late part shows that the node is alive. */
  heard: () => void
  /** Registers the cancellation, for when the caller has given up. */
  onGivenUp: (stop: () => void) => void
  givenUp: () => boolean
}>
export type Ask = <Result>(call: (attempt: Attempt) => Promise<Result>, options?: Readonly<{ amongMany?: boolean }>) => Promise<Result>

/**
 * Calls a node with a timeout: each call is answered or refused as Unavailable within 2.5 s, a long answer within that time of its last part.
 * The client alone would wait for ever, since the kernel accepts connections for a frozen node. Retries calls that an outage refused.
 * `patience`: for how long it repeats its attempts at least, each as short as ever.
 * `amongMany`: the call is queued behind others of an import, until the node has answered none for 5 s.
 */
export const openAsk = (patience = () => 0): Ask => {
  let silent = false
  let heardAt = 0
  const hear = (): void => {
    silent = false
    heardAt = performance.now()
  }

  const attempt = <Result>(ms: number, amongMany: boolean, call: (attempt: Attempt) => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      let over = false
      let stop = (): void => {}
      const timer = setTimeout(() => {
        if (amongMany && performance.now() - heardAt < IMPORT) {
          timer.refresh()
          return
        }
        over = true
        silent = true
        stop()
        reject(new Unavailable(new Error(`The node was silent for ${ms} ms.`)))
      }, ms)
      const heard = (): void => {
        hear()
        if (!over) timer.refresh()
      }
      call({
        heard,
        onGivenUp: (then) => {
          stop = then
        },
        givenUp: () => over,
      })
        .finally(() => clearTimeout(timer))
        .then(
          (result) => {
            if (!over) hear()
            resolve(result)
          },
          (error: unknown) => {
            if (!over && !isRetryable(error)) hear()
            reject(error)
          },
        )
    })

  return (call, { amongMany = false } = {}) =>
    unavailableAfter(Math.max(silent ? SUSPICIOUS : PATIENCE, patience()), isPassing, (left) =>
      attempt(Math.min(Math.max(left, LAST), PATIENCE), amongMany, call),
    )
}
