import type { Instant, LocalDate } from '../kernel/dates.ts'
import type { Decider } from '../kernel/decider.ts'
import { invalid, refused } from '../kernel/errors.ts'
import type { NetworkId, ProgramId, RunId } from '../kernel/ids.ts'
import type { CampaignStatus, ProgramStatus } from '../programs/contract.ts'
import type { ReadinessItem } from './contract.ts'
import { type CampaignEvent, type CampaignState, campaignFold } from './events.ts'
import { LAUNCH_IN_THE_FUTURE } from './values.ts'

type On = { programId: ProgramId; networkId: NetworkId }

export type CampaignCommand =
  | (On & { type: 'Schedule'; launchAt: Instant; at: Instant; programStatus: ProgramStatus })
  /** Launches the campaign, or resumes it if it is paused (R55, R56). */
  | (On & { type: 'Activate'; runId: RunId; today: LocalDate; missing: readonly ReadinessItem[]; programStatus: ProgramStatus })
  | (On & { type: 'LaunchAsScheduled'; runId: RunId; today: LocalDate; at: Instant; missing: readonly ReadinessItem[] })
  | (On & { type: 'Pause' })
  | (On & { type: 'RequestRun'; runId: RunId; reason: 'period' })
  /** `after`: the last run that the caller knows. If a later run exists, it covers the late bills, too. */
  | (On & { type: 'RequestRun'; runId: RunId; reason: 'late-upload'; after: RunId | null })
  | (On & { type: 'RecordPeriod'; period: LocalDate })
  | (On & { type: 'Complete' })

const notAllowed = (from: CampaignStatus, to: string) => refused('not-allowed', `A campaign that is ${from} cannot become ${to}.`)

const mustBeReady = (missing: readonly ReadinessItem[]) => {
  if (missing.length > 0) throw refused('not-ready', 'The campaign is not ready to be launched.', { missing: [...missing] })
}

const mustBeOpen = (programStatus: ProgramStatus) => {
  if (programStatus === 'Completed' || programStatus === 'Archived')
    throw refused('not-allowed', `The campaign of a program that is ${programStatus} cannot be launched.`)
}

const decide = (command: CampaignCommand, { status, launchAt, runs, billed }: CampaignState): CampaignEvent[] => {
  const { programId, networkId } = command
  const on = { programId, networkId }
  switch (command.type) {
    case 'Schedule':
      if (status === 'Scheduled' && launchAt === command.launchAt) return []
      if (status !== 'Draft' && status !== 'Scheduled' && status !== 'Failed') throw notAllowed(status, 'Scheduled')
      mustBeOpen(command.programStatus)
      if (command.launchAt <= command.at) throw invalid('launchAt', LAUNCH_IN_THE_FUTURE)
      return [{ type: 'CampaignScheduled', data: { ...on, launchAt: command.launchAt } }]

    case 'Activate': {
      const { runId, today, missing, programStatus } = command
      if (status === 'Active') return []
      if (status === 'Completed') throw notAllowed(status, 'Active')
      mustBeOpen(programStatus)
      mustBeReady(missing)
      return [{ type: status === 'Paused' ? 'CampaignResumed' : 'CampaignLaunched', data: { ...on, runId, on: today } }]
    }

    case 'LaunchAsScheduled': {
      const { runId, today, at, missing } = command
      if (status !== 'Scheduled' || (launchAt ?? '') > at) return []
      return missing.length > 0
        ? [{ type: 'CampaignFailed', data: { ...on, missing } }]
        : [{ type: 'CampaignLaunched', data: { ...on, runId, on: today } }]
    }

    case 'Pause':
      if (status === 'Paused') return []
      if (status !== 'Active') throw notAllowed(status, 'Paused')
      return [{ type: 'CampaignPaused', data: on }]

    case 'RequestRun': {
      const { runId, reason } = command
      if (runs.includes(runId)) return []
      if (reason === 'late-upload' && command.after !== runs.at(-1)) return []
      if (status === 'Completed') return [{ type: 'CampaignReopened', data: { ...on, runId } }]
      return status === 'Active' ? [{ type: 'CampaignRunRequested', data: { ...on, runId, reason } }] : []
    }

    case 'RecordPeriod':
      return billed && billed >= command.period ? [] : [{ type: 'CampaignPeriodBilled', data: { ...on, period: command.period } }]

    case 'Complete':
      return status === 'Active' ? [{ type: 'CampaignCompleted', data: on }] : []
  }
}

const initial: CampaignState = { status: 'Draft', launchAt: null, since: null, billed: null, runs: [] }

export const campaignDecider: Decider<CampaignState, CampaignCommand, CampaignEvent> = { initial, decide, ...campaignFold }
