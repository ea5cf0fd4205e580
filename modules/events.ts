import { accessEvents, repairEvents } from './audit/events.ts'
import { mandateEvents } from './autopay/events.ts'
import { bankLineEvents, statementEvents } from './banking/events.ts'
import { billEvents } from './bills/events.ts'
import { campaignEvents, runEvents } from './campaigns/events.ts'
import { depositEvents } from './deposits/events.ts'
import type { EventOf, EventTable } from './kernel/events.ts'
import { messageEvents, reminderEvents } from './messages/events.ts'
import { networkEvents, slugEvents } from './networks/events.ts'
import { profileEvents } from './payment-profiles/events.ts'
import { payoutEvents } from './payments/events.ts'
import { payorEvents, uploadEvents } from './payors/events.ts'
import type { Category } from './platform/event-store/event-store.ts'
import { programEvents } from './programs/events.ts'
import { remittanceEvents } from './remittances/events.ts'

export const eventsByCategory = {
  network: networkEvents,
  slug: slugEvents,
  profile: profileEvents,
  program: programEvents,
  campaign: campaignEvents,
  run: runEvents,
  member: payorEvents,
  upload: uploadEvents,
  bill: billEvents,
  payout: payoutEvents,
  remittance: remittanceEvents,
  deposit: depositEvents,
  mandate: mandateEvents,
  bankline: bankLineEvents,
  statement: statementEvents,
  message: messageEvents,
  reminders: reminderEvents,
  visits: accessEvents,
  mending: repairEvents,
} as const satisfies Readonly<Record<Category, EventTable>>

export type AnyEvent = { [Name in Category]: EventOf<(typeof eventsByCategory)[Name]> }[Category]

/** Every event by its type, which is unique in the log. */
export const allEvents = Object.assign({}, ...Object.values(eventsByCategory)) as EventTable & Readonly<Record<AnyEvent['type'], EventTable[string]>>
