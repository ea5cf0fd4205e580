import type { RequestHandler } from 'express'
import type pg from 'pg'
import { DomainError, invalid } from '../kernel/errors.ts'
import { everyone, type Route, route, signedInTo } from '../platform/http/route.ts'
import { signedIn } from '../platform/http/visitor.ts'
import { type Account, accountOf } from './accounts.ts'
import type { Authenticators } from './authenticator.ts'
import * as contract from './contract.ts'
import { type FirstFactors, factorAdded, mailSecondFactor } from './first-factor.ts'
import type { Guesses } from './guesses.ts'
import type { SecondSteps } from './second-step.ts'
import type { UserOf } from './user.ts'

const signInAgain = () => new DomainError('unauthenticated', 'sign-in-again', 'Please sign in again: too much time has passed.')
const WRONG_CODE = 'This code is not right. Codes change every 30 seconds, and each works once.'

type Dependencies = Readonly<{
  db: pg.Pool
  authenticators: Authenticators
  firstFactors: FirstFactors
  secondSteps: SecondSteps
  guesses: Guesses
  userOf: UserOf
  signIns: readonly RequestHandler[]
}>

export const authenticatorRoutes = ({ db, authenticators, firstFactors, secondSteps, guesses, userOf, signIns }: Dependencies): Route[] => {
  /**
   * Wrong codes are counted apart from wrong passwords, since a right password must not reset the count of wrong codes.
   */
  const secondStepOf = ({ id, email }: Account) => ({ id, email: `second step of ${email}` })

  return [
    route({
      method: 'get',
      path: '/api/auth/totp',
      summary: 'Is a code from an authenticator app asked for at sign-in?',
      access: signedInTo('view', 'account'),
      answer: contract.AuthenticatorState,
      handle: ({ visitor }) => authenticators.stateOf(signedIn(visitor).id),
    }),
    route({
      method: 'post',
      path: '/api/auth/totp',
      summary: 'Begin to set up an authenticator app; it counts once a code was confirmed',
      access: signedInTo('update', 'account'),
      fresh: true,
      answer: contract.NewAuthenticator,
      refusals: ['totp-on', 'mailed-code-required'],
      handle: async ({ visitor, now }) => {
        const { id, email } = signedIn(visitor)
        await firstFactors.mayAdd(visitor, now)
        return authenticators.begin(id, email)
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/totp/confirm',
      summary: 'Ask for codes from now on; answers the recovery codes, for this once',
      access: signedInTo('update', 'account'),
      noted: 'account',
      fresh: true,
      body: contract.Code,
      answer: contract.RecoveryCodes,
      refusals: ['totp-on', 'totp-not-begun', 'mailed-code-required'],
      handle: async ({ visitor, body: { code }, now, ...call }) => {
        const { id, sessionId } = signedIn(visitor)
        const isFirst = await firstFactors.mayAdd(visitor, now)
        const recoveryCodes = await guesses.tried(secondStepOf(await accountOf(db, id)), call, () => authenticators.confirm(id, code, now))
        if (!recoveryCodes) throw invalid('code', WRONG_CODE)
        await factorAdded(db, { userId: id, sessionId, factor: 'authenticator', isFirst, at: now })
        return { recoveryCodes }
      },
    }),
    route({
      method: 'delete',
      path: '/api/auth/totp',
      summary: 'Ask for no codes any more',
      access: signedInTo('update', 'account'),
      noted: 'account',
      fresh: true,
      status: 204,
      handle: async ({ visitor }) => {
        const { id } = signedIn(visitor)
        if (await authenticators.remove(id)) await mailSecondFactor(db, id, 'authenticator', false)
        return null
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/login/totp',
      summary: 'The second step of a sign-in: a code from the authenticator app, or a recovery code',
      access: everyone,
      limits: signIns,
      body: contract.Code,
      answer: contract.SignedIn,
      refusals: ['sign-in-again', 'bad-code'],
      handle: async ({ body: { code }, req, res }) => {
        const userId = await secondSteps.userOf(req)
        if (!userId) throw signInAgain()
        const account = await accountOf(db, userId)
        if (!(await guesses.tried(secondStepOf(account), { req, res }, () => authenticators.check(userId, code))))
          throw new DomainError('unauthenticated', 'bad-code', WRONG_CODE)
        if (!(await secondSteps.finish(req, res, userId))) throw signInAgain()
        return { user: await userOf(account) }
      },
    }),
  ]
}
