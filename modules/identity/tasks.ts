import type pg from 'pg'
import type { Clock } from '../kernel/dates.ts'
import type { Language } from '../kernel/language.ts'
import type { Tasks } from '../platform/jobs.ts'
import { type Letter, renderLetter } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { type Account, findByEmail, findById, issueToken, lifetimes } from './accounts.ts'
import { type Factor, type ProviderPath, providerNames } from './contract.ts'
import type { FactorReset } from './factor-reset.ts'
import { issueFactorCode } from './first-factor.ts'
import {
  alreadyRegisteredLetter,
  choosePasswordLetter,
  confirmationLetter,
  factorCodeLetter,
  factorsResetLetter,
  providerLetter,
  resetLetter,
  secondFactorLetter,
  signInCodeLetter,
} from './letters.ts'
import { issueSignInCode } from './mailed-code.ts'
import type { GrantsOf } from './sessions.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'mail-confirmation': Readonly<{ userId: string | null }>
    'mail-already-registered': Readonly<{ userId: string }>
    'mail-password-reset': Readonly<{ userId: string | null }>
    'mail-provider': Readonly<{ userId: string; provider: ProviderPath; connected: boolean }>
    'mail-factor-code': Readonly<{ sessionId: string }>
    'mail-sign-in-code': Readonly<{ hash: string; email: string; language: Language }>
    'mail-second-factor': Readonly<{ userId: string; factor: Factor; added: boolean }>
    'mail-factors-reset': FactorReset
  }
}

/** The mails about accounts. A link's token is made only when its mail goes out, so that no queue ever holds one. */
export const identityTasks = (db: pg.Pool, send: SendMail, now: Clock, baseUrl: () => string, grantsOf: GrantsOf) => {
  /** To nobody for no user: whoever asks for a mail must not learn whether there is one. */
  const mail = async (userId: string | null, letter: (account: Account) => Promise<Letter> | Letter) => {
    const account = userId && (await findById(db, userId))
    if (account) await send({ to: account.email, ...renderLetter(await letter(account)) })
  }
  return {
    'mail-confirmation': ({ userId }) =>
      mail(userId, async ({ id, firstName, confirmed, passwordHash }) => {
        if (confirmed || passwordHash !== null)
          return confirmationLetter(firstName, `${baseUrl()}/confirm-email?token=${await issueToken(db, id, 'confirm', now())}`)
        // It lives as long as a confirmation: nobody can sign in to the account before.
        return choosePasswordLetter(firstName, `${baseUrl()}/reset-password?token=${await issueToken(db, id, 'reset', now(), lifetimes.confirm)}`)
      }),
    'mail-provider': ({ userId, provider, connected }) =>
      mail(userId, ({ firstName }) => providerLetter(firstName, providerNames[provider], connected, `${baseUrl()}/settings/connected-accounts`)),
    'mail-second-factor': ({ userId, factor, added }) =>
      mail(userId, ({ firstName }) => secondFactorLetter(firstName, factor, added, `${baseUrl()}/settings/security`)),
    'mail-factors-reset': ({ userId, by, networkId }) =>
      mail(userId, async ({ firstName }) => {
        const admin = await findById(db, by)
        const network = (await grantsOf(by)).find((grant) => grant.networkId === networkId)
        const name = admin ? `${admin.firstName} ${admin.lastName} (${admin.email})` : 'Somebody'
        return factorsResetLetter(firstName, name, network?.name ?? 'your network', `${baseUrl()}/settings/security`)
      }),
    'mail-factor-code': async ({ sessionId }) => {
      const issued = await issueFactorCode(db, sessionId, now())
      if (issued) await mail(issued.userId, ({ firstName }) => factorCodeLetter(firstName, issued.code, `${baseUrl()}/settings/security`))
    },
    'mail-sign-in-code': async ({ hash, email, language }) => {
      const code = await issueSignInCode(db, hash, email, now())
      const account = code && (await findByEmail(db, email))
      if (code) await send({ to: email, ...renderLetter(signInCodeLetter(language, account ? account.firstName : null, code)) })
    },
    'mail-already-registered': ({ userId }) => mail(userId, ({ firstName }) => alreadyRegisteredLetter(firstName, `${baseUrl()}/login`)),
    'mail-password-reset': ({ userId }) =>
      mail(userId, async ({ id, firstName }) =>
        resetLetter(firstName, `${baseUrl()}/reset-password?token=${await issueToken(db, id, 'reset', now())}`),
      ),
  } satisfies Partial<Tasks>
}
