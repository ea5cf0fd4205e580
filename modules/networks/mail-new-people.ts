import type { NetworkId, UserId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { SignedLinks } from '../platform/http/signed-links.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { renderLetter } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { reaction } from '../platform/process.ts'
import { openUntil } from './access.ts'
import { networkEvents, networkStream } from './events.ts'
import { admittedLetter, invitationLetter } from './letters.ts'
import { networkHandler } from './routes.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'mail-invitation': Readonly<{ networkId: NetworkId; invitationId: string; messageId: string }>
    'mail-admitted': Readonly<{ networkId: NetworkId; userId: UserId; messageId: string }>
  }
}

/** Mails a link to invited people, and a notice to people whom another person has given a role. */
export const mailNewPeople = reaction(networkEvents, {
  // The name of the checkpoint: under another name, the process would mail everyone again.
  name: 'mail-people-who-are-let-in',
  categories: ['network'],
  reactsTo: ['PersonInvited', 'NetworkRoleGranted', 'TemporaryRoleGranted'],
  jobsFor: (events) =>
    events.flatMap(({ id, type, data, metadata }): Job[] => {
      const { networkId } = data
      if (type === 'PersonInvited')
        return [{ task: 'mail-invitation', payload: { networkId, invitationId: data.invitationId, messageId: id }, key: `mail/${id}` }]
      // The creator of the network, or a person who accepted an invitation, needs no mail.
      if (metadata.actor === `user:${data.userId}`) return []
      return [{ task: 'mail-admitted', payload: { networkId, userId: data.userId, messageId: id }, key: `mail/${id}` }]
    }),
})

export type NewPeopleDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  tokens: SignedLinks<'networkId' | 'invitationId'>
  send: SendMail
  baseUrl: () => string
  accountById: (id: UserId) => Promise<Readonly<{ email: string; firstName: string }> | null>
  mailNamesOf: (id: NetworkId) => Promise<Readonly<{ name: string; sender: string }> | null>
}>

export const newPeopleTasks = ({
  store,
  personal,
  tokens,
  send,
  baseUrl,
  accountById,
  mailNamesOf,
}: NewPeopleDependencies): Pick<Tasks, 'mail-invitation' | 'mail-admitted'> => {
  const { load } = networkHandler(store, personal)
  const networkOf = async (id: NetworkId) => (await load(networkStream(id))).state
  const calledOf = async (id: NetworkId) => {
    const names = await mailNamesOf(id)
    if (!names) throw new Error('the read models lag behind')
    return names
  }
  return {
    'mail-invitation': async ({ networkId, invitationId, messageId }) => {
      const network = await networkOf(networkId)
      const invitation = network?.invitations.get(invitationId)
      // The invitation was revoked or replaced before the mail went out.
      if (!network || !invitation?.email || invitation.state !== 'open') return
      const { language, timeZone } = network.settings
      const { name: networkName, sender } = await calledOf(networkId)
      const { email, role, expiresAt } = invitation
      const url = `${baseUrl()}/accept-invitation?token=${tokens.issue({ networkId, invitationId })}`
      const letter = invitationLetter({ networkName, language, timeZone, role, expiresAt }, openUntil(invitation), url)
      await send({ to: email, fromName: sender, messageId, ...renderLetter(letter) })
    },
    'mail-admitted': async ({ networkId, userId, messageId }) => {
      const network = await networkOf(networkId)
      const grant = network?.people.get(userId)
      const account = await accountById(userId)
      if (!network || !grant || !account) return
      const { language, timeZone } = network.settings
      const { name: networkName, sender } = await calledOf(networkId)
      const letter = admittedLetter(account.firstName, { networkName, language, timeZone, ...grant }, `${baseUrl()}/dashboard`)
      await send({ to: account.email, fromName: sender, messageId, ...renderLetter(letter) })
    },
  }
}
