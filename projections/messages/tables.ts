import { code, int, json, moment, position, type Row, table, text, uuid } from '../table.ts'

export const runs = table(
  'runs',
  {
    id: uuid().key(),
    programId: uuid(),
    networkId: uuid(),
    reason: text(),
    status: text<'Pending' | 'InProgress' | 'Completed' | 'Failed'>(),
    total: int().or('0'),
    processed: int().or('0'),
    withoutEmail: int().or('0'),
    error: text().orNull(),
    startedAt: moment().orNull(),
    completedAt: moment().orNull(),
    position: position(),
  },
  { indexes: { program: '(program_id, position)', open: "(position) where status in ('Pending', 'InProgress')" } },
)

/**
 * One row for each mail. NoEmail: not sent, because the payor has no address. Dropped: not sent, because the bill was
 * settled.
 */
export const messages = table(
  'messages',
  {
    id: uuid().key(),
    networkId: uuid(),
    programId: uuid().orNull(),
    runId: uuid().orNull(),
    purpose: text(),
    payorId: uuid(),
    paymentId: uuid().orNull(),
    note: text().orNull(),
    /** The change that the mail reports, if any. */
    change: json().orNull(),
    /** Null: the network's language. */
    language: text().orNull(),
    /** Null: the payor's own address. */
    sentTo: text().orNull(),
    status: text(),
    error: text().orNull(),
    createdAt: moment(),
    sentAt: moment().orNull(),
    position: position(),
  },
  {
    needed: { payor: '(payor_id, position)' },
    indexes: {
      pending: "(network_id, position) where status = 'Pending'",
      failed: "(created_at) where status = 'Failed'",
      sent: '(sent_at) where sent_at is not null',
      network: '(network_id, status, position)',
      program: '(program_id, position)',
    },
  },
)
export type MessageRow = Row<typeof messages>

export const messageBills = table(
  'message_bills',
  { billId: code(), messageId: uuid(), purpose: text(), rung: int().orNull(), at: moment() },
  { indexes: { bill: '(bill_id, purpose)', message: '(message_id)' } },
)
export type MessageBill = Row<typeof messageBills>

/** Addresses, as keyed digests, that have stopped a network's reminders. */
export const unsubscribed = table('unsubscribed', { networkId: uuid(), address: uuid() }, { key: '(network_id, address)' })

/** Addresses, as keyed digests, to which a network sends no mails, and the payors whose mails have failed. */
export const failingAddresses = table(
  'failing_addresses',
  { networkId: uuid(), address: uuid(), payorId: uuid(), reason: text(), since: moment() },
  { key: '(network_id, address, payor_id)' },
)
