import { v7 } from 'uuid'
import { type LocalDate, toApiDay } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import type { NetworkId, ProfileId, ProgramId } from '../kernel/ids.ts'
import { type Cents, toDollars } from '../kernel/money.ts'
import { periodsToBill } from '../kernel/schedule.ts'
import type { ConnectedAccount, Methods } from '../payment-profiles/contract.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { Tasks } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { Process } from '../platform/process.ts'
import { shownSoon } from '../platform/shown-soon.ts'
import { billedProgramAt } from './billed-program.ts'
import type { Program } from './contract.ts'
import { programDecider } from './decider.ts'
import {
  enrolledIn,
  type GenerateBillsDependencies,
  generateBills as generateBillsOf,
  generateBillsWhenAProfileIsAttached,
  type IssueBills,
} from './generate-bills-when-a-profile-is-attached.ts'
import { type ProgramHistoryDependencies, programHistory, programHistoryRoutes } from './history.ts'
import { noticeOfAttachedProfiles } from './notice-of-attached-profiles.ts'
import { type ProgramsDependencies, programRoutes } from './routes.ts'

/** The longest wait for the read models to show a large program's bills, before the new rows are reported. */
const SHOWN_MS = 60_000

export type ProgramsNeeds = Platform &
  Pick<ProgramsDependencies, 'makeCurrent' | 'timeZoneOf'> &
  Pick<ProgramHistoryDependencies, 'profileNameOf'> &
  Pick<GenerateBillsDependencies, 'billsShown' | 'enrolmentsOf' | 'placesOf'> &
  Readonly<{
    profileOf: (
      id: ProfileId,
    ) => Promise<Readonly<{ networkId: NetworkId; name: string; methods: Methods | null; stripe: ConnectedAccount | null }> | null>
    programById: (id: ProgramId) => Promise<Readonly<{ program: Program }> | null>
    issueBills: IssueBills
    notedRows: (count: number) => Promise<void>
    followUp: () => Promise<void>
  }>

export const programProcesses: readonly Process[] = [generateBillsWhenAProfileIsAttached]

export const openPrograms = (needs: ProgramsNeeds) => {
  const { store, now, settled, profileOf, programById, issueBills, notedRows, followUp } = needs
  const { load } = commandHandler(store, programDecider)
  const stateOf = async (id: ProgramId) => (await load(`program-${id}`)).state

  /** A program's data for its bills' commands; no methods without an attached profile. @throws DomainError 404 */
  const programOf = async (id: ProgramId) => {
    const state = await stateOf(id)
    if (!state) throw missing('Assessment program')
    const profile = state.profileId ? await profileOf(state.profileId) : null
    return {
      name: state.terms.name,
      status: state.status,
      type: state.terms.type,
      profileId: state.profileId,
      plans: state.plans,
      methods: profile?.methods ?? null,
      stripe: profile?.stripe ?? null,
    }
  }

  const billedAt = billedProgramAt(needs)
  const billedProgram = (id: ProgramId, period?: LocalDate) => billedAt(id, now(), period)

  const generate = generateBillsOf({
    ...needs,
    appendsFor: async (id, circumstances, period) => {
      const program = await billedProgram(id, period)
      if (!program?.upload.hasProfile || program.status !== 'Active') return null
      const { upload } = program
      // In a Uniform program a payor may still have an amount from when the program was Custom; it is ignored.
      const owing = (payors: Parameters<typeof issueBills>[1]) =>
        upload.customAmounts ? payors : payors.map((payor) => ({ ...payor, amount: null }))
      return { billing: upload, appends: (payors) => issueBills(upload, owing(payors), circumstances) }
    },
  })
  const generateBills = async (id: ProgramId, circumstances: Circumstances, period?: LocalDate) => {
    const generated = await generate(id, circumstances, period)
    if (generated) void settled(generated.shown, SHOWN_MS).then(() => notedRows(generated.billed.length))
    return generated
  }

  const tasks: Pick<Tasks, 'generate-bills'> = {
    'generate-bills': async ({ programId }) => {
      await generateBills(programId, { actor: 'system:generate-bills', at: now(), cause: v7() })
      await followUp()
    },
  }
  return {
    routes: [
      ...programRoutes({
        ...needs,
        generateBills,
        networkOfProfile: async (id) => (await profileOf(id))?.networkId ?? null,
        show: async (id, made) => {
          if (!made) throw missing('Assessment program')
          const { program } = await shownSoon(() => programById(id))
          const { status, profileId, plans, terms } = made
          const { amount, dueDate, ...more } = terms
          return {
            ...program,
            ...more,
            amount: toDollars(amount),
            dueDate: toApiDay(dueDate),
            status,
            plans: [...(plans as Program['plans'])],
            paymentProfileId: profileId,
          }
        },
      }),
      ...programHistoryRoutes(needs),
    ],
    histories: { program: programHistory(needs) },
    tasks,
    noticeOf: noticeOfAttachedProfiles(async (id) => (await profileOf(id))?.name ?? null),
    programOf,
    billedProgram,
    enrolledIn: async (id: ProgramId) => enrolledIn(store, await needs.enrolmentsOf(id)),
    generateBills,
    periodsToBill,
    /** A program's network, status, amount and revision, from the log; null if unknown. */
    programStateOf: async (id: ProgramId) => {
      const { state, revision } = await load(`program-${id}`)
      return state && { networkId: state.networkId, status: state.status, amount: state.terms.amount as Cents, revision }
    },
  }
}
