import { depositEvents } from '../../modules/deposits/events.ts'
import { keepJournal } from '../audit/journal.ts'
import { projectionOf } from '../projection.ts'
import { cents, day, flag, int, moment, position, table, text, uuid } from '../table.ts'

export const deposits = table(
  'deposits',
  {
    id: uuid().key(),
    networkId: uuid(),
    day: day(),
    profileId: uuid(),
    expectedCount: int(),
    expectedTotal: cents(),
    /** The figures with which the deposit was closed, by whom, and why they differ (sealed). Null while it is open. */
    closedCount: int().orNull(),
    closedTotal: cents().orNull(),
    closedBy: text().orNull(),
    closedAt: moment().orNull(),
    reason: text().orNull(),
    createdAt: moment(),
    position: position(),
    revision: int(),
    since: position(),
  },
  {
    indexes: { network: '(network_id, day desc, position desc)' },
    past: { by: 'trigger', indexes: { network: '(network_id)' } },
  },
)

/** The remittances in deposits, by their ids. One that is refused is never among the payments. */
export const depositItems = table(
  'deposit_items',
  { id: uuid().key(), networkId: uuid(), depositId: uuid(), amount: cents(), isDropped: flag().or('false'), since: position() },
  { indexes: { deposit: '(deposit_id)' }, past: { by: 'trigger', indexes: { deposit: '(network_id, deposit_id)' } } },
)

const AGAIN = '(id) do update set is_dropped = false, since = excluded.since'
const OPEN = { closedCount: null, closedTotal: null, closedBy: null, closedAt: null, reason: null }

export const depositsProjection = projectionOf(depositEvents, {
  name: 'deposits',
  categories: ['deposit'],
  own: ['deposit'],
  fold: async (tx, events) => {
    for (const { type, data, position, revision, metadata } of events) {
      const { depositId: id, networkId } = data
      if (type === 'DepositOpened') {
        const { day, profileId, expectedCount, expectedTotal } = data
        await deposits.insert(tx, {
          ...{ id, networkId, day, profileId, expectedCount, expectedTotal, createdAt: metadata.at, position, revision, since: position },
        })
        continue
      }
      const set = (changes: Parameters<typeof deposits.update>[2]) => deposits.update(tx, id, { ...changes, revision, since: position })
      switch (type) {
        case 'DepositChanged': {
          const { day, profileId, expectedCount, expectedTotal } = data
          await set({ day, profileId, expectedCount, expectedTotal })
          break
        }
        case 'DepositItemAdded': {
          const { remittanceId, amount } = data
          await depositItems.insert(tx, { id: remittanceId, networkId, depositId: id, amount, since: position }, AGAIN)
          await set({})
          break
        }
        case 'DepositItemDropped':
          await depositItems.update(tx, data.remittanceId, { isDropped: true, since: position })
          await set({})
          break
        case 'DepositClosed':
          await set({ closedCount: data.count, closedTotal: data.total, closedBy: metadata.actor, closedAt: metadata.at, reason: data.reason })
          break
        case 'DepositReopened':
          await set(OPEN)
      }
    }
    await keepJournal(tx, events)
  },
})
