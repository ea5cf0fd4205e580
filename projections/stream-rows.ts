import { categoryOf, type StreamName } from '../modules/platform/event-store/event-store.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
export const isUuid = (id: unknown): id is string => typeof id === 'string' && UUID.test(id)

/** The part of a stream's name after the category. */
export const idIn = (stream: string): string => stream.slice(stream.indexOf('-') + 1)

/**
 * For each category: the table that has the record of a stream, or the record to which the stream belongs, and the type
 * of the table's ids.
 */
const tables: Readonly<Record<string, readonly [table: string, type: 'uuid' | 'text']>> = {
  bill: ['bills', 'text'],
  program: ['programs', 'uuid'],
  campaign: ['programs', 'uuid'],
  profile: ['payment_profiles', 'uuid'],
  member: ['members', 'uuid'],
  run: ['runs', 'uuid'],
  message: ['messages', 'uuid'],
  payout: ['payouts', 'text'],
  remittance: ['payments', 'uuid'],
  deposit: ['deposits', 'uuid'],
  mandate: ['mandates', 'uuid'],
  bankline: ['bank_lines', 'uuid'],
  statement: ['bank_statements', 'uuid'],
  network: ['networks', 'uuid'],
  visits: ['networks', 'uuid'],
  mending: ['networks', 'uuid'],
}

/** The row for a stream's record; null if the category has no table, or the id is invalid. */
export const rowOf = (stream: StreamName): Readonly<{ table: string; type: 'uuid' | 'text'; id: string }> | null => {
  const [table, type] = tables[categoryOf(stream)] ?? []
  const id = idIn(stream)
  return table && type && (type === 'text' || isUuid(id)) ? { table, type, id } : null
}
