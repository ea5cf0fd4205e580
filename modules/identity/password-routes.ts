import type pg from 'pg'
import type { Instant } from '../kernel/dates.ts'
import { DomainError, invalid } from '../kernel/errors.ts'
import { type Limiter, mailLimits } from '../platform/http/limits.ts'
import { everyone, type Route, route, signedInTo } from '../platform/http/route.ts'
import type { Costly } from '../platform/http/turns.ts'
import { refuseWeakSession, signedIn } from '../platform/http/visitor.ts'
import { addJob } from '../platform/jobs.ts'
import { digest } from '../platform/personal-data/master-key.ts'
import { transaction } from '../platform/postgres/database.ts'
import { Message } from '../shared/api.ts'
import { type Account, accountOf, checkResetToken, endSignIns, findByEmail } from './accounts.ts'
import * as contract from './contract.ts'
import type { Guesses } from './guesses.ts'
import { type HashOf, hashPassword, refuseGuessable, verifyPassword } from './passwords.ts'
import { type GrantsOf, originOf } from './sessions.ts'

const oldPassword = () => invalid('newPassword', 'The new password must be different from the old one.')
const notCurrent = () => invalid('currentPassword', 'Current password is not correct')
const tokenInvalid = () => new DomainError('invalid', 'token-invalid', 'Invalid or expired reset token')

type Dependencies = Readonly<{
  db: pg.Pool
  grantsOf: GrantsOf
  limiter: Limiter
  costly: Pick<Costly, 'passwords'>
  guesses: Guesses
  hashOf: HashOf
}>

const passwords = ({ db, grantsOf, costly, guesses, hashOf }: Dependencies) => {
  const namesOf = async ({ id, email, firstName, lastName }: Account): Promise<string[]> => [
    email,
    firstName,
    lastName,
    ...(await grantsOf(id)).map(({ name }) => name),
  ]

  const changePassword = (method: 'post' | 'put') =>
    route({
      method,
      path: '/api/password/change',
      summary: 'Change the password; all other sessions end',
      access: signedInTo('change', 'password'),
      noted: 'account',
      limits: [costly.passwords],
      body: contract.PasswordChange,
      answer: Message,
      refusals: ['second-step-required'],
      handle: async ({ visitor, body: { currentPassword, newPassword }, ...call }) => {
        const { id, sessionId } = signedIn(visitor)
        refuseWeakSession(signedIn(visitor))
        const account = await accountOf(db, id)
        refuseGuessable('newPassword', newPassword, await namesOf(account))
        const currentHash = await guesses.tried(account, call, () => hashOf(account, currentPassword))
        if (!currentHash) throw notCurrent()
        if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) throw oldPassword()
        const passwordHash = await hashPassword(newPassword)
        await transaction(db, async (client) => {
          const { rowCount } = await client.query('update users set password_hash = $2 where id = $1 and password_hash = $3', [
            id,
            passwordHash,
            currentHash,
          ])
          if (rowCount === 0) throw notCurrent()
          await endSignIns(client, id, sessionId)
          await client.query(`delete from user_tokens where user_id = $1 and purpose = 'reset'`, [id])
        })
        return { message: 'Password changed successfully!' }
      },
    })

  const resetStateOf = async (token: string, at: Instant) => {
    const check = await checkResetToken(db, token, at)
    if (check.state === 'valid') return check.userId
    throw check.state === 'expired' ? new DomainError('invalid', 'token-expired', 'Reset token has expired') : tokenInvalid()
  }
  return { namesOf, changePassword, resetStateOf }
}
type Passwords = ReturnType<typeof passwords> & Dependencies

const changes = ({ changePassword }: Passwords): Route[] => [changePassword('post'), changePassword('put')]

const resets = ({ db, limiter, costly, guesses, namesOf, resetStateOf }: Passwords): Route[] => [
  route({
    method: 'post',
    path: '/api/password/reset/request',
    summary: 'Mail a reset link; the answer is the same for an unknown address',
    access: everyone,
    limits: mailLimits(limiter, 'forgot'),
    body: contract.PasswordResetRequest,
    answer: Message,
    handle: async ({ body: { email, ...from } }) => {
      const account = await findByEmail(db, email)
      // Queues a job for unknown addresses, too: the time for queueing one would reveal whether the account exists. A
      // reset also confirms the address.
      await addJob(db, { task: 'mail-password-reset', payload: { userId: account?.id ?? null, ...originOf(from) } })
      return { message: 'If an account with that email exists, a password reset link has been sent' }
    },
  }),
  route({
    method: 'post',
    path: '/api/password/reset/validate-token',
    summary: 'Can this reset token still be used?',
    access: everyone,
    body: contract.ResetToken,
    answer: contract.ResetTokenState,
    opaque: ['token'],
    refusals: ['token-invalid', 'token-expired'],
    handle: async ({ body: { token }, now }) => {
      await resetStateOf(token, now)
      return { valid: true }
    },
  }),
  route({
    method: 'post',
    path: '/api/password/reset/confirm',
    summary: 'Choose a new password; once per token, all sessions end',
    access: everyone,
    noted: 'account',
    limits: [costly.passwords],
    body: contract.PasswordReset,
    opaque: ['token'],
    answer: Message,
    refusals: ['token-invalid', 'token-expired'],
    handle: async ({ body: { token, newPassword }, now, req }) => {
      refuseGuessable('newPassword', newPassword)
      const account = await accountOf(db, await resetStateOf(token, now))
      refuseGuessable('newPassword', newPassword, await namesOf(account))
      if (account.passwordHash !== null && (await verifyPassword(account.passwordHash, newPassword))) throw oldPassword()
      const passwordHash = await hashPassword(newPassword)
      await transaction(db, async (client) => {
        const used = await client.query<{ userId: string }>(
          `update user_tokens set used_at = $2 where hash = $1 and purpose = 'reset' and used_at is null and expires_at > $2 returning user_id as "userId"`,
          [digest(token), now],
        )
        const userId = used.rows[0]?.userId
        if (!userId) throw tokenInvalid()
        // Only the owner of the mailbox has the link.
        await client.query('update users set password_hash = $2, confirmed_at = coalesce(confirmed_at, $3) where id = $1', [
          userId,
          passwordHash,
          now,
        ])
        await guesses.trust(client, account, req)
        await endSignIns(client, userId)
        await client.query(`delete from user_tokens where user_id = $1 and purpose = 'reset' and used_at is null`, [userId])
      })
      return { message: 'Password reset successfully! You can now log in with your new password.' }
    },
  }),
]

export const passwordRoutes = (dependencies: Dependencies): Route[] => {
  const context = { ...dependencies, ...passwords(dependencies) }
  return [...changes(context), ...resets(context)]
}
