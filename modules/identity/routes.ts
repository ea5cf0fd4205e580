import type { Request } from 'express'
import type pg from 'pg'
import { Message } from '../kernel/api.ts'
import { DomainError, invalid, missing } from '../kernel/errors.ts'
import { NetworkId, type UserId } from '../kernel/ids.ts'
import { safePath } from '../kernel/safe-path.ts'
import { transaction } from '../platform/database.ts'
import type { Circumstances } from '../platform/handle.ts'
import { addJob } from '../platform/jobs.ts'
import type { Limiter } from '../platform/limits.ts'
import { isFromElsewhere } from '../platform/origin.ts'
import { everyone, idOf, type Route, route, signedInTo } from '../platform/route.ts'
import { digest } from '../platform/secret.ts'
import { signedIn } from '../platform/visitor.ts'
import { type Account, accountOf, checkResetToken, confirmWith, endOtherSessions, findByEmail, freshenSession } from './accounts.ts'
import { isCommon, isMadeOf } from './common-passwords.ts'
import * as contract from './contract.ts'
import { DEMO_PASSWORD } from './demo.ts'
import type { Guesses } from './guesses.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import { register } from './registration.ts'
import type { SecondSteps } from './second-step.ts'
import type { GrantsOf, Sessions } from './sessions.ts'
import type { UserOf } from './user.ts'

const texts = {
  checkEmail: 'Please check your email to continue',
  confirmed: 'Your email has been verified successfully! You can now log in.',
  badLink: 'Invalid or expired confirmation link.',
  resetRequested: 'If an account with that email exists, a password reset link has been sent',
  reset: 'Password reset successfully! You can now log in with your new password.',
  changed: 'Password changed successfully!',
}

const PRODUCT = 'Vestry'
const oldPassword = () => invalid('newPassword', 'The new password must be different from the old one.')

const emailIn = (req: Request): string | null => {
  const email: unknown = (req.body as { email?: unknown } | undefined)?.email
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 254) : null
}

export type IdentityDependencies = Readonly<{
  db: pg.Pool
  sessions: Sessions
  secondSteps: SecondSteps
  grantsOf: GrantsOf
  userOf: UserOf
  limiter: Limiter
  guesses: Guesses
  sandbox: boolean
  /** Ends whatever roles a user has; refuses where a network would be left without an Admin, and then ends none. */
  leaveNetworks: (userId: UserId, circumstances: Circumstances) => Promise<void>
  /** Throws the key of a user away. */
  forget: (userId: string) => Promise<void>
}>

export const identityRoutes = (dependencies: IdentityDependencies): Route[] => {
  const { db, sessions, secondSteps, grantsOf, userOf, limiter, guesses, sandbox, leaveNetworks, forget } = dependencies
  const tokenInvalid = (message: string) => new DomainError('invalid', 'token-invalid', message)
  const perAddress = (name: string) => limiter({ name, max: 30, seconds: 600 })
  const perEmail = (name: string) => limiter({ name: `${name} by email`, max: 5, seconds: 3600, by: emailIn })

  /** Is it the account's password? It takes as long when there is no account; an outdated hash is made anew on the way. */
  const isPasswordOf = async (account: Account | null, password: string): Promise<boolean> => {
    const stored = password === DEMO_PASSWORD && !sandbox ? null : account?.passwordHash
    if (!(await verifyPassword(stored, password)) || !account || !stored) return false
    // Unless the password has been changed meanwhile.
    if (isOutdated(stored))
      await db.query('update users set password_hash = $2 where id = $1 and password_hash = $3', [account.id, await hashPassword(password), stored])
    return true
  }

  /** What the contract cannot say, because browsers share it. */
  const refuseGuessable = (field: string, password: string, names: readonly string[] = []): void => {
    if (isCommon(password)) throw invalid(field, 'This password is too common. Please choose another.')
    if (isMadeOf(password, [PRODUCT, ...names])) throw invalid(field, 'This password is made of names that are easy to guess. Please choose another.')
  }
  const namesOf = async ({ id, email, firstName, lastName }: Account): Promise<string[]> => [
    email,
    firstName,
    lastName,
    ...(await grantsOf(id)).map(({ name }) => name),
  ]

  const profileOf = ({ email, firstName, lastName, passwordHash }: Account): contract.Profile => ({
    email,
    firstName,
    lastName,
    hasPassword: passwordHash !== null,
  })

  const changePassword = (method: 'post' | 'put') =>
    route({
      method,
      path: '/api/password/change',
      summary: 'Change the password; all other sessions end',
      access: signedInTo('change', 'password'),
      noted: 'account',
      body: contract.PasswordChange,
      answer: Message,
      handle: async ({ visitor, body: { currentPassword, newPassword }, ...call }) => {
        const { id, sessionId } = signedIn(visitor)
        const account = await accountOf(db, id)
        refuseGuessable('newPassword', newPassword, await namesOf(account))
        if (!(await guesses.tried(account, call, () => isPasswordOf(account, currentPassword))))
          throw invalid('currentPassword', 'Current password is not correct')
        if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) throw oldPassword()
        const passwordHash = await hashPassword(newPassword)
        await transaction(db, async (client) => {
          await client.query('update users set password_hash = $2 where id = $1', [id, passwordHash])
          await endOtherSessions(client, id, sessionId)
          await client.query(`delete from user_tokens where user_id = $1 and purpose = 'reset'`, [id])
        })
        return { message: texts.changed }
      },
    })

  const resetStateOf = async (token: string, at: string) => {
    const check = await checkResetToken(db, token, at as never)
    if (check.state === 'valid') return check.userId
    throw check.state === 'expired'
      ? new DomainError('invalid', 'token-expired', 'Reset token has expired')
      : tokenInvalid('Invalid or expired reset token')
  }

  return [
    route({
      method: 'post',
      path: '/api/auth/register',
      summary: 'Register; the answer is the same for a known address',
      access: everyone,
      limits: [perAddress('register'), perEmail('register')],
      body: contract.Registration,
      answer: Message,
      status: 201,
      creates: true,
      handle: async ({ body, now }) => {
        const { email, firstName, lastName, password } = body
        refuseGuessable('password', password, [email, firstName, lastName])
        await register(db, body, now)
        return { message: texts.checkEmail }
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
      handle: async ({ query: { token }, now }) => {
        if (!token || !(await confirmWith(db, token, now))) throw tokenInvalid(texts.badLink)
        return { message: texts.confirmed }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/resend-confirmation',
      summary: 'Mail the confirmation link again',
      access: everyone,
      limits: [perAddress('resend'), perEmail('resend')],
      body: contract.EmailOnly,
      answer: Message,
      handle: async ({ body: { email } }) => {
        const account = await findByEmail(db, email)
        // A job in any case: its writing takes time, which would tell who is known.
        await addJob(db, { task: 'mail-confirmation', payload: { userId: account?.confirmed === false ? account.id : null } })
        return { message: texts.checkEmail }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/login',
      summary: 'Sign in',
      access: everyone,
      limits: [limiter({ name: 'sign-in', max: 30, seconds: 60 })],
      body: contract.Login,
      answer: contract.SignedIn,
      handle: async ({ body: { email, password }, req, res }) => {
        const account = await findByEmail(db, email)
        if (!(await guesses.tried({ id: account?.id ?? null, email }, { req, res }, () => isPasswordOf(account, password))) || !account)
          throw new DomainError('unauthenticated', 'bad-credentials', 'Invalid email or password')
        if (!account.confirmed)
          throw new DomainError('forbidden', 'email-unconfirmed', 'Please confirm your email address first. We can send you the link again.')
        if (!(await secondSteps.enter(req, res, account.id)))
          throw new DomainError('unauthenticated', 'second-factor', 'Enter the code of your authenticator app.')
        return { user: await userOf(account) }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/reauthenticate',
      summary: 'Make the sign-in fresh for 15 minutes',
      access: signedInTo('confirm', 'account'),
      noted: 'account',
      body: contract.Reauthentication,
      answer: Message,
      handle: async ({ visitor, body: { password }, now, ...call }) => {
        const { id, sessionId } = signedIn(visitor)
        const account = await accountOf(db, id)
        if (!(await guesses.tried(account, call, () => isPasswordOf(account, password)))) throw invalid('password', 'Password is not correct')
        await freshenSession(db, sessionId, now)
        return { message: 'Thank you. You can go on.' }
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
        return session ? { authenticated: true, user: await userOf(session) } : { authenticated: false, user: null }
      },
    }),
    route({
      method: 'post',
      path: '/api/auth/network',
      summary: 'Switch the current network',
      access: signedInTo('switch', 'network'),
      body: contract.SwitchNetwork,
      answer: contract.SignedIn,
      handle: async ({ visitor, body }) => {
        const networkId = idOf(NetworkId, body.networkId, 'Network')
        if (!visitor.grants.has(networkId)) throw missing('Network')
        const { id } = signedIn(visitor)
        await db.query('update users set network_id = $2 where id = $1', [id, networkId])
        return { user: await userOf(await accountOf(db, id)) }
      },
    }),
    route({
      method: 'get',
      path: '/api/profile',
      summary: "One's own profile",
      access: signedInTo('view', 'profile'),
      answer: contract.Profile,
      handle: async ({ visitor }) => profileOf(await accountOf(db, signedIn(visitor).id)),
    }),
    route({
      method: 'put',
      path: '/api/profile',
      summary: "Change one's own name",
      access: signedInTo('update', 'profile'),
      body: contract.ProfileNames,
      answer: contract.Profile,
      handle: async ({ visitor, body: { firstName, lastName } }) => {
        const { id } = signedIn(visitor)
        await db.query('update users set first_name = $2, last_name = $3 where id = $1', [id, firstName, lastName])
        return profileOf(await accountOf(db, id))
      },
    }),
    route({
      method: 'delete',
      path: '/api/profile',
      summary: "Delete one's account: one's roles end, and nothing of the person is kept",
      access: signedInTo('delete', 'account'),
      noted: 'account',
      fresh: true,
      status: 204,
      handle: async ({ visitor, circumstances, req, res }) => {
        const { id } = signedIn(visitor)
        await leaveNetworks(id, circumstances)
        await db.query('delete from users where id = $1', [id])
        await forget(id)
        await sessions.close(req, res)
        return null
      },
    }),
    changePassword('post'),
    changePassword('put'),
    route({
      method: 'post',
      path: '/api/password/reset/request',
      summary: 'Mail a reset link; the answer is the same for an unknown address',
      access: everyone,
      limits: [perAddress('forgot'), perEmail('forgot')],
      body: contract.ResetRequest,
      answer: Message,
      handle: async ({ body: { email } }) => {
        const account = await findByEmail(db, email)
        // A job in any case: its writing takes time, which would tell who is known. A reset confirms the address as well.
        await addJob(db, { task: 'mail-password-reset', payload: { userId: account?.id ?? null } })
        return { message: texts.resetRequested }
      },
    }),
    route({
      method: 'post',
      path: '/api/password/reset/validate-token',
      summary: 'Can this reset token still be used?',
      access: everyone,
      body: contract.ResetToken,
      opaque: ['token'],
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
      body: contract.PasswordReset,
      opaque: ['token'],
      answer: Message,
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
          if (!userId) throw tokenInvalid('Invalid or expired reset token')
          // Whoever has the link reads the mail of the address.
          await client.query('update users set password_hash = $2, confirmed_at = coalesce(confirmed_at, $3) where id = $1', [
            userId,
            passwordHash,
            now,
          ])
          await guesses.trust(client, account, req)
          await client.query('delete from sessions where user_id = $1', [userId])
          await client.query(`delete from user_tokens where user_id = $1 and purpose = 'reset' and used_at is null`, [userId])
        })
        return { message: texts.reset }
      },
    }),
  ]
}
