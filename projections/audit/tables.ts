import { int, moment, position, type Row, table, text, uuid } from '../table.ts'

/** The journal: all events of a network; in their order they are the leaves of its tree (modules/audit). */
export const journal = table(
  'journal',
  { networkId: uuid(), position: position(), at: moment(), stream: text(), revision: int(), type: text(), actor: text() },
  { key: '(network_id, position) include (at)' },
)
/** An event and its network. */
export type Noted = Row<typeof journal>
