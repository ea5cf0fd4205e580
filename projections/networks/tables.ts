import type { Language } from '../../modules/kernel/language.ts'
import { flag, int, ints, moment, position, table, text, texts, uuid } from '../table.ts'

export const networks = table(
  'networks',
  {
    id: uuid().key(),
    name: text(),
    slug: text(),
    description: text().orNull(),
    timeZone: text(),
    embedOrigins: texts(),
    reminderDays: ints(),
    senderName: text().orNull(),
    language: text<Language>().or("'en'"),
    trackMail: flag().or('false'),
    secondFactor: flag().or('false'),
    mailSeals: flag().or('true'),
    congregationsPayForMembers: flag().or('false'),
    depositsCountedByTwo: flag().or('false'),
    contactName: text().orNull(),
    contactEmail: text().orNull(),
    contactPhone: text().orNull(),
    postalAddress: text().orNull(),
    position: position(),
    revision: int(),
    since: position(),
  },
  { past: { by: 'trigger' } },
)

/**
 * The skeletons (UTS 39) of the networks' names in mails (name and sender name), each with its date, to find names that
 * look alike.
 */
export const networkNames = table(
  'network_names',
  { networkId: uuid(), likeness: text(), since: position() },
  { key: '(network_id, likeness)', indexes: { likeness: '(likeness, since)' } },
)

/** The networks' names in mails. If another network had the name before, the unique slug is added. */
export const mailingNetworks = `create view mailing_networks as
select n.id, n.name || told.apart as name, coalesce(n.sender_name, n.name) || told.apart as sender, n.language, n.track_mail, n.time_zone
from networks n cross join lateral (
  select case when exists (
    select 1 from network_names mine join network_names other on other.likeness = mine.likeness and other.since < mine.since
    where mine.network_id = n.id and other.network_id <> n.id
  ) then ' (' || n.slug || ')' else '' end as apart
) told`

export const networkPeople = table(
  'network_people',
  { networkId: uuid(), userId: uuid(), role: text(), expiresAt: moment().orNull(), position: position() },
  { key: '(network_id, user_id)', indexes: { user: '(user_id)' } },
)

/** Open invitations only: accepted and revoked ones are deleted. */
export const invitations = table(
  'invitations',
  {
    id: uuid().key(),
    networkId: uuid(),
    /** The e-mail address, encrypted. */
    invitee: text(),
    role: text(),
    expiresAt: moment().orNull(),
    position: position(),
  },
  { indexes: { network: '(network_id, position)' } },
)

/** API keys, including revoked ones, since the journal names them. Their secrets are in api_key_secrets. */
export const apiKeys = table(
  'api_keys',
  {
    id: uuid().key(),
    networkId: uuid(),
    name: text(),
    scope: text(),
    createdBy: uuid().orNull(),
    createdAt: moment(),
    endsAt: moment().orNull(),
    ended: flag(),
    position: position(),
  },
  { indexes: { network: '(network_id, position)' } },
)

/** Webhooks, without removed ones. The state of their deliveries is in webhook_states. */
export const webhooks = table(
  'webhooks',
  {
    id: uuid().key(),
    networkId: uuid(),
    name: text(),
    url: text(),
    happenings: texts(),
    isOn: flag(),
    offBecause: text().orNull(),
    /**
     * The positions in the log at which the webhook was made or last turned on, and at which it was turned off, if it
     * is off.
     */
    onSince: position(),
    offSince: position().orNull(),
    secretNumber: int(),
    /** The version of the installation's key from which the secret is derived. */
    keyVersion: int(),
    earlierUntil: moment().orNull(),
    earlierKeyVersion: int().or('1'),
    createdBy: uuid().orNull(),
    createdAt: moment(),
    position: position(),
  },
  { indexes: { network: '(network_id, position)' } },
)
