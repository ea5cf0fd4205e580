import { z } from 'zod'
import type { Instant, LocalDate } from '../kernel/dates.ts'
import { type EventOf, eventsOf, foldOf, sentenceOf, text } from '../kernel/events.ts'
import type { NetworkId, ProgramId, RunId } from '../kernel/ids.ts'
import type { CampaignStatus } from '../programs/contract.ts'
import { ofProgram } from '../webhooks/contract.ts'
import { type ReadinessItem, RunReason } from './contract.ts'

const onProgram = { programId: text<ProgramId>(), networkId: text<NetworkId>() }
const onRun = { ...onProgram, runId: text<RunId>() }

export type CampaignState = Readonly<{
  status: CampaignStatus
  launchAt: Instant | null
  /** The day on which the campaign was last launched or resumed. Earlier periods are not billed (R42). */
  since: LocalDate | null
  billed: LocalDate | null
  runs: readonly RunId[]
}>

const event = eventsOf<CampaignState>()
const become = (status: CampaignStatus) => (campaign: CampaignState) => ({ ...campaign, status })
const begin = (campaign: CampaignState, { runId, on }: Readonly<{ runId: RunId; on: LocalDate }>): CampaignState => ({
  ...campaign,
  status: 'Active',
  since: on,
  runs: [...campaign.runs, runId],
})

const lacking: Record<ReadinessItem, string> = {
  paymentProfileSetup: 'no payment profile was set up',
  paymentProfileAttach: 'no payment profile was attached',
  memberUpload: 'nobody was billed',
}

/** The events of a program's campaign. They are kept forever: add optional fields only, or a new event. */
export const campaignEvents = {
  CampaignScheduled: event(z.object({ ...onProgram, launchAt: text<Instant>() }), {
    icon: 'schedule',
    repeatable: true,
    says: 'Launch of the campaign scheduled',
    evolve: (campaign, { launchAt }) => ({ ...campaign, status: 'Scheduled', launchAt }),
    webhook: null,
  }),
  /** The scheduled time came, but a precondition was missing. */
  CampaignFailed: event(z.object({ ...onProgram, missing: z.array(text<ReadinessItem>()).readonly() }), {
    icon: 'cross',
    says: ({ missing }) => `Scheduled launch failed: ${missing.map((item) => lacking[item]).join(', ')}`,
    evolve: become('Failed'),
    webhook: ofProgram('campaign.failed'),
  }),
  /** `on`: the day in the network's time zone. Periods that were due before it are not billed. */
  CampaignLaunched: event(z.object({ ...onRun, on: text<LocalDate>() }), {
    icon: 'megaphone',
    says: 'Campaign launched',
    evolve: begin,
    webhook: ofProgram('campaign.launched'),
  }),
  CampaignPaused: event(z.object(onProgram), {
    icon: 'pause',
    repeatable: true,
    says: 'Campaign paused',
    evolve: become('Paused'),
    webhook: ofProgram('campaign.paused'),
  }),
  CampaignResumed: event(z.object({ ...onRun, on: text<LocalDate>() }), {
    icon: 'play',
    says: 'Campaign resumed',
    evolve: begin,
    webhook: ofProgram('campaign.resumed'),
  }),
  CampaignRunRequested: event(z.object({ ...onRun, reason: RunReason.exclude(['launch', 'resume']) }), {
    icon: 'megaphone',
    says: ({ reason }) => `Mails of the campaign requested for ${reason === 'period' ? 'the new period' : 'late bills'}`,
    evolve: (campaign, { runId }) => ({ ...campaign, runs: [...campaign.runs, runId] }),
    webhook: null,
  }),
  CampaignPeriodBilled: event(z.object({ ...onProgram, period: text<LocalDate>() }), {
    icon: 'bill',
    says: 'Next period billed',
    evolve: (campaign, { period }) => ({ ...campaign, billed: period }),
    webhook: null,
  }),
  CampaignCompleted: event(z.object(onProgram), {
    icon: 'check',
    says: 'Campaign completed',
    evolve: become('Completed'),
    webhook: ofProgram('campaign.completed'),
  }),
  /** A completed campaign got new bills, or one of its bills is open again. */
  CampaignReopened: event(z.object(onRun), {
    icon: 'play',
    says: 'Campaign reopened',
    evolve: (campaign, { runId }) => ({ ...campaign, status: 'Active', runs: [...campaign.runs, runId] }),
    webhook: ofProgram('campaign.reopened'),
  }),
}

export type CampaignEvent = EventOf<typeof campaignEvents>
export const campaignFold = foldOf<CampaignState, typeof campaignEvents>(campaignEvents)
export const campaignSentence = sentenceOf(campaignEvents)

const HoldUp = z.enum(['unreachable', 'deferred'])
export type HoldUp = z.output<typeof HoldUp>
export type RunState = 'requested' | 'going' | HoldUp | 'ended'

const ofRun = { runId: text<RunId>(), programId: text<ProgramId>() }
const runEvent = eventsOf<RunState>()

/** The events of one run, in its own stream. */
export const runEvents = {
  RunStarted: runEvent(z.object({ ...ofRun, total: z.int() }), { icon: 'megaphone', says: 'Sending began', evolve: () => 'going', webhook: null }),
  /** Mails cannot be sent right now (`unreachable`), or the mail server puts off some of them. */
  RunHeldUp: runEvent(z.object({ ...ofRun, reason: HoldUp }), {
    icon: 'alert',
    says: 'Sending was held up',
    evolve: (_, { reason }) => reason,
    webhook: null,
  }),
  RunWentOn: runEvent(z.object(ofRun), { icon: 'play', says: 'Sending went on', evolve: () => 'going', webhook: null }),
  /** `error`: why some payors were not reached: the campaign was paused, or sending was given up. */
  RunEnded: runEvent(z.object({ ...ofRun, failed: z.boolean(), error: z.string().nullable() }), {
    icon: 'check',
    says: 'Sending ended',
    evolve: () => 'ended',
    webhook: null,
  }),
}
export type RunEvent = EventOf<typeof runEvents>
export const runFold = foldOf<RunState, typeof runEvents>(runEvents)
