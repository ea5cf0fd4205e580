import { isDeepStrictEqual } from 'node:util'
import { replay } from '../kernel/decider.ts'
import type { NetworkId, ProfileId, UserId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { type Letter, renderLetter } from '../platform/letter.ts'
import type { SendMail } from '../platform/mail.ts'
import { type PersonalData, sealedField } from '../platform/personal-data.ts'
import type { Process } from '../platform/process.ts'
import { details, profileDecider } from './decider.ts'
import type { ProfileEvent } from './events.ts'

/** A change of where money goes is told to every Admin of the network, so that none goes unnoticed (decision 30). */
export const mailAdminsWhenPaymentDetailsChange: Process = {
  name: 'mail-admins-when-payment-details-change',
  categories: ['profile'],
  jobsFor: (events) =>
    events.flatMap((event): Job[] => {
      const { type, data } = event as unknown as ProfileEvent
      if (type !== 'PaymentProfileChanged') return []
      const { profileId } = data
      return [{ task: 'notice-changed-payment-details', payload: { profileId, revision: event.revision }, key: `notice/${event.id}` }]
    }),
}

const letterOf = (firstName: string, profileName: string, by: string, url: string): Letter => ({
  subject: `The payment details of ${profileName} were changed`,
  heading: `Hello ${firstName}`,
  paragraphs: [
    `${by} has changed bank or account details of the payment profile ${profileName}. Payors see the new details from now on.`,
    'If that is right, you need not do anything. If it is not, sign in, put the details right and change your password at once.',
  ],
  action: { label: 'Look at the payment profiles', url },
})

type Account = Readonly<{ id: UserId; email: string; firstName: string; lastName: string }>

export type NoticeDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  send: SendMail
  baseUrl: () => string
  addJob: (job: Job) => Promise<void>
  adminsOf: (networkId: NetworkId) => Promise<readonly UserId[]>
  accountsOf: (ids: readonly UserId[]) => Promise<readonly Account[]>
}>

export const noticeTasks = ({ store, personal, send, baseUrl, addJob, adminsOf, accountsOf }: NoticeDependencies): Tasks => {
  const { decode } = sealedField<ProfileEvent>(personal, 'profileId', 'methods')
  return {
    /** One mail an Admin, each a job of its own, so that a repeat mails nobody twice. */
    'notice-changed-payment-details': async ({ profileId, revision }: { profileId: ProfileId; revision: number }) => {
      const recorded = (await store.read(`profile-${profileId}`)).slice(0, revision + 1)
      const events = await decode(recorded)
      const before = replay(profileDecider, events.slice(0, -1))
      const after = replay(profileDecider, events)
      const change = recorded.at(-1)
      if (!before?.methods || !after?.methods || !change || isDeepStrictEqual(details(before.methods), details(after.methods))) return
      const [changer] = await accountsOf([change.metadata.actor.replace('user:', '') as UserId])
      const by = changer ? `${changer.firstName} ${changer.lastName}` : 'Somebody'
      for (const userId of await adminsOf(after.networkId))
        await addJob({
          task: 'mail-changed-payment-details',
          payload: { userId, profileName: after.name, by, messageId: `${change.id}.${userId}` },
          key: `mail/${change.id}/${userId}`,
        })
    },
    'mail-changed-payment-details': async ({
      userId,
      profileName,
      by,
      messageId,
    }: {
      userId: UserId
      profileName: string
      by: string
      messageId: string
    }) => {
      const [admin] = await accountsOf([userId])
      if (admin)
        await send({ to: admin.email, messageId, ...renderLetter(letterOf(admin.firstName, profileName, by, `${baseUrl()}/settings/payments`)) })
    },
  }
}
