import unhomoglyph from 'unhomoglyph'
import { type AccessEvent, accessEvents, type RepairEvent, repairEvents } from '../../modules/audit/events.ts'
import { likenessOf } from '../../modules/kernel/names.ts'
import { withoutIgnorable } from '../../modules/kernel/visible.ts'
import { type NetworkEvent, networkEvents } from '../../modules/networks/events.ts'
import { userIn } from '../../modules/platform/history.ts'
import { keepJournal } from '../audit/journal.ts'
import { projectionOf, type Recorded, type Transaction } from '../projection.ts'
import { apiKeys, invitations, networkPeople, networks, webhooks } from './tables.ts'

/**
 * Small capitals look like lower-case letters. So do lower-case Cyrillic letters that UTS 39 treats as small capitals.
 */
const SMALL_CAPITALS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋᴌᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢĸʍ'].map((letter, index) => [letter, 'abcdefghijklmnoprstuvwyzkm'[index] ?? letter]),
)

const skeleton = (text: string): string =>
  unhomoglyph(text.normalize('NFD')).replace(/[ᴀ-ᴢʙɢʜɪɴʀʏꜰꜱĸʍ]/gu, (letter) => unhomoglyph(SMALL_CAPITALS[letter] ?? letter))

const folded = (text: string): string => skeleton(likenessOf(text)).replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * The skeletons (UTS 39) of a name: two names that have a skeleton in common look alike. Capitals and small letters
 * resemble different letters of other alphabets, so a name has two skeletons, from before and after its case is folded.
 */
export const likenessesOf = (name: string): string[] => {
  const seen = withoutIgnorable(name).normalize('NFKC')
  const likenesses = [folded(seen), folded(skeleton(seen))].filter((likeness) => likeness !== '')
  return [...new Set(likenesses.length > 0 ? likenesses : [seen.trim()])]
}

const again = '(network_id, user_id) do update set role = excluded.role, expires_at = excluded.expires_at'

type Event = Recorded<NetworkEvent | AccessEvent | RepairEvent>
/** Auditors' visits and quarantined events are only in the journal. */
const isOfNetwork = (event: Event): event is Recorded<NetworkEvent> => event.stream.startsWith('network-')

/** Replaces the skeletons of a network's names. A skeleton that stays keeps its `since`. */
const nameNetwork = async (tx: Transaction, networkId: string, names: readonly (string | null)[], position: bigint): Promise<void> => {
  const likenesses = [...new Set(names.flatMap((name) => (name === null ? [] : likenessesOf(name))))]
  await tx.query('delete from network_names where network_id = $1 and likeness <> all($2::text[])', [networkId, likenesses])
  await tx.query(
    'insert into network_names (network_id, likeness, since) select $1, likeness, $3 from unnest($2::text[]) as likeness on conflict do nothing',
    [networkId, likenesses, position],
  )
}

/** The values of settings that older events do not have. */
const LATER_SETTINGS = {
  ...({ language: 'en', trackMail: false, secondFactor: false, mailSeals: true } as const),
  ...{ congregationsPayForMembers: false, depositsCountedByTwo: false },
  ...{ contactName: null, contactEmail: null, contactPhone: null, postalAddress: null },
}

const foldOne = async (tx: Transaction, { type, data, position, revision, metadata }: Recorded<NetworkEvent>): Promise<void> => {
  switch (type) {
    case 'NetworkCreated':
      await networks.insert(tx, {
        ...{ id: data.networkId, name: data.name, slug: data.slug, description: data.description, timeZone: data.timeZone, embedOrigins: [] },
        ...{ reminderDays: data.reminderDays, position, revision, since: position },
      })
      await nameNetwork(tx, data.networkId, [data.name], position)
      break
    case 'NetworkSettingsChanged': {
      const { networkId, ...settings } = data
      await networks.update(tx, networkId, { ...LATER_SETTINGS, ...settings, since: position })
      await nameNetwork(tx, networkId, [data.name, data.senderName], position)
      break
    }
    case 'NetworkSettingsEdited': {
      const { networkId, ...changed } = data
      await networks.update(tx, networkId, { ...changed, since: position })
      const { rows } = await tx.query<{ name: string; senderName: string | null }>(
        'select name, sender_name as "senderName" from networks where id = $1',
        [networkId],
      )
      if (rows[0]) await nameNetwork(tx, networkId, [rows[0].name, rows[0].senderName], position)
      break
    }
    case 'NetworkRoleGranted':
    case 'TemporaryRoleGranted': {
      const { networkId, userId, role } = data
      const expiresAt = type === 'TemporaryRoleGranted' ? data.expiresAt : null
      await networkPeople.insert(tx, { networkId, userId, role, expiresAt, position }, again)
      break
    }
    case 'NetworkRoleRevoked':
      await tx.query('delete from network_people where network_id = $1 and user_id = $2', [data.networkId, data.userId])
      break
    case 'SecondFactorsReset':
      break
    case 'PersonInvited': {
      const { invitationId: id, networkId, role, expiresAt } = data
      await invitations.insert(tx, { id, networkId, invitee: data.invitee as unknown as string, role, expiresAt, position })
      break
    }
    case 'InvitationAccepted':
    case 'InvitationDeclined':
    case 'InvitationRevoked':
      await tx.query('delete from invitations where id = $1', [data.invitationId])
      break
    case 'ApiKeyMade': {
      const { keyId: id, networkId, name, scope, endsAt } = data
      await apiKeys.insert(tx, {
        id,
        networkId,
        name,
        scope,
        createdBy: userIn(metadata.actor),
        createdAt: metadata.at,
        endsAt,
        ended: false,
        position,
      })
      break
    }
    case 'ApiKeyReplaced':
      break
    case 'ApiKeyEnded':
      await apiKeys.update(tx, data.keyId, { ended: true })
      break
    case 'WebhookMade': {
      const { webhookId: id, networkId, name, url, happenings, keyVersion = 1 } = data
      await webhooks.insert(tx, {
        ...{ id, networkId, name, url, happenings, isOn: true, onSince: position, secretNumber: 0, keyVersion },
        ...{ createdBy: userIn(metadata.actor), createdAt: metadata.at, position },
      })
      break
    }
    case 'WebhookChanged':
      await tx.query(
        `update webhooks set name = $2, url = $3, happenings = $4, is_on = $5, off_because = case when $5 then null else off_because end,
           on_since = case when $5 and not is_on then $6 else on_since end,
           off_since = case when $5 then null when is_on then $6 else off_since end
         where id = $1`,
        [data.webhookId, data.name, data.url, data.happenings, data.isOn, position],
      )
      break
    case 'WebhookSecretReplaced':
      await tx.query(
        `update webhooks set secret_number = secret_number + 1, key_version = $3, earlier_until = $2, earlier_key_version = key_version where id = $1`,
        [data.webhookId, data.earlierUntil, data.keyVersion ?? 1],
      )
      break
    case 'WebhookTurnedOff':
      await webhooks.update(tx, data.webhookId, { isOn: false, offBecause: data.because, offSince: position })
      break
    case 'WebhookRemoved':
      await tx.query('delete from webhooks where id = $1', [data.webhookId])
      break
  }
  await networks.update(tx, data.networkId, { revision, since: position })
}

/** Networks, roles and invitations: few and small, so one statement per event. */
export const networksProjection = projectionOf(
  { ...networkEvents, ...accessEvents, ...repairEvents },
  {
    name: 'networks',
    categories: ['network', 'visits', 'mending'],
    own: ['network', 'visits', 'mending'],
    fold: async (tx, events) => {
      for (const event of events) if (isOfNetwork(event)) await foldOne(tx, event)
      await keepJournal(tx, events)
    },
  },
)
