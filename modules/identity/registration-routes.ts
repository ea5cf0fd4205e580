import type pg from 'pg'
import { DomainError } from '../kernel/errors.ts'
import { type Limiter, mailLimits } from '../platform/http/limits.ts'
import { everyone, type Route, route } from '../platform/http/route.ts'
import type { Costly } from '../platform/http/turns.ts'
import { addJob } from '../platform/jobs.ts'
import { Message } from '../shared/api.ts'
import { confirmWith, findByEmail } from './accounts.ts'
import * as contract from './contract.ts'
import { refuseGuessable } from './passwords.ts'
import { register } from './registration.ts'
import { originOf } from './sessions.ts'

const CHECK_EMAIL = 'Please check your email to continue'

type Dependencies = Readonly<{ db: pg.Pool; limiter: Limiter; costly: Pick<Costly, 'passwords'> }>

export const registrationRoutes = ({ db, limiter, costly }: Dependencies): Route[] => [
  route({
    method: 'post',
    path: '/api/auth/register',
    summary: 'Register; the answer is the same for a known address',
    access: everyone,
    limits: [...mailLimits(limiter, 'register'), costly.passwords],
    body: contract.SignUp,
    answer: Message,
    status: 201,
    creates: true,
    handle: async ({ body: { language, billId, ...body }, now }) => {
      const { email, firstName, lastName, password } = body
      refuseGuessable('password', password, [email, firstName, lastName])
      await register(db, body, originOf({ language, billId }), now)
      return { message: CHECK_EMAIL }
    },
  }),
  route({
    method: 'get',
    path: '/api/auth/confirm-email',
    summary: 'Confirm an address by the mailed token',
    access: everyone,
    query: contract.ConfirmationToken,
    forgiving: true,
    answer: Message,
    refusals: ['token-invalid'],
    handle: async ({ query: { token }, now }) => {
      if (!token || !(await confirmWith(db, token, now))) throw new DomainError('invalid', 'token-invalid', 'Invalid or expired confirmation link.')
      return { message: 'Your email has been verified successfully! You can now log in.' }
    },
  }),
  route({
    method: 'post',
    path: '/api/auth/resend-confirmation',
    summary: 'Mail the confirmation link again',
    access: everyone,
    limits: mailLimits(limiter, 'resend'),
    body: contract.ConfirmationRequest,
    answer: Message,
    handle: async ({ body: { email, ...from } }) => {
      const account = await findByEmail(db, email)
      // Queues a job in every case: the time for queueing one would reveal whether the account exists.
      await addJob(db, { task: 'mail-confirmation', payload: { userId: account?.confirmed === false ? account.id : null, ...originOf(from) } })
      return { message: CHECK_EMAIL }
    },
  }),
]
