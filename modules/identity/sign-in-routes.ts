import type { RequestHandler } from 'express'
import type pg from 'pg'
import { DomainError, invalid, missing } from '../kernel/errors.ts'
import { NetworkId } from '../kernel/ids.ts'
import type { Config } from '../platform/config.ts'
import { isFromElsewhere } from '../platform/http/origin.ts'
import { everyone, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import type { Costly } from '../platform/http/turns.ts'
import { signedIn } from '../platform/http/visitor.ts'
import { Message } from '../shared/api.ts'
import { safePath } from '../shared/safe-path.ts'
import { accountOf, findByEmail, freshenSession } from './accounts.ts'
import * as contract from './contract.ts'
import type { Guesses } from './guesses.ts'
import type { HashOf } from './passwords.ts'
import { badCredentials, type SecondSteps } from './second-step.ts'
import type { Sessions } from './sessions.ts'
import type { UserOf } from './user.ts'

type Dependencies = Readonly<{
  db: pg.Pool
  sessions: Sessions
  secondSteps: SecondSteps
  userOf: UserOf
  guesses: Guesses
  hashOf: HashOf
  signIns: readonly RequestHandler[]
  costly: Pick<Costly, 'passwords'>
  config: Pick<Config, 'sandbox' | 'stripe'>
}>

export const signInRoutes = ({ db, sessions, secondSteps, userOf, guesses, hashOf, signIns, costly, config }: Dependencies): Route[] => [
  route({
    method: 'post',
    path: '/api/auth/login',
    summary: 'Sign in',
    access: everyone,
    limits: signIns,
    body: contract.Login,
    answer: contract.SignedIn,
    refusals: ['bad-credentials', 'email-unconfirmed', 'second-factor'],
    handle: async ({ body: { email, password }, req, res }) => {
      const account = await findByEmail(db, email)
      const passwordHash = await guesses.tried({ id: account?.id ?? null, email }, { req, res }, () => hashOf(account, password))
      if (!passwordHash || !account) throw badCredentials()
      if (!account.confirmed)
        throw new DomainError('forbidden', 'email-unconfirmed', 'Please confirm your email address first. We can send you the link again.')
      if (!(await secondSteps.enter(req, res, account.id, passwordHash)))
        throw new DomainError('unauthenticated', 'second-factor', 'Enter the code from your authenticator app.')
      return { user: await userOf(account) }
    },
  }),
  route({
    method: 'post',
    path: '/api/auth/reauthenticate',
    summary: 'Make the sign-in fresh for 15 minutes',
    access: signedInTo('confirm', 'account'),
    noted: 'account',
    limits: [costly.passwords],
    body: contract.Reauthentication,
    answer: Message,
    handle: async ({ visitor, body: { password }, now, ...call }) => {
      const { id, sessionId } = signedIn(visitor)
      const account = await accountOf(db, id)
      if (!(await guesses.tried(account, call, () => hashOf(account, password)))) throw invalid('password', 'Password is not correct')
      await freshenSession(db, sessionId, now)
      return { message: 'Thank you. You can continue.' }
    },
  }),
  ...(['get', 'post'] as const).map((method) =>
    route({
      method,
      path: '/api/auth/logout',
      summary: 'Sign out, signed in or not',
      access: everyone,
      query: contract.LogoutQuery,
      forgiving: true,
      answer: contract.LogoutAnswer,
      refusals: ['forbidden'],
      handle: async ({ query: { redirectTo }, req, res }) => {
        if (isFromElsewhere(req)) throw new DomainError('forbidden', 'forbidden', 'This request came from another site.')
        await sessions.close(req, res)
        const path = safePath(redirectTo)
        return path ? { redirectTo: path } : {}
      },
    }),
  ),
  route({
    method: 'get',
    path: '/api/auth/verify',
    summary: 'Who is signed in',
    access: everyone,
    answer: contract.Verification,
    handle: async ({ req }) => {
      const session = await sessions.sessionOf(req)
      if (!session) return { authenticated: false, user: null }
      return { authenticated: true, user: await userOf(session), sandbox: config.sandbox && !config.stripe }
    },
  }),
  route({
    method: 'post',
    path: '/api/auth/network',
    about: 'network',
    aboutIn: 'networkId',
    summary: 'Switch the current network',
    access: signedInTo('switch', 'network'),
    body: contract.SwitchNetwork,
    answer: contract.SignedIn,
    refusals: ['not-found'],
    handle: async ({ visitor, body }) => {
      const networkId = idOf(NetworkId, body.networkId, 'Network')
      if (!visitor.grants.has(networkId)) throw missing('Network')
      const { id } = signedIn(visitor)
      await db.query('update users set network_id = $2 where id = $1', [id, networkId])
      return { user: await userOf(await accountOf(db, id)) }
    },
  }),
]
