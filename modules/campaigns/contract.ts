import { z } from 'zod'
import { Instant } from '../kernel/date-schemas.ts'
import { RunId } from '../kernel/ids.ts'

const item = z.object({ status: z.enum(['ready', 'pending']) })

/** The preconditions of a launch (R56). */
export const Readiness = z.object({ paymentProfileSetup: item, paymentProfileAttach: item, memberUpload: item })
export type Readiness = z.infer<typeof Readiness>
export type ReadinessItem = keyof Readiness

export const RunReason = z.enum(['launch', 'resume', 'late-upload', 'period'])
export type RunReason = z.infer<typeof RunReason>

export const RunStatus = z.enum(['Pending', 'InProgress', 'Completed', 'Failed'])
export type RunStatus = z.infer<typeof RunStatus>

/**
 * The progress of a run. `processedCount`: the bills that were tried, including bills of payors without an e-mail
 * address (R57).
 */
export const CampaignStats = z.object({
  status: RunStatus,
  processedCount: z.number().int().meta({ example: 200 }),
  totalCount: z.number().int().meta({ example: 200 }),
  startedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  errorMessage: z.string().nullable().meta({ example: null }),
  /** The processed bills whose payor has no e-mail address and gets a printed bill. */
  withoutEmailCount: z.number().int().meta({ example: 12 }),
})
export type CampaignStats = z.infer<typeof CampaignStats>

export const holdUpWords = {
  unreachable: 'The mail server cannot be reached. We keep trying.',
  deferred: 'The mail server puts off some mails. We keep trying.',
} as const

export const CampaignRun = CampaignStats.extend({ id: RunId, reason: RunReason })
export type CampaignRun = z.infer<typeof CampaignRun>

/** Launch (Active), pause, resume (Active again), or schedule a launch. */
export const CampaignChange = z.object({
  status: z.enum(['Active', 'Paused', 'Scheduled'], { error: 'Status must be Active, Paused or Scheduled' }),
  launchAt: Instant.nullish(),
})
export const CampaignChanged = z.object({ campaignStatus: z.enum(['Draft', 'Scheduled', 'Active', 'Paused', 'Completed', 'Failed']) })
export type CampaignChanged = z.infer<typeof CampaignChanged>
