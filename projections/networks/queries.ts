import { sql } from 'slonik'
import { z } from 'zod'
import { NamedNetwork } from '../../modules/find-bills/contract.ts'
import { Role } from '../../modules/identity/contract.ts'
import { Contact } from '../../modules/kernel/contact.ts'
import { Instant } from '../../modules/kernel/dates.ts'
import { NetworkId, UserId } from '../../modules/kernel/ids.ts'
import { Network } from '../../modules/networks/contract.ts'
import type { Position } from '../../modules/platform/event-store/event-store.ts'
import { prepared, type Queries } from '../../modules/platform/postgres/database.ts'
import { versionCache } from '../../modules/platform/speed/version-cache.ts'

const GrantRow = z.object({ networkId: NetworkId, name: z.string(), role: Role, expiresAt: Instant.nullable(), secondFactor: z.boolean() })
const NetworkRow = Network.extend({ revision: z.number().int() })
const Zone = z.object({ timeZone: z.string() })
const MailNetwork = Network.pick({ name: true, language: true })
const MailNames = z.object({ name: z.string(), sender: z.string() })
const PersonRow = z.object({ id: UserId, role: Role, expiresAt: Instant.nullable() })
const InvitationRow = z.object({ id: z.string(), invitee: z.string(), role: Role, expiresAt: Instant.nullable() })
const AdminRow = z.object({ id: UserId })

const holds = (at: Instant) => sql.fragment`(p.expires_at is null or p.expires_at > ${at}::timestamptz)`

/**
 * A user's networks with the role in each, by age, without expired roles. Cached until the read model's position (`at`) changes: a command
 * is answered only after that (R129).
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

export const networksOf = (db: Queries, userId: string, at: Instant) =>
  db.any(sql.type(NetworkRow)`
    select n.id, n.name, n.slug, n.description, n.time_zone, n.embed_origins, n.reminder_days, n.sender_name, n.language, n.track_mail, n.second_factor, n.mail_seals,
           n.contact_name, n.contact_email, n.contact_phone, n.postal_address, n.revision, p.role
    from network_people p join networks n on n.id = p.network_id where p.user_id = ${userId} and ${holds(at)} order by p.position`)

/** A network's time zone; null for an unknown network. */
export const timeZoneOf = (db: Queries, at: () => Position | null = () => null) =>
  versionCache(at, async (networkId) => (await db.maybeOne(sql.type(Zone)`select time_zone from networks where id = ${networkId}`))?.timeZone ?? null)

const Sites = z.object({ embedOrigins: z.array(z.string()) })
/** The sites that may frame a network's pay page, by origin; none for an unknown network. */
export const sitesOf = (db: Queries, at: () => Position | null = () => null) =>
  versionCache(
    at,
    async (networkId) => (await db.maybeOne(sql.type(Sites)`select embed_origins from networks where id = ${networkId}`))?.embedOrigins ?? [],
  )

/** A network's name for payors, and its language. */
export const mailNetworkOf = (db: Queries) => (networkId: NetworkId) =>
  db.maybeOne(sql.type(MailNetwork)`select name, language from networks where id = ${networkId}`)

/** The network of this slug or id. A slug that reads like the id of another network finds none. */
export const networkNamed = (db: Queries) => (name: string) => {
  const id = NetworkId.safeParse(name)
  return db.maybeOne(sql.type(NamedNetwork)`
    select id, name, language from networks where ${id.success ? sql.fragment`id = ${id.data}` : sql.fragment`slug = ${name}`}`)
}

/** The network's name and sender name in mails, distinct from networks that had the name before. */
export const mailNamesOf = (db: Queries) => (networkId: NetworkId) =>
  db.maybeOne(sql.type(MailNames)`select name, sender from mailing_networks where id = ${networkId}`)

/** What a network says of whom payors may ask. */
export const ownContacts = (db: Queries, at: () => Position | null = () => null) =>
  versionCache(at, (networkId) =>
    db.maybeOne(sql.type(Contact)`
      select contact_name as name, contact_email as email, contact_phone as phone, postal_address as address from networks where id = ${networkId}`),
  )

/** The users who are Admins of a network. */
export const adminsOf = (db: Queries) => async (networkId: string, at: Instant) => {
  const rows = await db.any(sql.type(AdminRow)`
    select p.user_id as id from network_people p where p.network_id = ${networkId} and p.role = 'Admin' and ${holds(at)} order by p.position`)
  return rows.map(({ id }) => id)
}

/** The people with a role in a network, expired ones included. */
export const peopleOf = (db: Queries, networkId: NetworkId) =>
  db.any(sql.type(PersonRow)`select user_id as id, role, expires_at from network_people where network_id = ${networkId} order by position`)

/** The invitations of a network that nobody has accepted yet; `invitee` is sealed for the invitation. */
export const invitationsOf = (db: Queries, networkId: NetworkId) =>
  db.any(sql.type(InvitationRow)`select id, invitee, role, expires_at from invitations where network_id = ${networkId} order by position`)
