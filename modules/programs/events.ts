import { z } from 'zod'
import type { LocalDate } from '../kernel/dates.ts'
import { cents, type EventOf, eventsOf, foldOf, sentenceOf, text } from '../kernel/events.ts'
import type { NetworkId, ProfileId, ProgramId } from '../kernel/ids.ts'
import { ofProgram } from '../webhooks/contract.ts'
import { AmountType, Frequency, type ProgramStatus } from './contract.ts'

const onProgram = { programId: text<ProgramId>() }

const Terms = z.object({
  name: z.string(),
  description: z.string().nullable(),
  frequency: Frequency,
  type: AmountType,
  amount: cents,
  /** The due date of the first period. */
  dueDate: text<LocalDate>(),
})
export type Terms = Readonly<z.output<typeof Terms>>

export type ProgramState = Readonly<{
  networkId: NetworkId
  terms: Terms
  status: ProgramStatus
  profileId: ProfileId | null
  plans: readonly number[]
}> | null

const event = eventsOf<ProgramState>()
const become = (status: ProgramStatus) => (program: ProgramState) => program && { ...program, status }

/** The events of a program. They are kept forever: add optional fields only, or a new event. */
export const programEvents = {
  ProgramCreated: event(z.object({ ...onProgram, networkId: text<NetworkId>(), terms: Terms }), {
    icon: 'plus',
    says: 'Program created',
    evolve: (_, { networkId, terms }) => ({ networkId, terms, status: 'Draft', profileId: null, plans: [] }),
    webhook: ofProgram('program.created'),
  }),
  ProgramChanged: event(z.object({ ...onProgram, terms: Terms }), {
    icon: 'pencil',
    repeatable: true,
    says: 'Program changed',
    evolve: (program, { terms }) => program && { ...program, terms },
    webhook: ofProgram('program.changed'),
  }),
  /** The numbers of monthly parts in which the program's bills may be paid (R138). */
  PlansOffered: event(z.object({ ...onProgram, counts: z.array(z.int()).readonly() }), {
    icon: 'schedule',
    repeatable: true,
    says: ({ counts }) => (counts.length > 0 ? `Payment plans offered: ${counts.join(', ')} parts` : 'Payment plans no longer offered'),
    evolve: (program, { counts }) => program && { ...program, plans: counts },
    webhook: ofProgram('program.changed'),
  }),
  PaymentProfileAttached: event(z.object({ ...onProgram, profileId: text<ProfileId>() }), {
    icon: 'bank',
    says: 'Payment profile attached',
    evolve: (program, { profileId }) => program && { ...program, profileId },
    webhook: null,
  }),
  ProgramActivated: event(z.object(onProgram), {
    icon: 'play',
    repeatable: true,
    says: 'Program became Active',
    evolve: become('Active'),
    webhook: ofProgram('program.activated'),
  }),
  ProgramCompleted: event(z.object(onProgram), {
    icon: 'check',
    repeatable: true,
    says: 'Program completed',
    evolve: become('Completed'),
    webhook: ofProgram('program.completed'),
  }),
  ProgramArchived: event(z.object(onProgram), {
    icon: 'archive',
    says: 'Program archived',
    evolve: become('Archived'),
    webhook: ofProgram('program.archived'),
  }),
}

export type ProgramEvent = EventOf<typeof programEvents>
export const programFold = foldOf<ProgramState, typeof programEvents>(programEvents)
export const programSentence = sentenceOf(programEvents)
