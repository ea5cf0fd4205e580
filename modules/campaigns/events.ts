import type { Instant, LocalDate } from '../kernel/dates.ts'
import type { DomainEvent, Repeatable } from '../kernel/decider.ts'
import type { NetworkId, ProgramId, RunId } from '../kernel/ids.ts'
import type { ReadinessItem, RunReason } from './contract.ts'

type On = { programId: ProgramId; networkId: NetworkId }

/** Of a program's campaign. Kept for ever. Never change a shape here; add an event and let `evolve` read both. */
export type CampaignEvent =
  | DomainEvent<'CampaignScheduled', On & { launchAt: Instant }>
  /** The time had come and something was missing. */
  | DomainEvent<'CampaignFailed', On & { missing: readonly ReadinessItem[] }>
  /** `on`: the day in the network's zone; bills of periods that fell due before it are not generated afterwards. */
  | DomainEvent<'CampaignLaunched', On & { runId: RunId; on: LocalDate }>
  | DomainEvent<'CampaignPaused', On>
  | DomainEvent<'CampaignResumed', On & { runId: RunId; on: LocalDate }>
  | DomainEvent<'CampaignRunRequested', On & { runId: RunId; reason: Exclude<RunReason, 'launch' | 'resume'> }>
  /** Every payor of the program has a bill of this period. */
  | DomainEvent<'CampaignPeriodBilled', On & { period: LocalDate }>
  | DomainEvent<'CampaignCompleted', On>
  /** After the campaign was complete, new bills came, or one was open again. */
  | DomainEvent<'CampaignReopened', On & { runId: RunId }>

export type HoldUp = 'unreachable' | 'deferred'

/** Of one run, in its own stream. */
export type RunEvent =
  | DomainEvent<'RunStarted', { runId: RunId; programId: ProgramId; total: number }>
  /** Mail cannot be handed over at present (`unreachable`), or the other side puts some of it off. */
  | DomainEvent<'RunHeldUp', { runId: RunId; programId: ProgramId; reason: HoldUp }>
  | DomainEvent<'RunWentOn', { runId: RunId; programId: ProgramId }>
  /** `error` says why not everybody was reached: paused, or given up. */
  | DomainEvent<'RunEnded', { runId: RunId; programId: ProgramId; failed: boolean; error: string | null }>

/** The others follow once each: a failure from a schedule, a resumption from a pause, a run from an upload, an end or a beginning from a period. */
export const REPEATABLE: Repeatable<CampaignEvent> = {
  CampaignScheduled: true,
  CampaignFailed: false,
  CampaignLaunched: false,
  CampaignPaused: true,
  CampaignResumed: false,
  CampaignRunRequested: false,
  CampaignPeriodBilled: false,
  CampaignCompleted: false,
  CampaignReopened: false,
}
