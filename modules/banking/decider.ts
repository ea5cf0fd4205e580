import type { Decider } from '../kernel/decider.ts'
import { missing } from '../kernel/errors.ts'
import type { BankLineId } from '../kernel/ids.ts'
import { type BankLineEvent, type BankLineState, bankLineFold, type StatementEvent, type StatementState, statementFold } from './events.ts'

type Imported = Extract<StatementEvent, { type: 'StatementImported' }>['data']
export type BankLineCommand = Readonly<{ lineId: BankLineId } & ({ type: 'Ignore'; reason: string } | { type: 'Reopen' })>

/** A repeated command records nothing. Lines themselves are appended by an import, many at once. */
const decide = (command: BankLineCommand, line: BankLineState): BankLineEvent[] => {
  if (!line) throw missing('Bank line')
  const of = { lineId: command.lineId, networkId: line.networkId }
  if (command.type === 'Ignore') return line.status === 'ignored' ? [] : [{ type: 'BankLineIgnored', data: { ...of, reason: command.reason } }]
  return line.status === 'open' ? [] : [{ type: 'BankLineReopened', data: of }]
}

export const bankLineDecider: Decider<BankLineState, BankLineCommand, BankLineEvent> = { initial: null, decide, ...bankLineFold }

export const statementDecider: Decider<StatementState, { type: 'NoteImport'; data: Imported }, StatementEvent> = {
  initial: null,
  decide: ({ data }, statement) => (statement ? [] : [{ type: 'StatementImported', data }]),
  ...statementFold,
}
