import type { Questions } from '../../projections/read-side.ts'
import { whyQuarantined } from '../audit/repair.ts'
import type { UserId } from '../kernel/ids.ts'
import { historian, namedActors } from '../platform/history.ts'
import { SWEEP_ANSWERS } from '../platform/http/idempotency.ts'
import { atOnce, processLimiter, SWEEP_LIMITS, sharedLimits, sweep } from '../platform/http/limits.ts'
import { originSeen } from '../platform/http/origin.ts'
import { costlyTurns, turns } from '../platform/http/turns.ts'
import { addJob } from '../platform/jobs.ts'
import { mailer } from '../platform/mail/mail.ts'
import type { Platform } from '../platform/platform.ts'
import { startMailCatcher } from '../sandbox/mail-catcher.ts'
import { SWEEP_DELIVERIES } from '../webhooks/deliveries.ts'

/** The parts that this file opens. */
type Opened =
  | 'send'
  | 'addJob'
  | 'originOf'
  | 'historian'
  | 'actorsOf'
  | 'limiter'
  | 'take'
  | 'counted'
  | 'perProcess'
  | 'perUser'
  | 'inTurn'
  | 'costly'
type Account = Readonly<{ id: UserId; firstName: string; lastName: string }>
type Names = Readonly<{ accountsOf: (ids: readonly string[]) => Promise<readonly Account[]>; apiKeyNames: Questions['apiKeyNames'] }>

/** Opens the dependencies of every module. Mail goes to SMTP_URL, or is caught if that is not set. */
export const openPlatform = async (given: Omit<Platform, Opened>, { accountsOf, apiKeyNames }: Names) => {
  const { config, pool, store, keys, personal, locks, now, signal, baseUrl } = given
  const catcher = config.smtpUrl ? null : await startMailCatcher(pool, now)
  const mail = mailer(config.smtpUrl ?? catcher?.smtpUrl ?? '', config.mailFrom)
  sweep(pool, [SWEEP_LIMITS, SWEEP_ANSWERS, SWEEP_DELIVERIES], signal)
  const namesOf = async (users: readonly string[], keyIds: readonly string[]) => {
    const [people, apiKeys] = await Promise.all([accountsOf(users), apiKeyNames(keyIds)])
    return new Map([
      ...people.map((one) => [one.id as string, `${one.firstName} ${one.lastName}`] as const),
      ...apiKeys.map(({ id, name }) => [id, name] as const),
    ])
  }
  const inTurn = turns(config.rateLimitFactor)
  const platform: Platform = {
    ...given,
    ...sharedLimits(pool, keys.requests.of, config.rateLimitFactor),
    perProcess: processLimiter(config.rateLimitFactor),
    perUser: atOnce(locks, config.rateLimitFactor),
    inTurn,
    costly: costlyTurns(inTurn),
    send: mail.send,
    addJob: (job) => addJob(pool, job),
    originOf: originSeen(config.baseUrl, baseUrl),
    historian: historian(store, namesOf, whyQuarantined(store, personal)),
    actorsOf: namedActors(namesOf),
  }
  const end = async (): Promise<void> => {
    mail.close()
    await catcher?.stop()
  }
  return { platform, end }
}
