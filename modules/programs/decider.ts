import { isDeepStrictEqual } from 'node:util'
import type { LocalDate } from '../kernel/dates.ts'
import type { Decider } from '../kernel/decider.ts'
import { invalid, missing, refused } from '../kernel/errors.ts'
import type { NetworkId, ProfileId, ProgramId } from '../kernel/ids.ts'
import { DUE_IN_THE_FUTURE, type ProgramStatus } from './contract.ts'
import { type ProgramEvent, type ProgramState, programFold, type Terms } from './events.ts'

export type ProgramCommand =
  | { type: 'CreateProgram'; programId: ProgramId; networkId: NetworkId; terms: Terms; today: LocalDate }
  | { type: 'ChangeProgram'; programId: ProgramId; terms: Terms; today: LocalDate }
  | { type: 'OfferPlans'; programId: ProgramId; counts: readonly number[] }
  | { type: 'AttachProfile'; programId: ProgramId; profileId: ProfileId }
  | { type: 'SetProgramStatus'; programId: ProgramId; status: Exclude<ProgramStatus, 'Draft'> }

const notAllowed = (from: ProgramStatus, to: ProgramStatus) => refused('not-allowed', `A program that is ${from} cannot become ${to}.`)

/** Refuses a due date before today, unless an edit keeps it (R40). */
const checkDueDate = ({ dueDate }: Terms, today: LocalDate) => {
  if (dueDate < today) throw invalid('dueDate', DUE_IN_THE_FUTURE)
}

const decide = (command: ProgramCommand, program: ProgramState): ProgramEvent[] => {
  const { programId } = command
  if (command.type === 'CreateProgram') {
    if (program) return []
    checkDueDate(command.terms, command.today)
    return [{ type: 'ProgramCreated', data: { programId, networkId: command.networkId, terms: command.terms } }]
  }
  if (!program) throw missing('Assessment program')

  switch (command.type) {
    case 'ChangeProgram':
      if (isDeepStrictEqual(command.terms, program.terms)) return []
      if (program.status === 'Archived') throw refused('not-allowed', 'An archived program cannot be changed.')
      if (command.terms.dueDate !== program.terms.dueDate) checkDueDate(command.terms, command.today)
      return [{ type: 'ProgramChanged', data: { programId, terms: command.terms } }]

    // A plan that a bill has already is kept (R138).
    case 'OfferPlans':
      if (isDeepStrictEqual(command.counts, program.plans)) return []
      if (program.status === 'Archived') throw refused('not-allowed', 'An archived program cannot be changed.')
      return [{ type: 'PlansOffered', data: { programId, counts: command.counts } }]

    // Attaching is final, and activates a program (R39).
    case 'AttachProfile':
      if (program.profileId === command.profileId) return []
      if (program.profileId) throw refused('already-attached', 'This program already has a payment profile. Once attached, it cannot be changed.')
      if (program.status === 'Archived') throw refused('not-allowed', 'An archived program cannot be changed.')
      return [
        { type: 'PaymentProfileAttached', data: { programId, profileId: command.profileId } },
        ...(program.status === 'Draft' ? [{ type: 'ProgramActivated', data: { programId } } as const] : []),
      ]

    case 'SetProgramStatus': {
      const { status: from } = program
      const { status: to } = command
      if (from === to) return []
      if (from === 'Archived' || (from === 'Draft' && to !== 'Archived')) throw notAllowed(from, to)
      if (to === 'Archived') return [{ type: 'ProgramArchived', data: { programId } }]
      return [to === 'Completed' ? { type: 'ProgramCompleted', data: { programId } } : { type: 'ProgramActivated', data: { programId } }]
    }
  }
}

export const programDecider: Decider<ProgramState, ProgramCommand, ProgramEvent> = { initial: null, decide, ...programFold }
