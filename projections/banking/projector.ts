import type { BankLineStatus } from '../../modules/banking/contract.ts'
import { type BankLineEvent, bankLineEvents, statementEvents } from '../../modules/banking/events.ts'
import { keepJournal } from '../audit/journal.ts'
import { projectionOf } from '../projection.ts'
import { cents, day, json, position, table, text, uuid } from '../table.ts'

export const bankLines = table(
  'bank_lines',
  {
    id: uuid().key(),
    networkId: uuid(),
    profileId: uuid(),
    statementId: uuid(),
    bookedOn: day(),
    amount: cents(),
    /** Sealed with the key of the profile, as the next two. */
    text: text().orNull(),
    counterparty: text().orNull(),
    reason: text().orNull(),
    status: text<BankLineStatus>(),
    position: position(),
    since: position(),
  },
  {
    indexes: { network: '(network_id, booked_on desc, position desc)', profile: '(profile_id, booked_on desc, position desc)' },
    past: { by: 'trigger', indexes: { network: '(network_id)' } },
  },
)

export const bankStatements = table(
  'bank_statements',
  { id: uuid().key(), networkId: uuid(), profileId: uuid(), columns: json().orNull(), position: position() },
  { indexes: { profile: '(profile_id, position)' } },
)

type Imported = Extract<BankLineEvent, { type: 'BankLineImported' }>['data']
const rowOf = ({ lineId, networkId, profileId, statementId, bookedOn, amount, text, counterparty }: Imported) => ({
  ...{ id: lineId, networkId, profileId, statementId, bookedOn, amount, text, counterparty },
  ...{ reason: null, status: 'open' as const },
})

/** Bank statements and their lines. */
export const bankingProjection = projectionOf(
  { ...bankLineEvents, ...statementEvents },
  {
    name: 'banking',
    categories: ['bankline', 'statement'],
    own: ['bankline', 'statement'],
    fold: async (tx, events) => {
      const imported = events.flatMap(({ type, data, position }) =>
        type === 'BankLineImported' ? [{ ...rowOf(data), position, since: position }] : [],
      )
      // A line is imported before anything else happens to it.
      await bankLines.copy(tx, imported)
      for (const { type, data, position } of events) {
        switch (type) {
          case 'BankLineIgnored':
            await bankLines.update(tx, data.lineId, { status: 'ignored', reason: data.reason, since: position })
            break
          case 'BankLineReopened':
            await bankLines.update(tx, data.lineId, { status: 'open', reason: null, since: position })
            break
          case 'StatementImported': {
            const { statementId, networkId, profileId, columns } = data
            await bankStatements.insert(tx, { id: statementId, networkId, profileId, columns: columns ? JSON.stringify(columns) : null, position })
          }
        }
      }
      await keepJournal(tx, events)
    },
  },
)
