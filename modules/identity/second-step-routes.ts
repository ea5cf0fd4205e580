import type { Request, RequestHandler } from 'express'
import type pg from 'pg'
import { DomainError, invalid } from '../kernel/errors.ts'
import { type Route, route, signedInTo } from '../platform/http/route.ts'
import type { Costly } from '../platform/http/turns.ts'
import { signedIn } from '../platform/http/visitor.ts'
import { Message } from '../shared/api.ts'
import { confirmSession, hasFactor } from './accounts.ts'
import type { Authenticators } from './authenticator.ts'
import * as contract from './contract.ts'
import type { FirstFactors } from './first-factor.ts'
import type { Guesses } from './guesses.ts'
import type { Passkeys } from './passkeys.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

const WRONG_CODE = 'This code is not right. Codes change every 30 seconds, and each works once.'
const CONFIRMED = 'Thank you. You can continue.'

type Dependencies = Readonly<{
  db: pg.Pool
  authenticators: Authenticators
  passkeys: Passkeys
  firstFactors: FirstFactors
  guesses: Guesses
  signIns: readonly RequestHandler[]
  mailings: readonly RequestHandler[]
  costly: Pick<Costly, 'passwords'>
  originOf: (req: Request) => string
}>

/**
 * Confirms that an open session is its owner's: by a second factor, or by a mailed code while the account has no second
 * factor (R6, R7).
 */
export const secondStepRoutes = ({
  db,
  authenticators,
  passkeys,
  firstFactors,
  guesses,
  signIns,
  mailings,
  costly,
  originOf,
}: Dependencies): Route[] => [
  route({
    method: 'post',
    path: '/api/auth/second-step',
    summary: 'Confirm this session with a code from the authenticator app, or a recovery code',
    access: signedInTo('confirm', 'account'),
    noted: 'account',
    limits: signIns,
    body: contract.Code,
    answer: Message,
    handle: async ({ visitor, body: { code }, now, ...call }) => {
      const { id, email, sessionId } = signedIn(visitor)
      if (!(await guesses.tried({ id, email: `second step of ${email}` }, call, () => authenticators.check(id, code))))
        throw invalid('code', WRONG_CODE)
      await confirmSession(db, sessionId, now)
      return { message: CONFIRMED }
    },
  }),
  route({
    method: 'post',
    path: '/api/auth/second-step/passkey',
    summary: 'Confirm this session with a passkey, whose options are those of a sign-in',
    access: signedInTo('confirm', 'account'),
    noted: 'account',
    limits: signIns,
    body: contract.PasskeySignature,
    answer: Message,
    refusals: ['passkey-invalid'],
    handle: async ({ visitor, body, req, now }) => {
      const { id, sessionId } = signedIn(visitor)
      if ((await passkeys.ownerOf(body, originOf(req), now)) !== id)
        throw new DomainError(
          'invalid',
          'passkey-invalid',
          'This passkey does not belong to your account, or the sign-in took too long. Please try again.',
        )
      await confirmSession(db, sessionId, now)
      return { message: CONFIRMED }
    },
  }),
  route({
    method: 'post',
    path: '/api/auth/factor-code',
    summary: 'Mail the code that adding a passkey or authenticator app to an account without one takes',
    access: signedInTo('confirm', 'account'),
    limits: mailings,
    answer: Message,
    handle: async ({ visitor }) => {
      await firstFactors.request(signedIn(visitor).sessionId)
      return { message: 'We have mailed you a code. It works for 15 minutes.' }
    },
  }),
  route({
    method: 'post',
    path: '/api/auth/factor-code/confirm',
    summary: 'Confirm the mailed code',
    access: signedInTo('confirm', 'account'),
    noted: 'account',
    limits: signIns,
    body: contract.Code,
    answer: Message,
    handle: async ({ visitor, body: { code }, now, ...call }) => {
      const { id, email, sessionId } = signedIn(visitor)
      if (!(await guesses.tried({ id, email: `mailed code of ${email}` }, call, () => firstFactors.confirm(sessionId, code, now))))
        throw invalid('code', 'This code is wrong, or older than 15 minutes.')
      return { message: CONFIRMED }
    },
  }),
  route({
    method: 'post',
    path: '/api/auth/recovery-codes',
    summary: 'Make new recovery codes in place of the old ones; they are answered for this once',
    access: signedInTo('update', 'account'),
    noted: 'account',
    fresh: true,
    limits: [costly.passwords],
    answer: contract.RecoveryCodes,
    refusals: ['no-second-factor'],
    handle: async ({ visitor }) => {
      const { id } = signedIn(visitor)
      if (!(await hasFactor(db, id))) throw new DomainError('refused', 'no-second-factor', 'Add a passkey or an authenticator app first.')
      return { recoveryCodes: await replaceRecoveryCodes(db, id) }
    },
  }),
]
