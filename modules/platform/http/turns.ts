import type { Request, RequestHandler, Response } from 'express'
import { addressOf, slowDown } from './limits.ts'

/**
 * Per caller: `places` concurrent requests; `burst` requests at once, the rest spread over time at `perMinute`; `line`
 * waiting requests, beyond which further requests are refused.
 */
type Turn = Readonly<{ places?: number; line: number; burst: number; perMinute: number; by?: (req: Request) => string }>

/** Queues callers of costly requests in this process instead of refusing them; other callers are not delayed. */
export type Turns = (turn: Turn) => RequestHandler

type Waiting = Readonly<{ enter: () => void }>
/**
 * `paidAt`: the moment at which the caller's requests so far would be done if they ran at `perMinute`, without a burst.
 */
type Caller = { underWay: number; pausing: number; paidAt: number; readonly waiting: Set<Waiting> }

const MANY = 1_000
const REFUSED_MS = 5_000

export const turns =
  (factor: number): Turns =>
  ({ places = Number.POSITIVE_INFINITY, line, burst, perMinute, by = addressOf }) => {
    const callers = new Map<string, Caller>()
    const [most, longest] = [Math.max(1, Math.floor(places * factor)), Math.max(1, Math.floor(line * factor))]
    // A factor below 1 shrinks the burst but keeps the pace; a lower pace would block a caller for minutes.
    const everyMs = 60_000 / (perMinute * Math.max(1, factor))
    const aheadMs = everyMs * Math.max(1, Math.floor(burst * factor))
    const isIdle = ({ underWay, waiting, paidAt }: Caller, now: number) => underWay === 0 && waiting.size === 0 && paidAt <= now

    let sweptAt = 0
    const callerOf = (name: string, now: number): Caller => {
      const known = callers.get(name)
      if (known) return known
      if (callers.size >= MANY && now - sweptAt > 1_000) {
        sweptAt = now
        for (const [other, caller] of callers) if (isIdle(caller, now)) callers.delete(other)
      }
      const caller = { underWay: 0, pausing: 0, paidAt: now, waiting: new Set<Waiting>() }
      callers.set(name, caller)
      return caller
    }

    /** Waits for a place; false if the client disconnects. */
    const placeOf = (caller: Caller, res: Response): Promise<boolean> =>
      new Promise((resolve) => {
        const goAway = () => {
          caller.waiting.delete(waiting)
          resolve(false)
        }
        const waiting = {
          enter: () => {
            caller.waiting.delete(waiting)
            res.off('close', goAway)
            resolve(true)
          },
        }
        caller.waiting.add(waiting)
        res.once('close', goAway)
      })

    const leave = (caller: Caller): void => {
      caller.underWay -= 1
      const [next] = caller.waiting
      if (next) {
        caller.underWay += 1
        next.enter()
      }
    }

    const waitMs = (caller: Caller): number => {
      const now = performance.now()
      caller.paidAt = Math.max(caller.paidAt, now) + everyMs
      return caller.paidAt - now - aheadMs
    }

    return async (req, res, next) => {
      const now = performance.now()
      const caller = callerOf(by(req), now)
      if (caller.waiting.size + caller.pausing >= longest) throw slowDown(res, Math.max(REFUSED_MS, caller.paidAt - now - aheadMs))
      if (caller.underWay < most) caller.underWay += 1
      else if (!(await placeOf(caller, res))) return
      if (res.closed) return leave(caller)
      if (most !== Number.POSITIVE_INFINITY) res.once('close', () => leave(caller))
      else caller.underWay -= 1
      const wait = waitMs(caller)
      if (wait > 1) {
        caller.pausing += 1
        await new Promise((resolve) => setTimeout(resolve, wait))
        caller.pausing -= 1
        if (res.closed) return
      }
      next()
    }
  }

/**
 * Limits for requests that cost several milliseconds of processor time (R120). Requests from one address queue behind
 * each other, so that other clients wait for at most one of them.
 */
export const costlyTurns = (inTurn: Turns) => ({
  /** Server-rendered pages. A congregation in one room may open them at the same moment. */
  pages: inTurn({ places: 2, line: 60, burst: 60, perMinute: 600 }),
  /** Bills and receipts as PDF. Some need typefaces of several scripts. */
  papers: inTurn({ places: 1, line: 30, burst: 10, perMinute: 60 }),
  texts: inTurn({ places: 2, line: 60, burst: 20, perMinute: 600 }),
  files: inTurn({ places: 1, line: 10, burst: 4, perMinute: 60 }),
  /** Audit packs, which read a network's whole log, and proofs for Admins. */
  packs: inTurn({ places: 1, line: 4, burst: 4, perMinute: 12 }),
  /** Proofs opened from receipts. */
  proofs: inTurn({ places: 1, line: 10, burst: 10, perMinute: 20 }),
  /** Calls that hash a password or recovery code. */
  passwords: inTurn({ places: 2, line: 10, burst: 20, perMinute: 60 }),
  /** Bodies of up to a megabyte, read whole before their signature is checked. */
  signedBodies: inTurn({ places: 4, line: 100, burst: 100, perMinute: 1_200 }),
})
export type Costly = ReturnType<typeof costlyTurns>
