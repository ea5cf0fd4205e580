import type { Request } from 'express'
import type pg from 'pg'
import { dataOf } from '../kernel/api.ts'
import { DomainError, invalid, missing } from '../kernel/errors.ts'
import { addJob } from '../platform/jobs.ts'
import type { Limiter } from '../platform/limits.ts'
import { everyone, IdParams, type Route, route, signedInTo } from '../platform/route.ts'
import { signedIn } from '../platform/visitor.ts'
import { type Account, endOtherSessions, endSession, findById, openSessionsOf, strengthenSession } from './accounts.ts'
import type { Authenticators } from './authenticator.ts'
import * as contract from './contract.ts'
import { deviceOf } from './device.ts'
import type { Guesses } from './guesses.ts'
import type { Passkeys } from './passkeys.ts'
import type { SecondSteps } from './second-step.ts'
import type { Sessions } from './sessions.ts'
import type { UserOf } from './user.ts'

export type SecurityDependencies = Readonly<{
  db: pg.Pool
  sessions: Sessions
  authenticators: Authenticators
  passkeys: Passkeys
  secondSteps: SecondSteps
  limiter: Limiter
  guesses: Guesses
  userOf: UserOf
  /** Scheme, host and port under which this visitor's browser reaches us. */
  originOf: (req: Request) => string
}>

const WRONG_CODE = 'This code is not right. Codes change every 30 seconds, and each works once.'
const wrongCode = () => invalid('code', WRONG_CODE)

/** Where one is signed in, and what is asked for beside a password: passkeys, and the codes of an authenticator app. */
export const securityRoutes = (dependencies: SecurityDependencies): Route[] => {
  const { db, sessions, authenticators, passkeys, secondSteps, limiter, guesses, userOf, originOf } = dependencies
  const signIns = [limiter({ name: 'sign-in', max: 30, seconds: 60 })]

  const accountOf = async (id: string): Promise<Account> => {
    const account = await findById(db, id)
    if (!account) throw missing('Account')
    return account
  }
  /** Guesses at codes are counted apart from those at the password: a right password must not give more of them. */
  const secondStepOf = ({ id, email }: Account) => ({ id, email: `second step of ${email}` })
  const tell = (userId: string, factor: contract.Factor, added: boolean) =>
    addJob(db, { task: 'mail-second-factor', payload: { userId, factor, added } })

  return [
    route({
      method: 'get',
      path: '/api/auth/sessions',
      summary: 'Where one is signed in',
      access: signedInTo('view', 'session'),
      answer: dataOf(contract.OpenSession.array()),
      handle: async ({ visitor, now }) => {
        const { id, sessionId } = signedIn(visitor)
        return { data: (await openSessionsOf(db, id, now)).map((session) => ({ ...session, current: session.id === sessionId })) }
      },
    }),
    route({
      method: 'delete',
      path: '/api/auth/sessions/:id',
      summary: 'Sign out one of the places where one is signed in',
      access: signedInTo('end', 'session'),
      noted: 'account',
      fresh: true,
      params: IdParams,
      status: 204,
      handle: async ({ visitor, params }) => {
        if (!(await endSession(db, signedIn(visitor).id, params.id))) throw missing('Session')
        return null
      },
    }),
    route({
      method: 'delete',
      path: '/api/auth/sessions',
      summary: 'Sign out everywhere but here',
      access: signedInTo('end', 'session'),
      noted: 'account',
      fresh: true,
      status: 204,
      handle: async ({ visitor }) => {
        const { id, sessionId } = signedIn(visitor)
        await endOtherSessions(db, id, sessionId)
        return null
      },
    }),
    route({
      method: 'get',
      path: '/api/auth/totp',
      summary: 'Is a code of an authenticator app asked for at sign-in?',
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
      handle: ({ visitor }) => {
        const { id, email } = signedIn(visitor)
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
      handle: async ({ visitor, body: { code }, now, ...call }) => {
        const { id, sessionId } = signedIn(visitor)
        let recoveryCodes: string[] | null = null
        const right = await guesses.tried(secondStepOf(await accountOf(id)), call, async () => {
          recoveryCodes = await authenticators.confirm(id, code, now)
          return recoveryCodes !== null
        })
        if (!right || !recoveryCodes) throw wrongCode()
        await strengthenSession(db, sessionId)
        await tell(id, 'authenticator', true)
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
        if (await authenticators.remove(id)) await tell(id, 'authenticator', false)
        return null
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/login/totp',
      summary: 'The second step of a sign-in: a code of the authenticator app, or a recovery code',
      access: everyone,
      limits: signIns,
      body: contract.Code,
      answer: contract.SignedIn,
      handle: async ({ body: { code }, req, res }) => {
        const userId = await secondSteps.userOf(req)
        if (!userId) throw new DomainError('unauthenticated', 'sign-in-again', 'Please sign in again: too much time has passed.')
        const account = await accountOf(userId)
        if (!(await guesses.tried(secondStepOf(account), { req, res }, () => authenticators.check(userId, code))))
          throw new DomainError('unauthenticated', 'bad-code', WRONG_CODE)
        await secondSteps.finish(req, res, userId)
        return { user: await userOf(account) }
      },
    }),
    route({
      method: 'get',
      path: '/api/auth/passkeys',
      summary: "One's passkeys",
      access: signedInTo('view', 'passkey'),
      answer: dataOf(contract.Passkey.array()),
      handle: async ({ visitor }) => ({ data: await passkeys.list(signedIn(visitor).id) }),
    }),
    route({
      method: 'post',
      path: '/api/auth/passkeys/options',
      summary: 'What a browser needs to make a passkey (WebAuthn)',
      access: signedInTo('create', 'passkey'),
      fresh: true,
      handle: async ({ visitor, req, now }) => passkeys.toMake(await accountOf(signedIn(visitor).id), originOf(req), now),
    }),
    route({
      method: 'post',
      path: '/api/auth/passkeys',
      summary: 'Keep the passkey that a browser has made',
      access: signedInTo('create', 'passkey'),
      noted: 'account',
      fresh: true,
      body: contract.NewPasskey,
      answer: contract.Passkey,
      status: 201,
      handle: async ({ visitor, body, req, now }) => {
        const { id, sessionId } = signedIn(visitor)
        const added = await passkeys.add(id, body, { origin: originOf(req), device: deviceOf(req.get('user-agent')), at: now })
        if (!added) throw new DomainError('invalid', 'passkey-invalid', 'The passkey could not be added. Please try again.')
        await strengthenSession(db, sessionId)
        await tell(id, 'passkey', true)
        return added
      },
    }),
    route({
      method: 'delete',
      path: '/api/auth/passkeys/:id',
      summary: 'Sign in with this passkey no longer',
      access: signedInTo('delete', 'passkey'),
      noted: 'account',
      fresh: true,
      params: IdParams,
      status: 204,
      handle: async ({ visitor, params }) => {
        const { id } = signedIn(visitor)
        if (!(await passkeys.remove(id, params.id))) throw missing('Passkey')
        await tell(id, 'passkey', false)
        return null
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/login/passkey/options',
      summary: 'What a browser needs to sign in by a passkey (WebAuthn)',
      access: everyone,
      limits: signIns,
      handle: ({ req, now }) => passkeys.toSignIn(originOf(req), now),
    }),
    route({
      method: 'post',
      path: '/api/auth/login/passkey',
      summary: 'Sign in by a passkey; no second step is asked for',
      access: everyone,
      limits: signIns,
      body: contract.PasskeySignature,
      answer: contract.SignedIn,
      handle: async ({ body, req, res, now }) => {
        const userId = await passkeys.ownerOf(body, originOf(req), now)
        if (!userId) throw new DomainError('unauthenticated', 'bad-credentials', 'This passkey is not known here, or has not signed in time.')
        await sessions.open(req, res, userId, true)
        return { user: await userOf(await accountOf(userId)) }
      },
    }),
  ]
}
