import { dayIn, type Instant, type LocalDate } from '../kernel/dates.ts'
import type { NetworkId, ProgramId, RunId } from '../kernel/ids.ts'
import type { Circumstances } from '../platform/handle.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { Frequency } from '../programs/contract.ts'
import type { CampaignCommand } from './decider.ts'
import type { Run } from './send-bills.ts'

type Campaign = Readonly<{ programId: ProgramId; networkId: NetworkId }>
export type RecurringCampaign = Campaign &
  Readonly<{ timeZone: string; frequency: Frequency; dueDate: LocalDate; since: LocalDate; billed: LocalDate | null }>

export type CalendarDependencies = Readonly<{
  now: () => Instant
  command: (command: CampaignCommand, circumstances: Circumstances) => Promise<void>
  /** What a launch lacks (R72). */
  missingOf: (programId: ProgramId) => Promise<readonly ('paymentProfileSetup' | 'paymentProfileAttach' | 'memberUpload')[]>
  timeZoneOf: (networkId: NetworkId) => Promise<string | null>
  /** The due dates of periods that are to be billed by a day and are not yet. */
  periodsToBill: (campaign: RecurringCampaign, today: LocalDate) => readonly LocalDate[]
  generateBills: (programId: ProgramId, circumstances: Circumstances, period: LocalDate) => Promise<boolean>
  scheduledCampaigns: (at: Instant) => Promise<readonly Campaign[]>
  recurringCampaigns: () => Promise<readonly RecurringCampaign[]>
  finishedCampaigns: () => Promise<readonly Campaign[]>
  programsWithLateBills: (at: Instant) => Promise<readonly (Campaign & Readonly<{ after: RunId | null }>)[]>
  openRuns: () => Promise<readonly Run[]>
  networksWithCampaigns: () => Promise<readonly Readonly<{ id: NetworkId; timeZone: string }>[]>
  remindPayors: (networkId: NetworkId, timeZone: string) => Promise<void>
  /** Writes down that claims have waited too long, so that the Admins are told. */
  noteWaitingClaims: (at: Instant) => Promise<void>
  /** Has the heads of networks' records signed for the days that have ended. */
  signHeads: (at: Instant) => Promise<void>
}>

type SendRun = (run: Run) => Promise<void>

/** What happens by itself as time passes. Each part may be repeated and interrupted at will: it goes on where it was. */
export const calendar = (dependencies: CalendarDependencies) => {
  const { now, command, missingOf, timeZoneOf, periodsToBill, generateBills, remindPayors } = dependencies
  const because = (cause: string): Circumstances => ({ actor: 'system:calendar', at: now(), cause })

  const launchWhatIsScheduled = async () => {
    for (const campaign of await dependencies.scheduledCampaigns(now())) {
      const today = dayIn((await timeZoneOf(campaign.networkId)) ?? 'UTC', now())
      const runId = uuidV5(`scheduled run/${campaign.programId}/${now()}`) as RunId
      const missing = await missingOf(campaign.programId)
      await command({ type: 'LaunchAsScheduled', ...campaign, runId, today, at: now(), missing }, because(runId))
    }
  }

  const billNextPeriods = async () => {
    for (const campaign of await dependencies.recurringCampaigns()) {
      const { programId, networkId, timeZone } = campaign
      for (const period of periodsToBill(campaign, dayIn(timeZone, now()))) {
        const runId = uuidV5(`period run/${programId}/${period}`) as RunId
        // Without a profile there are no bills; the period is billed once there is one.
        if (!(await generateBills(programId, because(runId), period))) break
        await command({ type: 'RecordPeriod', programId, networkId, period }, because(runId))
        await command({ type: 'RequestRun', programId, networkId, runId, reason: 'period' }, because(runId))
      }
    }
  }

  const mailLateBills = async () => {
    for (const campaign of await dependencies.programsWithLateBills(now())) {
      const runId = uuidV5(`late run/${campaign.programId}/${now()}`) as RunId
      await command({ type: 'RequestRun', ...campaign, runId, reason: 'late-upload' }, because(runId))
    }
  }

  const completeWhatIsPaid = async () => {
    for (const campaign of await dependencies.finishedCampaigns()) await command({ type: 'Complete', ...campaign }, because(`complete ${now()}`))
  }

  const remindEverybody = async () => {
    for (const { id, timeZone } of await dependencies.networksWithCampaigns()) await remindPayors(id, timeZone)
  }

  /** What new bills and payments bring about: late bills get a run, and a campaign without an open bill ends. */
  const followUp = async (sendBills: SendRun): Promise<void> => {
    await mailLateBills()
    // Runs that were asked for, were interrupted, or could not hand over their mail.
    for (const run of await dependencies.openRuns()) await sendBills(run)
    await completeWhatIsPaid()
  }

  return {
    followUp,
    completeWhatIsPaid,
    /** Everything that has fallen due by now; `sendBills` works through a run, or has it worked through. */
    run: async (sendBills: SendRun): Promise<void> => {
      await launchWhatIsScheduled()
      await billNextPeriods()
      await followUp(sendBills)
      await remindEverybody()
      await dependencies.noteWaitingClaims(now())
      await dependencies.signHeads(now())
    },
  }
}
