import { cents, code, day, flag, int, moment, position, type Row, table, text, uuid } from '../table.ts'

/**
 * `state` is the status without the calendar: an Unpaid or Partial bill is Overdue once its next due day has ended
 * (R60).
 */
export const bills = table(
  'bills',
  {
    id: code().key(),
    /** For paper, and for the memo of a transfer. */
    code: code().fixed(),
    networkId: uuid().fixed(),
    programId: uuid().fixed(),
    payorId: uuid().fixed(),
    state: text<'Unpaid' | 'Partial' | 'PendingConfirmation' | 'Failed' | 'Paid' | 'Archived'>(),
    amount: cents(),
    collected: cents(),
    balance: cents(),
    dueDate: day().fixed(),
    /** The due date of the first open part of the plan; without one, `dueDate`. */
    nextDue: day(),
    /** The payment plan as JSON. `open`: the open amount of each part. */
    plan: text<string>().orNull(),
    period: day().fixed(),
    n: int().fixed(),
    claimMethod: text().orNull(),
    /** The amount of the claim; null if it is for the whole balance. */
    claimAmount: cents().orNull(),
    claimedAt: moment().orNull(),
    /** The state of the last bank debit, in the words of audit packs; null once other money has arrived. */
    debit: text<'under way' | 'failed'>().orNull(),
    /**
     * The time of the last debit's return, and the bank's reason as a Stripe code; null once other money has arrived.
     */
    returnedAt: moment().orNull(),
    returnedCode: text().orNull(),
    /** The start of the live attempt to pay by card or bank debit; null if no attempt is live. */
    payingSince: moment().orNull(),
    /** True if a newer bill has replaced this one. */
    replaced: flag().or('false'),
    /** The part of `amount` that adjustments added. */
    adjusted: cents(),
    /** The part of `collected` that came from other bills' credit. */
    credited: cents(),
    /** Money received beyond the amount owed, which settles no bill. */
    unapplied: cents(),
    createdAt: moment().fixed(),
    position: position().fixed(),
    revision: int(),
    since: position(),
    /** The time of the event at `since`, and the amount that this event added to `collected`. */
    changedAt: moment(),
    took: cents(),
  },
  {
    unique: { code: '(network_id, code)' },
    needed: { payor: '(payor_id, program_id, period)' },
    indexes: {
      network: '(network_id, created_at, position)',
      program: '(program_id, created_at, position)',
      // Lists by status and by next due date are merged from the rows of bill_counts, which this index holds in order.
      run: '(program_id, state, next_due, created_at, position)',
      amount: '(program_id, amount, created_at, position)',
      balance: '(program_id, balance, created_at, position)',
      reopened: '(program_id, changed_at) where balance > 0 and changed_at > created_at',
      paying: '(paying_since) where paying_since is not null',
      claimed: "(network_id, claimed_at) where state = 'PendingConfirmation'",
    },
    past: { by: 'projector', indexes: { network: '(network_id, created_at, position)', payor: '(payor_id)' } },
  },
)
export type BillRow = Row<typeof bills>

export const payments = table(
  'payments',
  {
    id: uuid().key(),
    /** The id of the remittance's first allocation. A payment of one bill is a remittance with one allocation. */
    remittanceId: uuid().fixed(),
    /** The payer of the remittance; null if unknown. */
    payerId: uuid().orNull().fixed(),
    billId: code().fixed(),
    networkId: uuid().fixed(),
    programId: uuid().fixed(),
    payorId: uuid().fixed(),
    amount: cents().fixed(),
    /** The part of the payment that settles the bill on which it was recorded. */
    applied: cents(),
    /** The part of the payment that settles other bills of the payor. */
    used: cents(),
    refunded: cents(),
    /** The amount withheld by disputes. */
    disputed: cents().or('0'),
    method: text().orNull().fixed(),
    reference: text().orNull().fixed(),
    /** The language of the pay page. */
    language: text().orNull().fixed(),
    receiptNumber: code().fixed(),
    status: text<'Completed' | 'PartiallyRefunded' | 'Refunded' | 'Reversed'>(),
    receivedOn: day().orNull().fixed(),
    /** Stripe's fee and the net amount; null for payments by hand, and until known. */
    fee: cents().orNull(),
    net: cents().orNull(),
    accountId: text().orNull().fixed(),
    intentId: text().orNull().fixed(),
    createdAt: moment().fixed(),
    position: position().fixed(),
    since: position(),
  },
  {
    unique: { receipt: '(network_id, receipt_number) where id = remittance_id' },
    needed: { payor: '(payor_id)', remittance: '(remittance_id)', payer: '(payer_id) where payer_id <> payor_id' },
    indexes: {
      network: '(network_id, created_at, position)',
      program: '(program_id, created_at, position)',
      amount: '(network_id, amount, created_at, position)',
      program_amount: '(program_id, amount, created_at, position)',
      bill: '(bill_id)',
      reference: 'using gin (network_id, reference gin_trgm_ops) with (gin_pending_list_limit = 256) where reference is not null',
      intent: '(intent_id) where intent_id is not null',
      unapplied: "(network_id, position) where status <> 'Reversed' and amount > applied + used + refunded + disputed",
    },
    past: { by: 'projector', indexes: { network: '(network_id, created_at, position)', bill: '(bill_id)' } },
  },
)
export type PaymentRow = Row<typeof payments>

/** Receipts of a network by year, and the zone that decides the year of the next one. */
export const receiptCounts = table('receipt_counts', { networkId: uuid(), year: int(), receipts: int() }, { key: '(network_id, year)' })
export const receiptZones = table('receipt_zones', { networkId: uuid().key(), timeZone: text() })

/**
 * Each row satisfies assessed = collected + outstanding, and all figures are sums of these rows (R99). The outstanding
 * money of a bill with a plan counts on the due dates of its open parts.
 */
export const totals = table(
  'totals',
  {
    programId: uuid(),
    dueDate: day(),
    networkId: uuid(),
    assessed: cents(),
    collected: cents(),
    outstanding: cents(),
    unapplied: cents(),
  },
  { key: '(program_id, due_date)', indexes: { network: '(network_id)' } },
)
export type Total = Row<typeof totals>

/**
 * The number of bills in a scope (a program, or a whole network). Lists read their length from it instead of counting
 * rows.
 */
export const billCounts = table(
  'bill_counts',
  { scope: uuid(), networkId: uuid(), state: text(), nextDue: day(), bills: int() },
  {
    key: '(scope, state, next_due)',
    settings: 'fillfactor = 50',
    indexes: { network: '(network_id, state, next_due) where scope <> network_id' },
  },
)

/**
 * Changes in the number of bills for each step of the log (`step`: its first position). Their sum up to a moment is the
 * number as of then.
 */
export const billCountSteps = table(
  'bill_count_steps',
  { networkId: uuid(), step: position(), programId: uuid(), state: text<BillRow['state']>(), nextDue: day(), bills: int() },
  { key: '(network_id, step, program_id, state, next_due)' },
)
export type BillCount = Row<typeof billCountSteps>

export const paymentCounts = table('payment_counts', { scope: uuid().key(), networkId: uuid(), payments: int() }, { settings: 'fillfactor = 50' })

/** The number of payors who owe money, by the earliest next due date of their open bills. */
export const debtors = table('debtors', { networkId: uuid(), firstDue: day(), payors: int() }, { key: '(network_id, first_due)' })

/** The number of payors with an unarchived bill in a program. */
export const billedPayors = table('billed_payors', { programId: uuid().key(), payors: int() })

/**
 * The money applied to bills in each quarter of an hour: the months of any time zone are sums of these. A covering
 * index, since the rows of a month are far apart in the table.
 */
export const collections = table('collections', { networkId: uuid(), at: moment(), cents: cents() }, { key: '(network_id, at) include (cents)' })

/**
 * The money applied to bills in each month of UTC. A month in another time zone differs from it only by the hours
 * between the two starts.
 */
export const collectionMonths = table('collection_months', { networkId: uuid(), month: day(), cents: cents() }, { key: '(network_id, month)' })
