import type pg from 'pg'
import type { Clock } from '../kernel/dates.ts'
import type { Tasks } from '../platform/jobs.ts'
import { type Letter, renderLetter } from '../platform/letter.ts'
import type { SendMail } from '../platform/mail.ts'
import { findById, issueToken } from './accounts.ts'
import { alreadyRegisteredLetter, confirmationLetter, resetLetter } from './letters.ts'

/** The mails about accounts. A link's token is made only when its mail goes out, so that no queue ever holds one. */
export const identityTasks = (db: pg.Pool, send: SendMail, now: Clock, baseUrl: () => string): Tasks => {
  /** To nobody for no user: whoever asks for a mail must not learn whether there is one. */
  const mail = async (userId: string | null, letter: (firstName: string) => Promise<Letter> | Letter) => {
    const account = userId && (await findById(db, userId))
    if (account) await send({ to: account.email, ...renderLetter(await letter(account.firstName)) })
  }
  return {
    'mail-confirmation': ({ userId }: { userId: string }) =>
      mail(userId, async (name) => confirmationLetter(name, `${baseUrl()}/confirm-email?token=${await issueToken(db, userId, 'confirm', now())}`)),
    'mail-already-registered': ({ userId }: { userId: string }) => mail(userId, (name) => alreadyRegisteredLetter(name, `${baseUrl()}/login`)),
    'mail-password-reset': ({ userId }: { userId: string }) =>
      mail(userId, async (name) => resetLetter(name, `${baseUrl()}/reset-password?token=${await issueToken(db, userId, 'reset', now())}`)),
  }
}
