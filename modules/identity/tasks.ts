import type pg from 'pg'
import type { Clock } from '../kernel/dates.ts'
import type { Language } from '../kernel/language.ts'
import type { Tasks } from '../platform/jobs.ts'
import { type Letter, renderLetter } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { alreadyRegisteredLetter, choosePasswordLetter, confirmationLetter, type OriginWords, resetLetter } from './account-letters.ts'
import { type Account, findByEmail, findById, issueToken, lifetimes } from './accounts.ts'
import { type Factor, type ProviderPath, providerNames } from './contract.ts'
import type { FactorReset } from './factor-reset.ts'
import { issueFactorCode } from './first-factor.ts'
import { factorCodeLetter, factorsResetLetter, providerLetter, secondFactorLetter, signInCodeLetter } from './letters.ts'
import { issueSignInCode } from './mailed-code.ts'
import { type GrantsOf, networkToName, originQuery, type PayorOf, type SignInOrigin } from './sessions.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'mail-confirmation': Readonly<{ userId: string | null }> & SignInOrigin
    'mail-already-registered': Readonly<{ userId: string }> & SignInOrigin
    'mail-password-reset': Readonly<{ userId: string | null }> & SignInOrigin
    'mail-provider': Readonly<{ userId: string; provider: ProviderPath; connected: boolean }>
    'mail-factor-code': Readonly<{ sessionId: string }>
    'mail-sign-in-code': Readonly<{ hash: string; email: string; language: Language }>
    'mail-second-factor': Readonly<{ userId: string; factor: Factor; added: boolean }>
    'mail-factors-reset': FactorReset
  }
}

type TaskNeeds = Readonly<{ send: SendMail; now: Clock; baseUrl: () => string; grantsOf: GrantsOf; payorOf: PayorOf }>

/** The mails about accounts. A link's token is made as its mail goes out, so that no queue ever holds one. */
export const identityTasks = (db: pg.Pool, { send, now, baseUrl, grantsOf, payorOf }: TaskNeeds) => {
  /** Sends nothing for an unknown user: the requester must not learn whether an account exists. */
  const mail = async (userId: string | null, letter: (account: Account) => Promise<Letter> | Letter) => {
    const account = userId && (await findById(db, userId))
    if (account) await send({ to: account.email, ...renderLetter(await letter(account)) })
  }
  const wordsFor = async (email: string, origin: SignInOrigin): Promise<OriginWords> => ({
    language: origin.language ?? 'en',
    network: await networkToName(payorOf, email, origin),
  })
  const linkTo = (path: string, origin: SignInOrigin, token?: string): string => {
    const query = new URLSearchParams({ ...(token === undefined ? {} : { token }), ...originQuery(origin) }).toString()
    return `${baseUrl()}${path}${query && `?${query}`}`
  }
  return {
    'mail-confirmation': ({ userId, ...origin }) =>
      mail(userId, async ({ id, email, firstName, confirmed, passwordHash }) => {
        const words = await wordsFor(email, origin)
        if (confirmed || passwordHash !== null)
          return confirmationLetter(firstName, linkTo('/confirm-email', origin, await issueToken(db, id, 'confirm', now())), words)
        // The link lives as long as a confirmation link, since nobody can sign in to the account before using it.
        const token = await issueToken(db, id, 'reset', now(), lifetimes.confirm)
        return choosePasswordLetter(firstName, linkTo('/reset-password', origin, token), words)
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
    'mail-already-registered': ({ userId, ...origin }) =>
      mail(userId, async ({ email, firstName }) => alreadyRegisteredLetter(firstName, linkTo('/login', origin), await wordsFor(email, origin))),
    'mail-password-reset': ({ userId, ...origin }) =>
      mail(userId, async ({ id, email, firstName }) => {
        const link = linkTo('/reset-password', origin, await issueToken(db, id, 'reset', now()))
        return resetLetter(firstName, link, await wordsFor(email, origin))
      }),
  } satisfies Partial<Tasks>
}
