import { type Instant, instantOf } from '../kernel/dates.ts'
import { STRIPE_EVENTS } from '../payments/contract.ts'
import type { MovableClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Route } from '../platform/http/route.ts'
import type { Log } from '../platform/log.ts'
import type { Platform } from '../platform/platform.ts'
import { clockRoute } from '../sandbox/clock.ts'
import { mailRoutes } from '../sandbox/mail-catcher.ts'
import { openIdStandIns } from '../sandbox/openid/stand-in.ts'
import { startStripeSandbox } from '../sandbox/stripe/stand-in.ts'
import type { Addresses } from './addresses.ts'

/**
 * Before the clock jumps into a night, it stops ten hours earlier, in the evening, so that the reminders of the morning
 * before are sent.
 */
const EVENING_MS = 36_000_000

type Dependencies = Pick<Platform, 'pool' | 'databaseUrl' | 'baseUrl'> &
  Readonly<{
    config: Config
    clock: MovableClock
    log: Log
    addresses: Addresses
    compareWithStripe: () => Promise<void>
    catchUp: () => Promise<void>
  }>

/** The sandbox: stand-ins of providers and Stripe, caught mails, and a movable clock. Empty if it is off. */
export const openStandIns = async ({ config, pool, databaseUrl, baseUrl, clock, log, addresses, ...does }: Dependencies) => {
  if (!config.sandbox) return { providers: null, stripe: null, routes: [] as Route[] }
  const origin = () => new URL(baseUrl()).origin
  const own = addresses.loopback
  const stripe = await startStripeSandbox({ allowed: true, databaseUrl, now: clock.now, log, own, enabledEvents: STRIPE_EVENTS, origin })
  const moveTo = async (at: Instant): Promise<void> => {
    const evening = instantOf(Date.parse(at) - EVENING_MS)
    for (const next of evening > clock.now() ? [evening, at] : [at]) {
      clock.moveTo(next)
      await stripe.catchUp()
      // A payment whose webhook never arrived is recorded before its bill would get a reminder.
      await does.compareWithStripe()
      await does.catchUp()
    }
  }
  return { providers: openIdStandIns(own, origin), stripe, routes: [...mailRoutes(pool, baseUrl), clockRoute(moveTo), ...stripe.routes] }
}
