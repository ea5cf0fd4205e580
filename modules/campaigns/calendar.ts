import { dayIn, type Instant, type LocalDate } from '../kernel/dates.ts'
import type { MessageId, NetworkId, ProgramId, RunId } from '../kernel/ids.ts'
import type { Schedule } from '../kernel/schedule.ts'
import { eachInTurn } from '../platform/each-in-turn.ts'
import type { Circumstances } from '../platform/handle.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { CampaignCommand } from './decider.ts'
import type { Run } from './send-bills.ts'

type Campaign = Readonly<{ programId: ProgramId; networkId: NetworkId }>
export type RecurringCampaign = Campaign & Schedule & Readonly<{ timeZone: string }>

export type CalendarDependencies = Readonly<{
  now: () => Instant
  command: (command: CampaignCommand, circumstances: Circumstances) => Promise<void>
  /** What a launch lacks (R56). */
  missingOf: (programId: ProgramId) => Promise<readonly ('paymentProfileSetup' | 'paymentProfileAttach' | 'memberUpload')[]>
  timeZoneOf: (networkId: NetworkId) => Promise<string | null>
  /** The due dates of periods that are to be billed by a day and are not yet. */
  periodsToBill: (campaign: RecurringCampaign, today: LocalDate) => readonly LocalDate[]
  /** How many bills it issued; null where there can be none. */
  generateBills: (programId: ProgramId, circumstances: Circumstances, period: LocalDate) => Promise<number | null>
  scheduledCampaigns: (at: Instant) => Promise<readonly Campaign[]>
  recurringCampaigns: (at: Instant) => Promise<readonly RecurringCampaign[]>
  finishedCampaigns: () => Promise<readonly Campaign[]>
  programsWithLateBills: (at: Instant) => Promise<readonly (Campaign & Readonly<{ after: RunId | null }>)[]>
  openRuns: () => Promise<readonly Run[]>
  networksWithCampaigns: () => Promise<readonly Readonly<{ id: NetworkId; timeZone: string }>[]>
  /** Writes down a network's reminders of the day: those that are new, or null when none waits to be sent. */
  writeReminders: (networkId: NetworkId, timeZone: string) => Promise<ReadonlySet<MessageId> | null>
  /** Writes down that claims have waited too long, so that the Admins are told. */
  noteWaitingClaims: (at: Instant) => Promise<void>
  /** Has the heads of networks' records signed for the days that have ended. */
  signHeads: (at: Instant) => Promise<void>
}>

/** How mails go out: to their end, or by jobs. */
type Sending = Readonly<{
  sendBills: (run: Run) => Promise<void>
  sendReminders: (networkId: NetworkId, fresh: ReadonlySet<MessageId>) => Promise<void>
}>

/**
 * What happens by itself as time passes. Each part may be repeated and interrupted at will: it goes on where it was. A campaign, bill or network
 * that fails holds up no other.
 */
export const calendar = (dependencies: CalendarDependencies) => {
  const { now, command, missingOf, timeZoneOf, periodsToBill, generateBills, writeReminders } = dependencies
  const because = (cause: string): Circumstances => ({ actor: 'system:calendar', at: now(), cause })

  const launchWhatIsScheduled = async () =>
    eachInTurn(await dependencies.scheduledCampaigns(now()), async (campaign) => {
      const today = dayIn((await timeZoneOf(campaign.networkId)) ?? 'UTC', now())
      const runId = uuidV5(`scheduled run/${campaign.programId}/${now()}`) as RunId
      const missing = await missingOf(campaign.programId)
      await command({ type: 'LaunchAsScheduled', ...campaign, runId, today, at: now(), missing }, because(runId))
    })

  const billNextPeriods = async () =>
    eachInTurn(await dependencies.recurringCampaigns(now()), async (campaign) => {
      const { programId, networkId, timeZone } = campaign
      for (const period of periodsToBill(campaign, dayIn(timeZone, now()))) {
        const runId = uuidV5(`period run/${programId}/${period}`) as RunId
        // Without a profile there are no bills; the period is billed once there is one.
        const issued = await generateBills(programId, because(runId), period)
        if (issued === null) break
        await command({ type: 'RecordPeriod', programId, networkId, period }, because(runId))
        // Its bills may be there already, by an upload, which has a run. A crash between issuing them and this leaves them to mailLateBills.
        if (issued > 0) await command({ type: 'RequestRun', programId, networkId, runId, reason: 'period' }, because(runId))
      }
    })

  const mailLateBills = async () =>
    eachInTurn(await dependencies.programsWithLateBills(now()), async (campaign) => {
      const runId = uuidV5(`late run/${campaign.programId}/${now()}`) as RunId
      await command({ type: 'RequestRun', ...campaign, runId, reason: 'late-upload' }, because(runId))
    })

  const completeWhatIsPaid = async () =>
    eachInTurn(await dependencies.finishedCampaigns(), (campaign) => command({ type: 'Complete', ...campaign }, because(`complete ${now()}`)))

  const remindEverybody = async (sendReminders: Sending['sendReminders']) =>
    eachInTurn(await dependencies.networksWithCampaigns(), async ({ id, timeZone }) => {
      const fresh = await writeReminders(id, timeZone)
      if (fresh) await sendReminders(id, fresh)
    })

  /** What new bills and payments bring about: late bills get a run, and a campaign without an open bill ends. */
  const followUp = (sendBills: Sending['sendBills']): Promise<void> => {
    // Runs that were asked for, were interrupted, or could not hand over their mail.
    const sendWhatIsOpen = async () => eachInTurn(await dependencies.openRuns(), sendBills)
    return eachInTurn([mailLateBills, sendWhatIsOpen, completeWhatIsPaid], (part) => part())
  }

  return {
    followUp,
    completeWhatIsPaid,
    /** Everything that has fallen due by now. */
    run: ({ sendBills, sendReminders }: Sending): Promise<void> => {
      const noteWaitingClaims = () => dependencies.noteWaitingClaims(now())
      const signHeads = () => dependencies.signHeads(now())
      const remind = () => remindEverybody(sendReminders)
      const parts = [launchWhatIsScheduled, billNextPeriods, () => followUp(sendBills), remind, noteWaitingClaims, signHeads]
      return eachInTurn(parts, (part) => part())
    },
  }
}
