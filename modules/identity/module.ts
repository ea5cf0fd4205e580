import type { Instant } from '../kernel/dates.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { sweep } from '../platform/http/limits.ts'
import { addJobs } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { accountOf, factorStateOf, findByEmail, findById, findByIds } from './accounts.ts'
import { authenticators as openAuthenticators } from './authenticator.ts'
import { authenticatorRoutes } from './authenticator-routes.ts'
import { accountChanges } from './changes.ts'
import { type FactorReset, resetFactors } from './factor-reset.ts'
import { firstFactors as openFirstFactors } from './first-factor.ts'
import { guesses as openGuesses, SWEEP_GUESSES } from './guesses.ts'
import { firstFactorTasks } from './mail-admins-about-a-first-factor.ts'
import { mailedCodes as openMailedCodes } from './mailed-code.ts'
import { mailedCodeRoutes } from './mailed-code-routes.ts'
import { oauthRoutes } from './oauth-routes.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { passkeys as openPasskeys } from './passkeys.ts'
import { passwordRoutes } from './password-routes.ts'
import { passwordChecker } from './passwords.ts'
import { type ProfileDependencies, profileRoutes } from './profile-routes.ts'
import { providers, type StandInOf } from './providers.ts'
import { registrationRoutes } from './registration-routes.ts'
import { secondSteps as openSecondSteps } from './second-step.ts'
import { secondStepRoutes } from './second-step-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { type GrantsOf, sessions as openSessions, type PayorOf } from './sessions.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { identityTasks } from './tasks.ts'
import { operatorsAt, userWith } from './user.ts'

export type IdentityNeeds = Platform &
  Readonly<{
    grantsOf: GrantsOf
    adminsOf: (networkId: NetworkId) => Promise<readonly UserId[]>
    standInOf: StandInOf | null
    leaveNetworks: ProfileDependencies['leaveNetworks']
    payorOf: PayorOf
  }>

export const openIdentity = async (needs: IdentityNeeds) => {
  const { config, databaseUrl, pool: db, keys, personal, security, now, signal, send, baseUrl, limiter, costly } = needs
  const { grantsOf, adminsOf, standInOf } = needs
  const accounts = await accountChanges(databaseUrl, signal)
  const guesses = openGuesses(db, keys.requests, config.rateLimitFactor, security)
  sweep(db, SWEEP_GUESSES, signal)
  const isOperator = operatorsAt(config.operators)
  const cookie = { secure: config.baseUrl?.startsWith('https:') ?? false, security, isOperator }
  const sessions = openSessions(db, accounts, now, grantsOf, guesses.addressKey, cookie)
  const userOf = userWith(grantsOf, isOperator)
  const authenticators = openAuthenticators(db, personal)
  const factors = { authenticators, passkeys: openPasskeys(db), firstFactors: openFirstFactors(db) }
  const secondSteps = openSecondSteps(db, sessions, now)
  const hashOf = passwordChecker(db, config)
  const shared = {
    ...needs,
    db,
    hashOf,
    sessions,
    secondSteps,
    guesses,
    userOf,
    signIns: [limiter({ name: 'sign-in', max: 30, seconds: 60 }), costly.passwords],
  }

  return {
    routes: accounts.byCalls([
      ...registrationRoutes(shared),
      ...signInRoutes(shared),
      ...mailedCodeRoutes({ ...shared, mailedCodes: openMailedCodes(db, sessions, now) }),
      ...passwordRoutes(shared),
      ...profileRoutes({ ...shared, forget: personal.forget }),
      ...sessionRoutes(db),
      ...authenticatorRoutes({ ...shared, ...factors }),
      ...passkeyRoutes({ ...shared, ...factors }),
      ...secondStepRoutes({ ...shared, ...factors, mailings: [limiter({ name: 'factor code', max: 10, seconds: 600 })] }),
      ...oauthRoutes({ ...shared, providers: providers(config.oauth, standInOf) }),
    ]),
    tasks: {
      ...identityTasks(db, needs),
      ...firstFactorTasks({ send, baseUrl, grantsOf, adminsOf, addJobs: (jobs) => addJobs(db, jobs), accountOf: (id) => findById(db, id) }),
    },
    visitorOf: sessions.visitorOf,
    /** Version of accounts, sessions and keys; caches are cleared when it changes. */
    accountsAt: accounts.at,
    accountsChanged: accounts.changed,

    /** A user as shown to themselves. @throws DomainError 404 */
    userOf: async (id: UserId) => userOf(await accountOf(db, id)),
    accountById: (id: UserId) => findById(db, id),
    accountsOf: (ids: readonly string[]) => findByIds(db, ids),
    confirmedAccountOf: async (email: string) => {
      const account = await findByEmail(db, email)
      return account?.confirmed ? account : null
    },
    isOperator,
    factorStateOf: (userId: UserId) => factorStateOf(db, userId),
    resetFactors: async (reset: FactorReset, at: Instant): Promise<void> => {
      await resetFactors(db, reset, at)
      accounts.changed()
    },
    /** The given addresses (in lower case) of users who can sign in. */
    /** Makes a network the user's current one; `onlyIfNone`: only if they have none. */
    makeCurrent: async (userId: UserId, networkId: NetworkId, onlyIfNone = false): Promise<void> => {
      await db.query('update users set network_id = $2 where id = $1 and (network_id is null or not $3)', [userId, networkId, onlyIfNone])
      accounts.changed()
    },
  }
}
export type Identity = Awaited<ReturnType<typeof openIdentity>>
