import { setTimeout as pause } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import { addressOf, slowDown } from './limits.ts'

/**
 * `places`: so many requests of one caller are under way at a time. `burst`: so many may come at once; those beyond are spread over the time,
 * `perMinute` a minute. `line`: so many wait for either; one more is refused.
 */
type Turn = Readonly<{ places?: number; line: number; burst: number; perMinute: number; by?: (req: Request) => string }>

/** Makes callers of costly requests take turns, in this process: they wait rather than being refused, and nobody else waits for them. */
export type Turns = (turn: Turn) => RequestHandler

type Waiting = Readonly<{ enter: () => void }>
/** `paidAt`: when the caller's requests so far would be through at the pace alone. */
type Caller = { underWay: number; pausing: number; paidAt: number; readonly waiting: Set<Waiting> }

const MANY = 1_000
const REFUSED_MS = 5_000

export const turns =
  (factor: number): Turns =>
  ({ places = Number.POSITIVE_INFINITY, line, burst, perMinute, by = addressOf }) => {
    const callers = new Map<string, Caller>()
    const [most, longest] = [Math.max(1, Math.floor(places * factor)), Math.max(1, Math.floor(line * factor))]
    const everyMs = 60_000 / (perMinute * factor)
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

    /** Waits for a place; false when the client has gone away. */
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
        await pause(wait)
        caller.pausing -= 1
        if (res.closed) return
      }
      next()
    }
  }
