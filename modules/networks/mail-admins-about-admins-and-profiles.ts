import type { NetworkId, UserId } from '../kernel/ids.ts'
import { profileEvents } from '../payment-profiles/events.ts'
import type { EventStore, Revision, StreamName } from '../platform/event-store/event-store.ts'
import { categoryOf } from '../platform/event-store/event-store.ts'
import { userIn } from '../platform/history.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { type NameOf, type NoticeOf, renderLetter } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { reaction } from '../platform/process.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { programEvents } from '../programs/events.ts'
import { networkEvents } from './events.ts'
import { noticeLetter } from './letters.ts'

const noticedEvents = { ...networkEvents, ...profileEvents, ...programEvents }

/** Mails every Admin about each change of who can act for the network, and of where money goes (R21, R28, R34). */
export const mailAdminsAboutAdminsAndProfiles = reaction(noticedEvents, {
  // The name of the checkpoint, which dates from when this covered only payment details, and must not change.
  name: 'mail-admins-when-payment-details-change',
  categories: ['network', 'profile', 'program'],
  reactsTo: [
    'NetworkRoleGranted',
    'TemporaryRoleGranted',
    'NetworkRoleRevoked',
    'SecondFactorsReset',
    'PaymentProfileCreated',
    'PaymentProfileChanged',
    'PaymentProfileAttached',
    'StripeAccountConnected',
    'ApiKeyMade',
    'ApiKeyReplaced',
    'ApiKeyEnded',
    'WebhookMade',
    'WebhookChanged',
    'WebhookSecretReplaced',
    'WebhookTurnedOff',
    'WebhookRemoved',
  ],
  jobsFor: (events) => events.map(({ id, stream, revision }): Job => ({ task: 'tell-admins', payload: { stream, revision }, key: `notice/${id}` })),
})

type Account = Readonly<{ id: UserId; email: string; firstName: string; lastName: string }>
type Change = Readonly<{ stream: StreamName; revision: Revision }>

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'tell-admins': Change
    'mail-notice': Change & Readonly<{ userId: UserId }>
  }
}

export type NoticeDependencies = Readonly<{
  store: EventStore
  send: SendMail
  baseUrl: () => string
  addJobs: (jobs: readonly Job[]) => Promise<void>
  adminsOf: (networkId: NetworkId) => Promise<readonly UserId[]>
  accountsOf: (ids: readonly UserId[]) => Promise<readonly Account[]>
  noticeOf: Readonly<Record<'network' | 'profile' | 'program', NoticeOf>>
}>

export const noticeTasks = ({
  store,
  send,
  baseUrl,
  addJobs,
  adminsOf,
  accountsOf,
  noticeOf,
}: NoticeDependencies): Pick<Tasks, 'tell-admins' | 'mail-notice'> => {
  const nameOf: NameOf = async (id) => {
    const user = (userIn(id) ?? id) as UserId
    const [account] = user.includes(':') ? [] : await accountsOf([user])
    return account ? `${account.firstName} ${account.lastName} (${account.email})` : 'Somebody'
  }
  const noticeAt = async ({ stream, revision }: Change) =>
    noticeOf[categoryOf(stream) as keyof typeof noticeOf]((await store.read(stream)).slice(0, revision + 1), nameOf)
  return {
    /** One job per mail, so that a retry mails nobody twice. No job holds a name. */
    'tell-admins': async ({ stream, revision }) => {
      const notice = await noticeAt({ stream, revision })
      if (!notice) return
      const admins = notice.admins ?? (await adminsOf(notice.networkId))
      await addJobs(
        admins.map((userId) => ({ task: 'mail-notice', payload: { stream, revision, userId }, key: `notice/${stream}/${revision}/${userId}` })),
      )
    },
    'mail-notice': async ({ userId, ...change }) => {
      const notice = await noticeAt(change)
      const [admin] = await accountsOf([userId])
      if (!notice || !admin) return
      const letter = noticeLetter(admin.firstName, notice, `${baseUrl()}${notice.page.path}`)
      await send({ to: admin.email, messageId: uuidV5(`notice/${change.stream}/${change.revision}/${userId}`), ...renderLetter(letter) })
    },
  }
}
