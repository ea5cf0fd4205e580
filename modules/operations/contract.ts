import { z } from 'zod'
import { Instant } from '../kernel/date-schemas.ts'
import { dataOf, listOf } from '../shared/api.ts'

/** The age of the oldest entry in seconds; 0 without entries. */
const Age = z.number()

export const ProjectionHealth = z.object({
  name: z.string(),
  /** The number of log positions that the projection lags behind; null if unknown. */
  behind: z.number().nullable(),
  secondsBehind: Age.nullable(),
  /** The process that runs the projection, '4711@machine'; null if none does. */
  holder: z.string().nullable(),
  stopped: z.boolean(),
  /** The blocked event's type, its problem, and the time of the block. */
  unreadable: z.object({ type: z.string(), problem: z.string(), since: Instant }).nullable(),
})
export type ProjectionHealth = z.infer<typeof ProjectionHealth>

/** Health of the installation, without any network's data (R125). */
export const InstallationHealth = z.object({
  at: Instant,
  /** Problems with advice; empty if there are none. */
  attention: z.array(z.object({ title: z.string(), advice: z.string() })),
  projections: z.array(ProjectionHealth),
  jobs: z.object({ waiting: z.number(), retrying: z.number(), dead: z.number(), oldestDue: Age, oldestRunning: Age }),
  /** Mails to payors; `failed`: in the last 24 hours. */
  mail: z.object({ waiting: z.number(), oldestWaiting: Age, failed: z.number(), lastSentAt: Instant.nullable() }),
  /** Deliveries to webhooks that are due, except for slow or paused webhooks. */
  deliveries: z.object({ due: z.number(), oldestDue: Age }),
  /**
   * `disks`: the disks that the setting DISKS names, and 'data' for the data folder; `freeShare` is null if unreadable.
   * `logBytes`: null if the log is in EventStoreDB.
   */
  storage: z.object({
    disks: z.array(z.object({ name: z.string(), freeShare: z.number().nullable() })),
    databaseBytes: z.number(),
    logBytes: z.number().nullable(),
  }),
  backup: z.object({ madeAt: Instant, bytes: z.number(), ofEarlierKey: z.boolean() }).nullable(),
  processes: z.array(z.object({ role: z.string(), release: z.string(), name: z.string(), since: Instant.nullable() })),
})
export type InstallationHealth = z.infer<typeof InstallationHealth>
export const InstallationAnswer = dataOf(InstallationHealth)
export type InstallationAnswer = z.infer<typeof InstallationAnswer>

/** A dead job without its payload, and only the class and code of its error. */
export const DeadJob = z.object({
  id: z.string(),
  task: z.string(),
  attempts: z.number(),
  addedAt: Instant,
  triedAt: Instant,
  error: z.string().nullable(),
  /** False for jobs that must succeed: refunds, and forgetting people. */
  canDiscard: z.boolean(),
})
export type DeadJob = z.infer<typeof DeadJob>
export const DeadJobs = listOf(DeadJob)
export type DeadJobs = z.infer<typeof DeadJobs>
export const JobsRetried = dataOf(z.object({ retried: z.number() }))
export type JobsRetried = z.infer<typeof JobsRetried>
