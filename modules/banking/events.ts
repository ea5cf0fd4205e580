import { z } from 'zod'
import { formatDay, type LocalDate } from '../kernel/dates.ts'
import { cents, type EventOf, eventsOf, foldOf, sealed, sealedFor, sentenceOf, text } from '../kernel/events.ts'
import type { BankLineId, NetworkId, ProfileId, StatementId } from '../kernel/ids.ts'
import { money } from '../kernel/money.ts'
import { StatementColumns } from './contract.ts'
import { type bankLineStatuses, statementFormats } from './values.ts'

export const bankLineStream = (id: BankLineId) => `bankline-${id}` as const
export const statementStream = (id: StatementId) => `statement-${id}` as const

export type BankLineState = Readonly<{
  networkId: NetworkId
  profileId: ProfileId
  amount: number
  status: (typeof bankLineStatuses)[number]
}> | null

const of = { lineId: text<BankLineId>(), networkId: text<NetworkId>() }
const event = eventsOf<BankLineState>()

/**
 * The events of a line of a bank statement. Its texts contain names; they are sealed with the key of the payment
 * profile, since it is not known whose they are. They are kept for ever: add optional fields only, or a new event.
 */
export const bankLineEvents = {
  BankLineImported: event(
    z.object({
      ...of,
      profileId: text<ProfileId>(),
      statementId: text<StatementId>(),
      bookedOn: text<LocalDate>(),
      amount: cents,
      text: sealed(z.string()),
      counterparty: sealed(z.string().nullable()),
      ...sealedFor,
    }),
    {
      icon: 'bank',
      says: ({ amount, bookedOn }) => `Bank line of ${money(amount)} on ${formatDay(bookedOn)} imported`,
      evolve: (_, { networkId, profileId, amount }) => ({ networkId, profileId, amount, status: 'open' }),
      webhook: null,
    },
  ),
  BankLineIgnored: event(z.object({ ...of, reason: sealed(z.string()), ...sealedFor }), {
    icon: 'archive',
    repeatable: true,
    says: 'Bank line ignored',
    evolve: (line) => line && { ...line, status: 'ignored' },
    webhook: null,
  }),
  BankLineReopened: event(z.object(of), {
    icon: 'undo',
    repeatable: true,
    says: 'Bank line reopened',
    evolve: (line) => line && { ...line, status: 'open' },
    webhook: null,
  }),
}
export type BankLineEvent = EventOf<typeof bankLineEvents>
export const bankLineFold = foldOf<BankLineState, typeof bankLineEvents>(bankLineEvents)
export const bankLineSentence = sentenceOf(bankLineEvents)

export type StatementState = Readonly<{ networkId: NetworkId; profileId: ProfileId; format: string; lines: number }> | null

const imported = eventsOf<StatementState>()
export const statementEvents = {
  /** A file was imported as a whole; its lines came before. */
  StatementImported: imported(
    z.object({
      statementId: text<StatementId>(),
      networkId: text<NetworkId>(),
      profileId: text<ProfileId>(),
      /** SHA-256 of the file. */
      digest: z.string(),
      format: z.enum(statementFormats),
      lines: z.int(),
      added: z.int(),
      repeated: z.int(),
      unreadable: z.int(),
      columns: StatementColumns.exactOptional(),
    }),
    {
      icon: 'upload',
      says: ({ lines, added }) => `Bank statement imported: ${added} of ${lines} lines new`,
      evolve: (_, { networkId, profileId, format, lines }) => ({ networkId, profileId, format, lines }),
      webhook: null,
    },
  ),
}
export type StatementEvent = EventOf<typeof statementEvents>
export const statementFold = foldOf<StatementState, typeof statementEvents>(statementEvents)
export const statementSentence = sentenceOf(statementEvents)
