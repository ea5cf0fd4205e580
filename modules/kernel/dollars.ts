import { z } from 'zod'
import { type Cents, fromDollars, MAX_CENTS, toDollars } from './money.ts'

/**
 * A positive amount of dollars in a request, as cents; every other value gets `message`, or a more precise one for
 * parts of a cent and for too large amounts.
 */
export const PositiveDollars = (message: string, { fraction = message, large = message } = {}) =>
  z.number({ error: message }).transform((dollars, context): Cents => {
    const cents = fromDollars(dollars)
    if (cents !== null && cents > 0) return cents
    const tooLarge = toDollars(MAX_CENTS) < dollars
    context.addIssue({ code: 'custom', message: dollars < 0.01 ? message : tooLarge ? large : fraction })
    return z.NEVER
  })

/** A non-zero amount of dollars in a request, as cents; every other value gets `message`. */
export const SignedDollars = (message: string) =>
  z.number({ error: message }).transform((dollars, context): Cents => {
    const cents = fromDollars(dollars)
    if (cents) return cents
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
