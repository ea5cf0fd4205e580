import { createHash } from 'node:crypto'
import type { BankLineId, NetworkId, ProfileId, StatementId } from '../kernel/ids.ts'
import { type Append, type Appended, Conflict, type EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler, eventsFor } from '../platform/handle.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { bankLineCodec } from './codec.ts'
import type { ImportedStatement, StatementColumns } from './contract.ts'
import { statementDecider } from './decider.ts'
import { type BankLineEvent, bankLineStream, statementStream } from './events.ts'
import type { Statement, StatementLine } from './readers/parts.ts'
import { readStatement } from './readers/read-statement.ts'

const SLICE = 500

export type ImportDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  /** Those of the lines that are in the read model. */
  knownBankLines: (ids: readonly BankLineId[]) => Promise<ReadonlySet<string>>
  /** The columns by which the last CSV of the account was read. */
  columnsOfStatements: (profileId: ProfileId) => Promise<StatementColumns | null>
}>

type Account = Readonly<{ networkId: NetworkId; profileId: ProfileId }>
export type StatementFile = Account & Readonly<{ bytes: Buffer; columns: StatementColumns | null; dryRun: boolean }>

/**
 * Ids by what a line says, so that the same line of two files has one id. Day and amount are part of it, since some
 * banks count their ids anew in each file. Without an id of the bank, equal lines of a file differ by their count.
 */
const lineIds = ({ networkId, profileId }: Account, lines: readonly StatementLine[]): BankLineId[] => {
  const counts = new Map<string, number>()
  return lines.map(({ bankId, bookedOn, amount, text }) => {
    const said = bankId === null ? JSON.stringify([bookedOn, amount, text]) : JSON.stringify([bankId, bookedOn, amount])
    const count = bankId === null ? (counts.get(said) ?? 0) : 0
    counts.set(said, count + 1)
    return uuidV5(`bankline/${networkId}/${profileId}/${said}/${count}`) as BankLineId
  })
}

/** Imports statements. The same cause adds the same events, so a crash at any line is made good by a retry. */
export const importStatement = ({ store, personal, knownBankLines, columnsOfStatements }: ImportDependencies) => {
  const codec = bankLineCodec(personal)
  const { handle } = commandHandler(store, statementDecider)

  const read = async ({ bytes, columns, profileId }: StatementFile): Promise<Statement> => {
    if (columns) return readStatement(bytes, { columns })
    const remembered = await columnsOfStatements(profileId)
    if (!remembered) return readStatement(bytes)
    try {
      return readStatement(bytes, { columns: remembered })
    } catch {
      // The bank has changed its columns.
      return readStatement(bytes)
    }
  }

  /** Appends the lines that are new, and counts them. */
  const append = async (lines: ReadonlyMap<BankLineId, BankLineEvent>, circumstances: Circumstances) => {
    const all = [...lines]
    const shown: Appended[] = []
    for (let from = 0; from < all.length; from += SLICE) {
      const appends = await Promise.all(
        all.slice(from, from + SLICE).map(async ([id, event]): Promise<Append> => {
          const stream = bankLineStream(id)
          return { stream, events: eventsFor(stream, 0, await codec.encode([event], null), circumstances), expect: 'none' }
        }),
      )
      for (const answer of await store.appendEach(appends)) if (!(answer instanceof Conflict)) shown.push(answer)
    }
    return shown
  }

  return async (file: StatementFile, circumstances: Circumstances): Promise<{ answer: ImportedStatement; shown: readonly Appended[] }> => {
    const { networkId, profileId, bytes, dryRun } = file
    const { format, lines, unreadable, columns, titles, warnings } = await read(file)
    const statementId = uuidV5(`statement/${networkId}/${profileId}/${circumstances.cause}`) as StatementId
    const ids = lineIds(file, lines)
    const events = new Map<BankLineId, BankLineEvent>()
    for (const [i, { bookedOn, amount, text, counterparty }] of lines.entries()) {
      const lineId = ids[i]
      if (lineId && !events.has(lineId))
        events.set(lineId, {
          type: 'BankLineImported',
          data: { lineId, networkId, profileId, statementId, bookedOn, amount, text, counterparty },
        })
    }
    const shown = dryRun ? [] : await append(events, circumstances)
    const added = dryRun ? events.size - (await knownBankLines([...events.keys()])).size : shown.length
    const counts = { format, lines: lines.length, added, repeated: lines.length - added }
    const ofCsv = columns ? { columns } : {}
    if (!dryRun) {
      const digest = createHash('sha256').update(bytes).digest('hex')
      const data = { statementId, networkId, profileId, digest, ...counts, unreadable: unreadable.length, ...ofCsv }
      shown.push(...(await handle(statementStream(statementId), { type: 'NoteImport', data }, circumstances)).shown)
    }
    return { answer: { ...counts, unreadable, ...ofCsv, ...(titles ? { titles } : {}), warnings }, shown }
  }
}
