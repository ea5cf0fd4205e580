import { sql } from 'slonik'
import { z } from 'zod'
import { NamedNetwork } from '../../modules/find-bills/contract.ts'
import { Role } from '../../modules/identity/contract.ts'
import { Contact } from '../../modules/kernel/contact.ts'
import { Instant } from '../../modules/kernel/date-schemas.ts'
import { NetworkId, UserId } from '../../modules/kernel/ids.ts'
import { KeyScope, Network } from '../../modules/networks/contract.ts'
import type { Position } from '../../modules/platform/event-store/event-store.ts'
import { prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import { versionCache } from '../../modules/platform/speed/version-cache.ts'
import { OffBecause, WebhookEventType } from '../../modules/webhooks/contract.ts'

const GrantRow = z.object({ networkId: NetworkId, name: z.string(), role: Role, expiresAt: Instant.nullable(), secondFactor: z.boolean() })
const NetworkRow = Network.extend({ revision: z.number().int() })
export type NetworkRow = z.infer<typeof NetworkRow>
const Zone = z.object({ timeZone: z.string() })
const MailNetwork = Network.pick({ name: true, language: true })
const MailNames = z.object({ name: z.string(), sender: z.string() })
const PersonRow = z.object({ id: UserId, role: Role, expiresAt: Instant.nullable() })
const InvitationRow = z.object({ id: z.string(), invitee: z.string(), role: Role, expiresAt: Instant.nullable() })
const AdminRow = z.object({ id: UserId })

const holds = (at: Instant) => sql.fragment`(p.expires_at is null or p.expires_at > ${at}::timestamptz)`

/**
 * A user's networks, oldest first, with the role in each; expired roles are left out. Cached until the read model's
 * position (`at`) changes, which happens before a command is answered (R115).
 */
export const grantsOf = (db: Queries, at: () => Position | null) => {
  const rowsOf = versionCache(at, (userId) =>
    db.any(sql.type(GrantRow)`${prepared}
      select p.network_id, n.name, p.role, p.expires_at, n.second_factor from network_people p join networks n on n.id = p.network_id
      where p.user_id = ${userId} order by p.position, n.name`),
  )
  return async (userId: string, now: Instant) =>
    (await rowsOf(userId)).filter(({ expiresAt }) => expiresAt === null || expiresAt > now).map(({ expiresAt: _, ...grant }) => grant)
}

const networkColumns = sql.fragment`
  n.id, n.name, n.slug, n.description, n.time_zone, n.embed_origins, n.reminder_days, n.sender_name, n.language, n.track_mail, n.second_factor, n.mail_seals,
  n.congregations_pay_for_members, n.deposits_counted_by_two, n.contact_name, n.contact_email, n.contact_phone, n.postal_address, n.revision`

export const networksOf = (db: Queries, userId: string, at: Instant) =>
  db.any(sql.type(NetworkRow)`
    select ${networkColumns}, p.role
    from network_people p join networks n on n.id = p.network_id where p.user_id = ${userId} and ${holds(at)} order by p.position`)

/** A network as an API key sees it, with the role whose rights the key has. */
export const networkAs = (db: Queries, networkId: NetworkId, role: Role) =>
  db.any(sql.type(NetworkRow)`select ${networkColumns}, ${role} as role from networks n where n.id = ${networkId}`)

/** A network's time zone; null for an unknown network. */
export const timeZoneIn = async (db: Queries, networkId: string): Promise<string | null> =>
  (await db.maybeOne(sql.type(Zone)`select time_zone from networks where id = ${networkId}`))?.timeZone ?? null

/** The same as `timeZoneIn`, but cached until the read model's position changes. */
export const timeZoneOf = (db: Queries, at: () => Position | null = () => null) => versionCache(at, (networkId) => timeZoneIn(db, networkId))

const Sites = z.object({ embedOrigins: z.array(z.string()) })
/** The sites that may frame a network's pay page, by origin; none for an unknown network. */
export const sitesOf = (db: Queries, at: () => Position | null = () => null) =>
  versionCache(
    at,
    async (networkId) => (await db.maybeOne(sql.type(Sites)`select embed_origins from networks where id = ${networkId}`))?.embedOrigins ?? [],
  )

/** A network's name for payors, and its language. */
export const mailNetworkOf = (db: Queries) => (networkId: NetworkId) =>
  db.maybeOne(sql.type(MailNetwork)`select name, language from mailing_networks where id = ${networkId}`)

/** The network with this slug or id. A slug that equals the id of another network finds nothing. */
export const networkNamed = (db: Queries) => (name: string) => {
  const id = NetworkId.safeParse(name)
  return db.maybeOne(sql.type(NamedNetwork)`
    select m.id, m.name, m.language from networks n join mailing_networks m on m.id = n.id
    where ${id.success ? sql.fragment`n.id = ${id.data}` : sql.fragment`n.slug = ${name}`}`)
}

/** The network's name and sender name in mails. Both differ from the names of networks that had the name before. */
export const mailNamesOf = (db: Queries) => (networkId: NetworkId) =>
  db.maybeOne(sql.type(MailNames)`select name, sender from mailing_networks where id = ${networkId}`)

const ShownName = z.object({ name: z.string() })
/** The network's name on pay pages, the same as in mails; cached until the read model's position changes. */
export const shownNameOf = (db: Queries, at: () => Position | null = () => null) =>
  versionCache(
    at,
    async (networkId) => (await db.maybeOne(sql.type(ShownName)`select name from mailing_networks where id = ${networkId}`))?.name ?? null,
  )

/** The contact for payors that a network has set. */
export const ownContacts = (db: Queries, at: () => Position | null = () => null) =>
  versionCache(at, (networkId) =>
    db.maybeOne(sql.type(Contact)`
      select contact_name as name, contact_email as email, contact_phone as phone, postal_address as address from networks where id = ${networkId}`),
  )

export const adminsOf = (db: Queries) => async (networkId: string, at: Instant) => {
  const rows = await db.any(sql.type(AdminRow)`
    select p.user_id as id from network_people p where p.network_id = ${networkId} and p.role = 'Admin' and ${holds(at)} order by p.position`)
  return rows.map(({ id }) => id)
}

/** The people with a role in a network, expired ones included. */
export const peopleOf = (db: Queries, networkId: NetworkId) =>
  db.any(sql.type(PersonRow)`select user_id as id, role, expires_at from network_people where network_id = ${networkId} order by position`)

const KeyRow = z.object({
  ...{ id: z.string(), name: z.string(), scope: KeyScope, createdBy: UserId.nullable(), createdAt: Instant },
  ...{ lastUsedAt: Instant.nullable(), endsAt: Instant.nullable(), replacedUntil: Instant.nullable() },
})

/** The active API keys of a network, by age. */
export const apiKeysOf = (db: Queries, networkId: NetworkId) =>
  db.any(sql.type(KeyRow)`
    select k.id, k.name, k.scope, k.created_by, k.created_at, s.last_used_at, k.ends_at, s.earlier_until as replaced_until
    from api_keys k left join api_key_secrets s on s.key_id = k.id where k.network_id = ${networkId} and not k.ended order by k.position`)

const KeyName = z.object({ id: z.string(), name: z.string() })

/** The names of API keys by id, revoked ones too. */
export const apiKeyNames = (db: Queries) => async (ids: readonly string[]) => {
  if (ids.length === 0) return []
  return db.any(sql.type(KeyName)`select id, name from api_keys where id = any(${sql.array([...ids], 'uuid')})`)
}

const FoundKey = z.object({
  ...{ id: z.string(), networkId: NetworkId, scope: KeyScope, endsAt: Instant.nullable(), lastUsedAt: Instant.nullable() },
  ...{ hash: z.string(), earlierHash: z.string().nullable(), earlierUntil: Instant.nullable() },
})

/**
 * The API keys whose secret has one of these hashes, now or before it was replaced. A key must be both in the log and
 * in the table of secrets.
 */
export const apiKeysByHash = (db: Queries) => (hashes: readonly string[]) =>
  db.any(sql.type(FoundKey)`${prepared}
    select k.id, k.network_id, k.scope, k.ends_at, s.last_used_at, s.hash, s.earlier_hash, s.earlier_until
    from api_key_secrets s join api_keys k on k.id = s.key_id and not k.ended
    where s.hash = any(${sql.array([...hashes], 'text')}) or s.earlier_hash = any(${sql.array([...hashes], 'text')})`)

const WebhookRow = z.object({
  ...{
    id: z.string(),
    name: z.string(),
    url: z.string(),
    happenings: z.array(WebhookEventType),
    isOn: z.boolean(),
    offBecause: OffBecause.nullable(),
  },
  ...{ createdBy: UserId.nullable(), createdAt: Instant, earlierSecretUntil: Instant.nullable() },
  ...{ deliveredAt: Instant.nullable(), failingSince: Instant.nullable() },
})

export const webhooksOf = (db: Queries, networkId: NetworkId) =>
  db.any(sql.type(WebhookRow)`
    select w.id, w.name, w.url, w.happenings, w.is_on, w.off_because, w.created_by, w.created_at, w.earlier_until as earlier_secret_until,
      s.delivered_at, s.failing_since
    from webhooks w left join webhook_states s on s.webhook_id = w.id where w.network_id = ${networkId} order by w.position`)

const SentTo = z.object({
  ...{ id: z.string(), networkId: NetworkId, url: z.string(), isOn: z.boolean(), secretNumber: z.number().int() },
  ...{ keyVersion: z.number().int(), earlierUntil: Instant.nullable(), earlierKeyVersion: z.number().int() },
})

/** The address and signing secrets of a webhook; null if it was removed. */
export const webhookById = (db: Queries) => (id: string) =>
  db.maybeOne(
    sql.type(
      SentTo,
    )`select id, network_id, url, is_on, secret_number, key_version, earlier_until, earlier_key_version from webhooks where id = ${id}`,
  )

const Listening = z.object({
  ...{ id: z.string(), networkId: NetworkId, happenings: z.array(WebhookEventType) },
  ...{ onSince: z.number(), offSince: z.number().nullable() },
})

/**
 * For each webhook: the types of events that it gets, and the positions in the log between which it gets them. Cached
 * until the read model's position changes.
 */
export const webhooksListening = (db: Queries, at: () => Position | null = () => null) => {
  const all = versionCache(at, () =>
    db.any(sql.type(Listening)`select id, network_id, happenings, on_since, off_since from webhooks order by position`),
  )
  return () => all('')
}

/** A network's open invitations. `invitee` is encrypted, and can be decrypted while the invitation is valid. */
export const invitationsOf = (db: Queries, networkId: NetworkId) =>
  db.any(sql.type(InvitationRow)`select id, invitee, role, expires_at from invitations where network_id = ${networkId} order by position`)
