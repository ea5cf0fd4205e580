import type { RequestHandler } from 'express'
import type pg from 'pg'
import { DomainError, invalid } from '../kernel/errors.ts'
import { type Limiter, mailLimits } from '../platform/http/limits.ts'
import { everyone, type Route, route } from '../platform/http/route.ts'
import { Message } from '../shared/api.ts'
import { accountOf, findByEmail } from './accounts.ts'
import * as contract from './contract.ts'
import type { Guesses } from './guesses.ts'
import type { MailedCodes } from './mailed-code.ts'
import type { SecondSteps } from './second-step.ts'
import type { UserOf } from './user.ts'

const wrongCode = () => invalid('code', 'This code is wrong, or older than 15 minutes.')

type Dependencies = Readonly<{
  db: pg.Pool
  mailedCodes: MailedCodes
  secondSteps: SecondSteps
  guesses: Guesses
  userOf: UserOf
  limiter: Limiter
  signIns: readonly RequestHandler[]
}>

/** Sign-in without a password, by a mailed code (R8). */
export const mailedCodeRoutes = ({ db, mailedCodes, secondSteps, guesses, userOf, limiter, signIns }: Dependencies): Route[] => [
  route({
    method: 'post',
    path: '/api/auth/login/code/request',
    summary: 'Mail a code to sign in with; the answer is the same for an unknown address',
    access: everyone,
    limits: mailLimits(limiter, 'sign-in code'),
    body: contract.SignInCodeRequest,
    answer: Message,
    handle: async ({ body: { email, language }, res }) => {
      await mailedCodes.request(res, email, language ?? 'en')
      return { message: 'We have mailed you a code. It works for 15 minutes, in this browser.' }
    },
  }),
  route({
    method: 'post',
    path: '/api/auth/login/code',
    summary: 'Sign in by the mailed code, in the browser that asked for it; an address without an account takes a name, too',
    access: everyone,
    limits: signIns,
    body: contract.SignInByCode,
    answer: contract.SignedIn,
    refusals: ['name-required', 'second-factor'],
    handle: async ({ body: { email, code, ...names }, ...call }) => {
      const account = await findByEmail(db, email)
      const isRight = await guesses.tried({ id: account?.id ?? null, email: `mailed code of ${email}` }, call, () =>
        mailedCodes.isRight(call.req, email, code),
      )
      if (!isRight) throw wrongCode()
      if (!account && !(names.firstName && names.lastName))
        throw new DomainError('invalid', 'name-required', 'You do not have an account yet. Please enter your name.')
      const id = await mailedCodes.use(call.req, call.res, email, names)
      if (id === null) throw wrongCode()
      if (!(await secondSteps.enter(call.req, call.res, id)))
        throw new DomainError('unauthenticated', 'second-factor', 'Enter the code from your authenticator app.')
      return { user: await userOf(await accountOf(db, id)) }
    },
  }),
]
