import type { MendingEvent, VisitEvent } from '../../modules/audit/events.ts'
import type { NetworkEvent, NetworkSettings } from '../../modules/networks/events.ts'
import { userIn } from '../../modules/platform/history.ts'
import { keepJournal } from '../audit/journal.ts'
import type { Projection, Recorded, Transaction } from '../projection.ts'
import { likenessesOf } from './look-alikes.ts'

const insertGrant = `insert into network_people (network_id, user_id, role, expires_at, position) values ($1, $2, $3, $4, $5)
  on conflict (network_id, user_id) do update set role = excluded.role, expires_at = excluded.expires_at`

type Event = Recorded<NetworkEvent | VisitEvent | MendingEvent>
/** Visits of Auditors, and what was set aside, stand in the journal alone. */
const isOfNetwork = (event: Event): event is Recorded<NetworkEvent> => event.stream.startsWith('network-')

/** A kept name keeps the date since which the network has it. */
const nameNetwork = async (tx: Transaction, networkId: string, names: readonly (string | null)[], position: bigint): Promise<void> => {
  const likenesses = [...new Set(names.flatMap((name) => (name === null ? [] : likenessesOf(name))))]
  await tx.query('delete from network_names where network_id = $1 and likeness <> all($2::text[])', [networkId, likenesses])
  await tx.query(
    'insert into network_names (network_id, likeness, since) select $1, likeness, $3 from unnest($2::text[]) as likeness on conflict do nothing',
    [networkId, likenesses, position],
  )
}

const settingColumns: Readonly<Record<keyof NetworkSettings, string>> = {
  name: 'name',
  slug: 'slug',
  description: 'description',
  timeZone: 'time_zone',
  embedOrigins: 'embed_origins',
  reminderDays: 'reminder_days',
  senderName: 'sender_name',
  language: 'language',
  trackMail: 'track_mail',
  secondFactor: 'second_factor',
  mailSeals: 'mail_seals',
  contactName: 'contact_name',
  contactEmail: 'contact_email',
  contactPhone: 'contact_phone',
  postalAddress: 'postal_address',
}

const foldOne = async (tx: Transaction, { type, data, position, revision, metadata }: Recorded<NetworkEvent>): Promise<void> => {
  switch (type) {
    case 'NetworkCreated':
      await tx.query(
        `insert into networks (id, name, slug, description, time_zone, embed_origins, reminder_days, position, revision, since) values ($1, $2, $3, $4, $5, '{}', $6, $7, $8, $7)`,
        [data.networkId, data.name, data.slug, data.description, data.timeZone, data.reminderDays, position, revision],
      )
      await nameNetwork(tx, data.networkId, [data.name], position)
      break
    case 'NetworkSettingsChanged':
      await tx.query(
        'update networks set name = $2, slug = $3, description = $4, time_zone = $5, embed_origins = $6, reminder_days = $7, sender_name = $8, language = $9, track_mail = $10, second_factor = $11, mail_seals = $12, contact_name = $13, contact_email = $14, contact_phone = $15, postal_address = $16, since = $17 where id = $1',
        [
          data.networkId,
          data.name,
          data.slug,
          data.description,
          data.timeZone,
          data.embedOrigins,
          data.reminderDays,
          data.senderName,
          data.language ?? 'en',
          data.trackMail ?? false,
          data.secondFactor ?? false,
          data.mailSeals ?? true,
          data.contactName ?? null,
          data.contactEmail ?? null,
          data.contactPhone ?? null,
          data.postalAddress ?? null,
          position,
        ],
      )
      await nameNetwork(tx, data.networkId, [data.name, data.senderName], position)
      break
    case 'NetworkSettingsEdited': {
      const { networkId, ...changed } = data
      const { rows } = await tx.query<{ name: string; senderName: string | null }>(
        `update networks set ${Object.keys(changed)
          .map((name, i) => `${settingColumns[name as keyof NetworkSettings]} = $${i + 3}`)
          .concat('since = $2')
          .join(', ')} where id = $1 returning name, sender_name as "senderName"`,
        [networkId, position, ...Object.values(changed)],
      )
      if (rows[0]) await nameNetwork(tx, networkId, [rows[0].name, rows[0].senderName], position)
      break
    }
    case 'NetworkRoleGranted':
      await tx.query(insertGrant, [data.networkId, data.userId, data.role, null, position])
      break
    case 'TemporaryRoleGranted':
      await tx.query(insertGrant, [data.networkId, data.userId, data.role, data.expiresAt, position])
      break
    case 'NetworkRoleRevoked':
      await tx.query('delete from network_people where network_id = $1 and user_id = $2', [data.networkId, data.userId])
      break
    case 'SecondFactorsReset':
      break
    case 'PersonInvited':
      await tx.query('insert into invitations (id, network_id, invitee, role, expires_at, position) values ($1, $2, $3, $4, $5, $6)', [
        data.invitationId,
        data.networkId,
        data.invitee,
        data.role,
        data.expiresAt,
        position,
      ])
      break
    case 'InvitationAccepted':
    case 'InvitationDeclined':
    case 'InvitationRevoked':
      await tx.query('delete from invitations where id = $1', [data.invitationId])
      break
    case 'ApiKeyMade':
      await tx.query(
        'insert into api_keys (id, network_id, name, scope, created_by, created_at, ends_at, ended, position) values ($1, $2, $3, $4, $5, $6, $7, false, $8)',
        [data.keyId, data.networkId, data.name, data.scope, userIn(metadata.actor), metadata.at, data.endsAt, position],
      )
      break
    case 'ApiKeyReplaced':
      break
    case 'ApiKeyEnded':
      await tx.query('update api_keys set ended = true where id = $1', [data.keyId])
      break
    case 'WebhookMade':
      await tx.query(
        `insert into webhooks (id, network_id, name, url, happenings, is_on, on_since, secret_number, key_version, created_by, created_at, position)
         values ($1, $2, $3, $4, $5, true, $8, 0, $9, $6, $7, $8)`,
        [data.webhookId, data.networkId, data.name, data.url, data.happenings, userIn(metadata.actor), metadata.at, position, data.keyVersion ?? 1],
      )
      break
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
      await tx.query('update webhooks set is_on = false, off_because = $2, off_since = $3 where id = $1', [data.webhookId, data.because, position])
      break
    case 'WebhookRemoved':
      await tx.query('delete from webhooks where id = $1', [data.webhookId])
      break
  }
  await tx.query('update networks set revision = $2, since = $3 where id = $1', [data.networkId, revision, position])
}

/** Networks, roles and invitations: few and small, so one statement per event. */
export const networksProjection: Projection = {
  name: 'networks',
  categories: ['network', 'visits', 'mending'],
  own: ['network', 'visits', 'mending'],
  fold: async (tx, events) => {
    for (const event of events as readonly Event[]) if (isOfNetwork(event)) await foldOne(tx, event)
    await keepJournal(tx, events)
  },
}
