import { int, moment, position, type Row, table, text, uuid } from '../table.ts'

/** The journal: every event of a network, which in their order are the leaves of its tree (modules/audit). */
export const journal = table(
  'journal',
  { networkId: uuid(), position: position(), at: moment(), stream: text(), revision: int(), type: text(), actor: text() },
  { key: '(network_id, position) include (at)' },
)
/** An event with the network that it belongs to. */
export type Noted = Row<typeof journal>
