export const WEBHOOKS_MAX = 10

/** Hours for which a replaced secret signs beside the new one. */
export const EARLIER_SECRET_HOURS = 24

export const KEPT_DAYS = 30

/** The types of webhook events, and what each means. A type is never renamed. */
export const webhookEvents = {
  'bill.issued': 'A payor has a new bill',
  'bill.amount_changed': "A bill's amount has changed",
  'bill.paid': 'Nothing is open on a bill any more',
  'bill.reopened': 'A bill that was paid is open again',
  'bill.archived': 'A bill was archived, and its balance waived',
  'bill.restored': 'An archived bill is back',
  'payment.claimed': 'A payor says that they have sent a payment',
  'payment.claim_withdrawn': 'A payor has taken that back',
  'payment.not_received': 'A payment that a payor has sent did not arrive',
  'payment.recorded': 'Money has come for a bill',
  'payment.reversed': 'A payment was recorded wrongly, or did not hold',
  'payment.fee_noted': 'What Stripe keeps of a payment is known',
  'payment.debit_started': 'A bank debit is under way',
  'payment.debit_failed': 'A bank debit came back',
  'payment.refunded': 'Money of a payment was paid back',
  'payment.refund_failed': 'A refund did not arrive',
  'payment.disputed': "The payor's bank has taken a payment back",
  'payment.dispute_won': 'A disputed payment is back',
  'payment.dispute_lost': 'A disputed payment is lost',
  'credit.applied': 'Credit of another bill settles some of a bill',
  'credit.taken_back': 'Credit was taken back from a bill',
  'credit.refunded': 'Unapplied credit was paid back',
  'payor.entered': 'A payor was entered, by hand or by an upload',
  'payor.changed': "A payor's details have changed",
  'payor.forgotten': 'A payor was forgotten: forget them, too',
  'program.created': 'A program was created',
  'program.changed': 'The terms of a program have changed',
  'program.activated': 'A program is active',
  'program.completed': 'A program is complete',
  'program.archived': 'A program was archived',
  'campaign.launched': 'A campaign was launched',
  'campaign.failed': 'A scheduled launch could not take place',
  'campaign.paused': 'A campaign was paused',
  'campaign.resumed': 'A campaign goes on',
  'campaign.completed': 'Every bill of a campaign is settled',
  'campaign.reopened': 'A completed campaign goes on: a bill of it is new, or open again',
  'journal.sealed': 'A day of the journal has its seal: keep it where we cannot reach it',
} as const satisfies Readonly<Record<`${string}.${string}`, string>>

type WebhookEventType = keyof typeof webhookEvents
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]]

/** The type of a test message, which an Admin can send. */
export const TEST = 'test'
