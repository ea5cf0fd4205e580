import type { Instant } from '../kernel/dates.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { renderLetter } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { Account } from './accounts.ts'
import type { Factor } from './contract.ts'
import { firstFactorLetter } from './letters.ts'
import type { GrantsOf } from './sessions.ts'

type FirstFactor = Readonly<{ userId: UserId; factor: Factor; at: Instant }>

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'tell-admins-about-a-first-factor': FirstFactor
    'mail-first-factor': FirstFactor & Readonly<{ networkId: NetworkId; adminId: UserId }>
  }
}

type Dependencies = Readonly<{
  send: SendMail
  baseUrl: () => string
  addJobs: (jobs: readonly Job[]) => Promise<void>
  accountOf: (id: UserId) => Promise<Account | null>
  grantsOf: GrantsOf
  adminsOf: (networkId: NetworkId) => Promise<readonly UserId[]>
}>

/**
 * When an Admin's account gets its first second factor, the other Admins of the network are mailed, which exposes an
 * attacker with a stolen password and mailbox (R7). Each mail is a separate job, so a retry mails nobody twice. No job
 * contains a name.
 */
export const firstFactorTasks = ({
  send,
  baseUrl,
  addJobs,
  accountOf,
  grantsOf,
  adminsOf,
}: Dependencies): Pick<Tasks, 'tell-admins-about-a-first-factor' | 'mail-first-factor'> => {
  const keyOf = ({ userId, at, networkId, adminId }: Readonly<{ userId: string; at: Instant; networkId: string; adminId: string }>) =>
    `first-factor/${userId}/${at}/${networkId}/${adminId}`
  return {
    'tell-admins-about-a-first-factor': async (first) => {
      for (const { networkId, role } of await grantsOf(first.userId)) {
        if (role !== 'Admin') continue
        const others = (await adminsOf(networkId)).filter((adminId) => adminId !== first.userId)
        await addJobs(
          others.map((adminId): Job => {
            const payload = { ...first, networkId, adminId }
            return { task: 'mail-first-factor', payload, key: keyOf(payload) }
          }),
        )
      }
    },
    'mail-first-factor': async (mail) => {
      const [person, admin] = [await accountOf(mail.userId), await accountOf(mail.adminId)]
      const network = (await grantsOf(mail.userId)).find(({ networkId }) => networkId === mail.networkId)
      if (!person || !admin || !network) return
      const letter = firstFactorLetter(admin.firstName, person, mail.factor, network.name, `${baseUrl()}/settings/people`)
      await send({ to: admin.email, messageId: uuidV5(keyOf(mail)), ...renderLetter(letter) })
    },
  }
}
