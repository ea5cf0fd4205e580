import type { Instant } from '../kernel/dates.ts'
import { replay } from '../kernel/decider.ts'
import type { UserId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../platform/event-store/event-store.ts'
import type { NameOf, NoticeOf } from '../platform/mail/letter.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { isIn, type NetworkState } from './access.ts'
import { networkCodec } from './codec.ts'
import { networkDecider } from './decider.ts'
import { isKeyEvent, noticeOfKeys } from './notice-of-keys.ts'
import { noticeOfWebhooks } from './notice-of-webhooks.ts'
import { isWebhookEvent } from './webhooks.ts'

const PAGE = { label: 'See who has access', path: '/settings/people' } as const

const adminsAt = (network: NetworkState, at: Instant): UserId[] =>
  [...(network?.people ?? [])].flatMap(([id, grant]) => (grant?.role === 'Admin' && isIn(network, id as UserId, at) ? [id as UserId] : []))

/** The person who granted the access: for an accepted invitation, its sender. */
const grantedBy = async (history: readonly RecordedEvent[], who: string, nameOf: NameOf): Promise<string> => {
  const [before, grant] = history.slice(-2)
  if (before?.type !== 'InvitationAccepted' || grant?.metadata.actor !== before.metadata.actor)
    return `${await nameOf(grant?.metadata.actor ?? '')} has given this role.`
  const invited = history.find(({ type, data }) => type === 'PersonInvited' && data.invitationId === before.data.invitationId)
  return `${who} has accepted an invitation by ${await nameOf(invited?.metadata.actor ?? '')}.`
}

/**
 * Notice of a new Admin, a removed one, or a changed end of an Admin's access, to everyone who was an Admin before or
 * after the change. Also makes the notices of changed API keys and webhooks.
 */
export const noticeOfNetwork = (personal: PersonalData): NoticeOf => {
  const { decode } = networkCodec(personal)
  return async (history, nameOf) => {
    const events = await decode(networkDecider.read(history))
    const last = events.at(-1)
    const change = history.at(-1)
    if (last && change && isKeyEvent(last)) return noticeOfKeys(events, last, change.metadata.actor, nameOf)
    if (last && change && isWebhookEvent(last)) return noticeOfWebhooks(events, change.metadata.actor, nameOf)
    const before = replay(networkDecider, events.slice(0, -1))
    const after = replay(networkDecider, events)
    // The first role of a network is its creator's: there is nobody to notify.
    if (!last || !change || !after || !before || before.people.size === 0 || !('userId' in last.data)) return null
    const { userId, networkId } = last.data
    if (last.type === 'SecondFactorsReset') {
      const person = await nameOf(userId)
      // The person gets a separate mail with the next steps.
      const others = adminsAt(after, change.metadata.at).filter((id) => id !== userId)
      const text = `${await nameOf(change.metadata.actor)} has reset the second factor of ${person}, who has access to ${after.settings.name}. The passkeys, the authenticator app and the recovery codes are removed; a new one takes a code that is mailed to the address of the account.`
      return { networkId, admins: others, subject: `The second factor of ${person} was reset`, text, page: PAGE }
    }
    const [was, is] = [before.people.get(userId)?.role === 'Admin', after.people.get(userId)?.role === 'Admin']
    if (!was && !is) return null
    const { at, actor } = change.metadata
    const admins = [...new Set([...adminsAt(before, at), ...adminsAt(after, at), ...(was ? [userId] : [])])]
    const who = await nameOf(userId)
    const { name } = after.settings
    if (is) {
      const how = await grantedBy(history, who, nameOf)
      const text = `${who} is an Admin of ${name} from now on. ${how} An Admin can change who has access and where payments go.`
      return { networkId, admins, subject: `${who} is now an Admin of ${name}`, text, page: PAGE }
    }
    const role = after.people.get(userId)?.role
    const left = actor === `user:${userId}` ? `${who} has done it.` : `${await nameOf(actor)} has done it.`
    const text = `${who} is no longer an Admin of ${name}${role ? `, but ${role === 'Auditor' ? 'an' : 'a'} ${role}` : ' and has no access to it any more'}. ${left}`
    return { networkId, admins, subject: `${who} is no longer an Admin of ${name}`, text, page: PAGE }
  }
}
