import type { Request, RequestHandler } from 'express'
import type pg from 'pg'
import { DomainError, missing } from '../kernel/errors.ts'
import { everyone, IdParams, type Route, route, signedInTo } from '../platform/http/route.ts'
import { signedIn } from '../platform/http/visitor.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { dataOf } from '../shared/api.ts'
import { accountOf } from './accounts.ts'
import * as contract from './contract.ts'
import { type FirstFactors, factorAdded, mailSecondFactor } from './first-factor.ts'
import type { Passkeys } from './passkeys.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { deviceOf, type Sessions } from './sessions.ts'
import type { UserOf } from './user.ts'

type Dependencies = Readonly<{
  db: pg.Pool
  sessions: Sessions
  passkeys: Passkeys
  firstFactors: FirstFactors
  userOf: UserOf
  signIns: readonly RequestHandler[]
  security: SecurityLog
  /** Scheme, host and port that the visitor's browser uses. */
  originOf: (req: Request) => string
}>

export const passkeyRoutes = ({ db, sessions, passkeys, firstFactors, userOf, signIns, security, originOf }: Dependencies): Route[] => [
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
    refusals: ['mailed-code-required'],
    handle: async ({ visitor, req, now }) => {
      await firstFactors.mayAdd(visitor, now)
      return passkeys.toMake(await accountOf(db, signedIn(visitor).id), originOf(req), now)
    },
  }),
  route({
    method: 'post',
    path: '/api/auth/passkeys',
    summary: 'Keep the passkey that a browser has made',
    access: signedInTo('create', 'passkey'),
    noted: 'account',
    fresh: true,
    body: contract.NewPasskey,
    answer: contract.AddedPasskey,
    status: 201,
    refusals: ['passkey-invalid', 'too-many-passkeys', 'mailed-code-required'],
    handle: async ({ visitor, body, req, now }) => {
      const { id, sessionId } = signedIn(visitor)
      const isFirst = await firstFactors.mayAdd(visitor, now)
      const added = await passkeys.add(id, body, { origin: originOf(req), device: deviceOf(req.get('user-agent')), at: now })
      if (!added) throw new DomainError('invalid', 'passkey-invalid', 'The passkey could not be added. Please try again.')
      await factorAdded(db, { userId: id, sessionId, factor: 'passkey', isFirst, at: now })
      return (await countRecoveryCodes(db, id)) > 0 ? added : { ...added, recoveryCodes: await replaceRecoveryCodes(db, id) }
    },
  }),
  route({
    method: 'delete',
    path: '/api/auth/passkeys/:id',
    about: null,
    summary: 'Sign in with this passkey no longer',
    access: signedInTo('delete', 'passkey'),
    noted: 'account',
    fresh: true,
    params: IdParams,
    status: 204,
    handle: async ({ visitor, params }) => {
      const { id } = signedIn(visitor)
      if (!(await passkeys.remove(id, params.id))) throw missing('Passkey')
      await mailSecondFactor(db, id, 'passkey', false)
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
    refusals: ['bad-credentials'],
    handle: async ({ body, req, res, now }) => {
      const userId = await passkeys.ownerOf(body, originOf(req), now)
      if (!userId) {
        security.note('sign-in-failure', req, { user: null, code: 'bad-credentials' })
        throw new DomainError('unauthenticated', 'bad-credentials', 'This passkey is not registered, or the sign-in took too long. Please try again.')
      }
      await sessions.open(req, res, userId, { strong: true })
      return { user: await userOf(await accountOf(db, userId)) }
    },
  }),
]
