export const WEBHOOKS_MAX = 10

/** For this many hours, messages are signed with the replaced secret, too. */
export const EARLIER_SECRET_HOURS = 24

export const KEPT_DAYS = 30

/** The types of webhook events, and what each means. A type is never renamed. */
export const webhookEvents = {
  'bill.issued': 'A payor has a new bill',
  'bill.amount_changed': "A bill's amount has changed",
  'bill.paid': 'A bill has no open balance left',
  'bill.reopened': 'A bill that was paid is open again',
  'bill.archived': 'A bill was archived, and its balance waived',
  'bill.restored': 'An archived bill was restored',
  'plan.chosen': 'A bill is due in monthly parts',
  'plan.cancelled': "A bill's payment plan was cancelled: the balance is due on its own date",
  'payment.claimed': 'A payor reported a payment as sent',
  'payment.claim_withdrawn': 'A payor withdrew such a report',
  'payment.not_received': 'A payment that a payor reported did not arrive',
  'payment.recorded': 'Money for a bill was received',
  'remittance.recorded': 'Money for several bills was received; each of them also has a payment.recorded',
  'deposit.closed': 'Checks and cash were counted, and go to the bank together',
  'deposit.reopened': 'A closed deposit is open again',
  'payment.reversed': 'A payment was reversed',
  'payment.fee_noted': "Stripe's fee for a payment was recorded",
  'payment.debit_started': 'A bank debit was started',
  'payment.debit_failed': 'A bank debit was returned',
  'payment.refunded': 'Some or all of a payment was refunded',
  'payment.refund_failed': 'A refund did not arrive',
  'payment.disputed': 'A payor disputed a payment at their bank',
  'payment.dispute_won': 'A dispute was won: the payment counts again',
  'payment.dispute_lost': 'A dispute was lost',
  'credit.applied': 'Credit from another bill was applied to a bill',
  'credit.taken_back': 'Credit was taken back from a bill',
  'credit.refunded': 'Unapplied credit was paid back',
  'payor.entered': 'A payor was entered, by hand or by an upload',
  'payor.changed': "A payor's details have changed",
  'payor.forgotten': 'A payor was forgotten: erase their data too',
  'program.created': 'A program was created',
  'program.changed': 'The terms of a program have changed',
  'program.activated': 'A program is active',
  'program.completed': 'A program is complete',
  'program.archived': 'A program was archived',
  'campaign.launched': 'A campaign was launched',
  'campaign.failed': 'A scheduled launch failed',
  'campaign.paused': 'A campaign was paused',
  'campaign.resumed': 'A campaign was resumed',
  'campaign.completed': 'Every bill of a campaign is settled',
  'campaign.reopened': 'A completed campaign is active again: it has a new or reopened bill',
  'journal.sealed': 'A day of the journal has its seal: keep it where we cannot reach it',
} as const satisfies Readonly<Record<`${string}.${string}`, string>>

type WebhookEventType = keyof typeof webhookEvents
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]]

/** The type of a test message, which an Admin can send. */
export const TEST = 'test'
