import type { Request, Response } from 'express'
import { addressOf, slowDown } from '../platform/limits.ts'

/** After so many failures for an account from an address, one try a minute there (api.md, Rate limits). */
const FREE_FAILURES = 5
const PAUSE_MS = 60_000
const FORGOTTEN_MS = 3_600_000
/** Some 10 MB at most. Who would push others out needs thousands of addresses, and still has five tries for each account. */
const REMEMBERED = 50_000

type Tries = { failed: number; last: number; readonly underWay: Set<Promise<boolean>> }

/**
 * Slows down who guesses at an account's password, where they do it: the owner elsewhere is not locked out. In memory, on
 * real time; `factor` is RATE_LIMIT_FACTOR, `time` is in milliseconds.
 */
export const guesses = (factor: number, time: () => number = () => performance.now(), remembered = REMEMBERED) => {
  const free = Math.max(1, Math.floor(FREE_FAILURES * factor))
  const pause = PAUSE_MS / factor
  /** By account and address, the longest unused first. */
  const all = new Map<string, Tries>()

  const triesOf = (key: string): Tries => {
    const known = all.get(key)
    const tries = known && time() - known.last < FORGOTTEN_MS ? known : { failed: 0, last: 0, underWay: new Set<never>() }
    all.delete(key)
    all.set(key, tries)
    const [oldest] = all.keys()
    if (all.size > remembered && oldest !== undefined) all.delete(oldest)
    return tries
  }

  const begin = async (tries: Tries, verify: () => Promise<boolean>): Promise<boolean> => {
    tries.last = time()
    const trying = verify()
    tries.underWay.add(trying)
    try {
      const right = await trying
      tries.failed = right ? 0 : tries.failed + 1
      return right
    } finally {
      tries.underWay.delete(trying)
    }
  }

  const keyOf = (email: string, req: Request) => `${addressOf(req)} ${email.toLowerCase()}`

  return {
    /**
     * Runs `verify` unless there have been too many failures; its success makes them forgotten. A try counts from its
     * beginning, so that many at one moment cannot slip past: some wait until those under way have shown what they are.
     * @throws DomainError 429 `slow-down`, with Retry-After
     */
    tried: async (email: string, { req, res }: { req: Request; res: Response }, verify: () => Promise<boolean>): Promise<boolean> => {
      const key = keyOf(email, req)
      for (;;) {
        const tries = triesOf(key)
        if (tries.failed + tries.underWay.size < free) return begin(tries, verify)
        if (tries.underWay.size > 0) await Promise.race(tries.underWay).catch(() => {})
        else {
          const wait = tries.last + pause - time()
          if (wait > 0) throw slowDown(res, wait)
          return begin(tries, verify)
        }
      }
    },
    /** Who has proved otherwise that the account is theirs starts afresh there. */
    forget: (email: string, req: Request): void => void all.delete(keyOf(email, req)),
    size: () => all.size,
  }
}
export type Guesses = ReturnType<typeof guesses>
