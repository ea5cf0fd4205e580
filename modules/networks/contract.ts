import { z } from 'zod'
import { Role } from '../identity/contract.ts'
import { Instant, NamedDay } from '../kernel/date-schemas.ts'
import { instantOf } from '../kernel/dates.ts'
import { NetworkId } from '../kernel/ids.ts'
import { languages } from '../kernel/language.ts'
import { INVISIBLE, isVisible, MIXED_ALPHABETS, mixesAlphabets } from '../kernel/visible.ts'
import { Language, OptionalText } from '../shared/api.ts'

const Name = z
  .string({ error: 'Network name is required' })
  .trim()
  .min(1, 'Network name is required')
  .max(100, 'Network name must be 100 characters or less')
  .refine(isVisible, INVISIBLE)
  .refine((name) => !mixesAlphabets(name), MIXED_ALPHABETS)
const DESCRIPTION_TOO_LONG = 'Description must be 1000 characters or less'

export const NewNetwork = z.object({ name: Name, description: OptionalText(1000, DESCRIPTION_TOO_LONG) })
export type NewNetwork = z.infer<typeof NewNetwork>

export const SLUG_MAX_LENGTH = 48
const SLUG = 'Use lower-case letters, digits and single dashes, at most 48 characters'
const Slug = z
  .string({ error: SLUG })
  .trim()
  .max(SLUG_MAX_LENGTH, SLUG)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, SLUG)

/** A place or UTC: JavaScript and Postgres disagree about abbreviations such as CST. */
const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name })) && (name === 'UTC' || /^[A-Za-z]+\//.test(name))
  } catch {
    return false
  }
}
export const ZONE = 'Please choose a time zone'
const TimeZone = z.string({ error: ZONE }).trim().max(64, ZONE).refine(isTimeZone, ZONE)

const ORIGIN = 'Enter the address of a site, such as https://www.example.org, without a path'
/** An origin: scheme, host and port only (R86), as a Content-Security-Policy requires. */
const Origin = z
  .string({ error: ORIGIN })
  .trim()
  .max(200, ORIGIN)
  .refine((text) => {
    if (!/^https?:\/\/[^\s*;,'"]+$/i.test(text) || !URL.canParse(text)) return false
    const { origin, protocol } = new URL(text)
    const given = text.toLowerCase().replace(/\/$/, '')
    return given === origin || given === `${origin}:${protocol === 'https:' ? 443 : 80}`
  }, ORIGIN)
  .transform((text) => new URL(text).origin)

const DAY = 'A reminder is a whole number of days, from 365 before to 365 after the due date'
const ReminderDay = z.number({ error: DAY }).int(DAY).min(-365, DAY).max(365, DAY)

const textOrNothing = (max: number, message: string) => z.string().trim().max(max, message).nullish()
const nameOrNothing = (message: string) => z.string().trim().max(100, message).refine(isVisible, INVISIBLE).nullish()

/** A change of any of a network's settings. A missing field leaves its setting unchanged; an empty text removes it. */
export const NetworkChange = z.object({
  name: Name.nullish(),
  slug: Slug.nullish().meta({ example: 'synod-of-the-lakes' }),
  description: textOrNothing(1000, DESCRIPTION_TOO_LONG),
  timeZone: TimeZone.nullish(),
  embedOrigins: z
    .array(Origin, 'Enter a list of sites')
    .max(50, 'At most 50 sites')
    .nullish()
    .meta({ example: ['https://synod.example'] }),
  reminderDays: z
    .array(ReminderDay, 'Enter a list of days')
    .max(20, 'At most 20 reminders')
    .nullish()
    .meta({ example: [-7, 0, 3, 10, 30] }),
  senderName: nameOrNothing('Sender name must be 100 characters or less').refine((name) => !mixesAlphabets(name ?? ''), MIXED_ALPHABETS),
  language: z.enum(languages, 'Please choose a language').nullish(),
  trackMail: z.boolean('Choose whether opened mails are noted').nullish(),
  secondFactor: z.boolean('Choose whether Admins need a second factor').nullish(),
  mailSeals: z.boolean('Choose whether the daily seal is mailed').nullish(),
  congregationsPayForMembers: z.boolean('Choose whether congregations may pay for their members').nullish(),
  depositsCountedByTwo: z.boolean('Choose whether deposits are counted by two').nullish(),
  contactName: nameOrNothing('Contact name must be 100 characters or less'),
  contactEmail: z
    .string()
    .trim()
    .max(254, 'Invalid email address')
    .refine((text) => text === '' || z.email().safeParse(text).success, 'Invalid email address')
    .nullish(),
  contactPhone: textOrNothing(50, 'Phone must be 50 characters or less'),
  postalAddress: textOrNothing(500, 'Postal address must be 500 characters or less'),
})
export type NetworkChange = z.infer<typeof NetworkChange>

export const Network = z.object({
  id: NetworkId,
  name: z.string(),
  slug: z.string().meta({ example: 'synod-of-the-lakes' }),
  description: z.string().nullable(),
  /** IANA name; a bill is overdue once its due day has ended here (R23). */
  timeZone: z.string(),
  embedOrigins: z.array(z.string()).meta({ example: ['https://synod.example'] }),
  /** Days from the due date: −7 is a week before (R89). */
  reminderDays: z.array(z.number().int()).meta({ example: [-7, 0, 3, 10, 30] }),
  /** The sender's name in mails; null: the network's name. */
  senderName: z.string().nullable().meta({ example: null }),
  language: Language,
  trackMail: z.boolean(),
  /** True if the network's Admins need a passkey, or the code of an authenticator app, besides their password. */
  secondFactor: z.boolean(),
  /** True if the daily seal of the network's audit log is mailed to its Admins (R108). */
  mailSeals: z.boolean(),
  /** True if congregations see the open bills of their members, and can pay them (R142). */
  congregationsPayForMembers: z.boolean(),
  /** True if a deposit is closed by an Admin who entered none of its payments (R145). */
  depositsCountedByTwo: z.boolean(),
  /** The contact for payors (R24); null if the first Admin stands in. */
  contactName: z.string().nullable(),
  contactEmail: z.string().nullable().meta({ example: 'office@synod.example' }),
  contactPhone: z.string().nullable().meta({ example: null }),
  postalAddress: z.string().nullable().meta({ example: null }),
  role: Role,
})
export type Network = z.infer<typeof Network>

export const DEFAULT_TIME_ZONE = 'America/New_York'
export const DEFAULT_REMINDER_DAYS: readonly number[] = [-7, 0, 3, 10, 30]

/** A person to invite, or a new role for a person with access. */
export const Admission = z.object({
  email: z.string({ error: 'Invalid email address' }).trim().pipe(z.email('Invalid email address').max(254, 'Invalid email address')),
  role: z.enum(Role.options, 'Please choose a role'),
  /** The end of the access; a day lasts to its end in the network's zone. */
  expiresAt: z.union([NamedDay, Instant.transform((at) => instantOf(Date.parse(at)))], 'Enter the day on which the access ends').nullish(),
})
export type Admission = z.infer<typeof Admission>

export const Person = z.object({
  /** The user's id, or the invitation's for an invited person. */
  userId: z.uuid(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: Role,
  expiresAt: Instant.nullable(),
  status: z.enum(['active', 'invited']),
})
export type Person = z.infer<typeof Person>

/** The result of an Admission: a changed role, or an invitation to an address with or without an account. */
export const Admitted = Person.extend({ userId: z.uuid().nullable() })
export type Admitted = z.infer<typeof Admitted>

const BAD_LINK = 'Invalid or expired invitation link.'
export const InvitationToken = z.object({ token: z.string({ error: BAD_LINK }).min(1, BAD_LINK) })

/** The offer shown to the invited person, with the network's zone for the last day of the access. */
export const Invitation = z.object({ networkName: z.string(), role: Role, expiresAt: Instant.nullable(), timeZone: z.string() })
export type Invitation = z.infer<typeof Invitation>

/** The number of days in which an invitation can be accepted; the last day counts to its end. */
export const INVITATION_DAYS = 14

/** Hours for which a replaced secret stays valid. */
export const REPLACED_HOURS = 24

const KEY_NAME = 'Name is required'
export const KeyScope = z.enum(['read', 'write'])
export type KeyScope = z.infer<typeof KeyScope>

export const NewApiKey = z.object({
  name: z.string({ error: KEY_NAME }).trim().min(1, KEY_NAME).max(60, 'Name must be 60 characters or less').refine(isVisible, INVISIBLE),
  scope: z.enum(KeyScope.options, 'Please choose what the key may do'),
  /** The end of the key; a day lasts to its end in the network's zone. */
  endsAt: z.union([NamedDay, Instant.transform((at) => instantOf(Date.parse(at)))], 'Enter the day on which the key ends').nullish(),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/** A key that was not ended; it may have expired. */
export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: KeyScope,
  createdBy: z.string(),
  createdAt: Instant,
  /** The last use, exact to the minute. */
  lastUsedAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  /** End of the replaced secret's validity. */
  replacedUntil: Instant.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** The only answer that holds a key's secret. */
export const ApiKeySecret = z.object({ id: z.uuid(), secret: z.string() })
export type ApiKeySecret = z.infer<typeof ApiKeySecret>

/** The search text; fewer than two characters find nothing. */
export const FindQuery = z.object({ q: z.string().trim().max(200).default('') })

/** A search result, with the address of its page. */
export const Found = z.object({
  kind: z.enum(['bill', 'payor', 'program', 'payment']),
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  url: z.string(),
})
export type Found = z.infer<typeof Found>
