import { categoryOf, type StreamName } from '../modules/platform/event-store/event-store.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
export const isUuid = (id: unknown): id is string => typeof id === 'string' && UUID.test(id)

/** What follows the category in a stream's name. */
export const idIn = (stream: string): string => stream.slice(stream.indexOf('-') + 1)

/** The tables in which the things of streams stand, or what they belong to, and the type of their ids. */
const tables: Readonly<Record<string, readonly [table: string, type: 'uuid' | 'text']>> = {
  bill: ['bills', 'text'],
  program: ['programs', 'uuid'],
  campaign: ['programs', 'uuid'],
  profile: ['payment_profiles', 'uuid'],
  member: ['members', 'uuid'],
  run: ['runs', 'uuid'],
  message: ['messages', 'uuid'],
  payout: ['payouts', 'text'],
  network: ['networks', 'uuid'],
  visits: ['networks', 'uuid'],
  mending: ['networks', 'uuid'],
}

/** Where the row of a stream's thing stands; null where there is none, or can be none of that id. */
export const rowOf = (stream: StreamName): Readonly<{ table: string; type: 'uuid' | 'text'; id: string }> | null => {
  const [table, type] = tables[categoryOf(stream)] ?? []
  const id = idIn(stream)
  return table && type && (type === 'text' || isUuid(id)) ? { table, type, id } : null
}
