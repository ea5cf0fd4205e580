import { categoryOf, type RecordedEvent } from '../../modules/platform/event-store/event-store.ts'
import type { Transaction } from '../projection.ts'
import { idIn, isUuid } from '../stream-rows.ts'
import { int, moment, position, type Row, table, text, uuid } from '../table.ts'

/** The journal: all events of a network, in the order of the leaves of its tree (modules/audit). */
export const journal = table(
  'journal',
  { networkId: uuid(), position: position(), at: moment(), stream: text(), revision: int(), type: text(), actor: text() },
  { key: '(network_id, position) include (at)' },
)
/** An event as the journal records it, with its network. */
export type Noted = Row<typeof journal>

export const notedIn = (networkId: string, event: RecordedEvent): Noted => {
  const { position, stream, revision, type, metadata } = event
  const { at, actor } = metadata
  return { networkId, position, at, stream, revision, type, actor }
}

/** The tables that know the network of a stream whose events do not contain it. */
const owners = { program: 'programs', profile: 'payment_profiles', run: 'runs', message: 'messages', payout: 'payouts', mandate: 'mandates' } as const
const isOwned = (category: string): category is keyof typeof owners => category in owners
const namedIn = ({ data }: RecordedEvent): string | undefined => (isUuid(data.networkId) ? data.networkId : undefined)

/** Writes events into the journal, after their projection has folded them. */
export const keepJournal = async (tx: Transaction, events: readonly RecordedEvent[]): Promise<void> => {
  if (events.length === 0) return
  const networks = new Map<string, string>()
  for (const event of events) {
    const named = namedIn(event)
    if (named) networks.set(event.stream, named)
  }
  const unknown = new Map<keyof typeof owners, Set<string>>()
  for (const { stream } of events) {
    const category = categoryOf(stream)
    const id = idIn(stream)
    // If another program has written to one of our streams, the event belongs to no network.
    if (networks.has(stream) || !isOwned(category) || (category !== 'payout' && !isUuid(id))) continue
    const ids = unknown.get(category)
    if (ids) ids.add(id)
    else unknown.set(category, new Set([id]))
  }
  for (const [category, ids] of unknown) {
    const { rows } = await tx.query<{ id: string; networkId: string }>(
      `select id, network_id as "networkId" from ${owners[category]} where id = any($1::${category === 'payout' ? 'text' : 'uuid'}[])`,
      [[...ids]],
    )
    for (const { id, networkId } of rows) networks.set(`${category}-${id}`, networkId)
  }
  await journal.copy(
    tx,
    events.flatMap((event) => {
      const networkId = networks.get(event.stream)
      return networkId ? [notedIn(networkId, event)] : []
    }),
  )
}
