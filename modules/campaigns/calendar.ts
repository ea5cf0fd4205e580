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
  /** The preconditions of a launch that the program still lacks (R56). */
  missingOf: (programId: ProgramId) => Promise<readonly ('paymentProfileSetup' | 'paymentProfileAttach' | 'memberUpload')[]>
  timeZoneOf: (networkId: NetworkId) => Promise<string | null>
  periodsToBill: (campaign: RecurringCampaign, today: LocalDate) => readonly LocalDate[]
  /** The number of issued bills; null if the program cannot have bills yet. */
  generateBills: (programId: ProgramId, circumstances: Circumstances, period: LocalDate) => Promise<number | null>
  scheduledCampaigns: (at: Instant) => Promise<readonly Campaign[]>
  recurringCampaigns: (at: Instant) => Promise<readonly RecurringCampaign[]>
  finishedCampaigns: () => Promise<readonly Campaign[]>
  programsWithLateBills: (at: Instant) => Promise<readonly (Campaign & Readonly<{ after: RunId | null }>)[]>
  openRuns: () => Promise<readonly Run[]>
  networksWithCampaigns: () => Promise<readonly Readonly<{ id: NetworkId; timeZone: string }>[]>
  /** Queues a network's reminders of today. Returns those just queued; null if none waits to be sent. */
  writeReminders: (networkId: NetworkId, timeZone: string) => Promise<ReadonlySet<MessageId> | null>
  /** Records claims that have waited too long, about which Admins are then mailed. */
  noteWaitingClaims: (at: Instant) => Promise<void>
  /** Queues the signing of networks' heads for each day that has ended. */
  signHeads: (at: Instant) => Promise<void>
}>

/** Sends mails at once, or queues jobs that send them. */
type Sending = Readonly<{
  sendBills: (run: Run) => Promise<void>
  sendReminders: (networkId: NetworkId, fresh: ReadonlySet<MessageId>) => Promise<void>
}>

/**
 * The work that falls due as time passes. Each part may be repeated, or interrupted and resumed. A failing campaign,
 * bill or network does not hold up the others.
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
        // Null: the program has no profile, and thus no bills. The period is billed once a profile is attached.
        const issued = await generateBills(programId, because(runId), period)
        if (issued === null) break
        await command({ type: 'RecordPeriod', programId, networkId, period }, because(runId))
        // If an upload has issued the bills, it has requested its own run. If the process crashes here, mailLateBills
        // mails the bills.
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

  /** Work that follows new bills and payments: late bills get a run, and a campaign ends with its last open bill. */
  const followUp = (sendBills: Sending['sendBills']): Promise<void> => {
    // Sends runs that were requested or interrupted, or whose mails the mail server could not accept.
    const sendWhatIsOpen = async () => eachInTurn(await dependencies.openRuns(), sendBills)
    return eachInTurn([mailLateBills, sendWhatIsOpen, completeWhatIsPaid], (part) => part())
  }

  return {
    followUp,
    completeWhatIsPaid,
    run: ({ sendBills, sendReminders }: Sending): Promise<void> => {
      const noteWaitingClaims = () => dependencies.noteWaitingClaims(now())
      const signHeads = () => dependencies.signHeads(now())
      const remind = () => remindEverybody(sendReminders)
      const parts = [launchWhatIsScheduled, billNextPeriods, () => followUp(sendBills), remind, noteWaitingClaims, signHeads]
      return eachInTurn(parts, (part) => part())
    },
  }
}
