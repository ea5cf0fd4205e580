import { z } from 'zod'
import { Instant } from '../kernel/date-schemas.ts'
import { dataOf, listOf } from '../shared/api.ts'

/** Ages are in seconds; 0 where there is nothing of the kind. */
const Age = z.number()

export const ProjectionHealth = z.object({
  name: z.string(),
  /** Positions of the log; null while it is not known. */
  behind: z.number().nullable(),
  secondsBehind: Age.nullable(),
  /** The process that folds it, '4711@machine'; null: nobody does. */
  holder: z.string().nullable(),
  stopped: z.boolean(),
  /** The kind of event that it stands still on, what is wrong with it, and since when. */
  unreadable: z.object({ type: z.string(), problem: z.string(), since: Instant }).nullable(),
})
export type ProjectionHealth = z.infer<typeof ProjectionHealth>

/** How the installation is, without a word of what any network holds (R125). */
export const InstallationHealth = z.object({
  at: Instant,
  /** What needs somebody, with what to do; empty when all is well. */
  attention: z.array(z.object({ title: z.string(), advice: z.string() })),
  projections: z.array(ProjectionHealth),
  jobs: z.object({ waiting: z.number(), retrying: z.number(), dead: z.number(), oldestDue: Age, oldestRunning: Age }),
  /** Mails to payors; `failed`: of those of the last 24 hours. */
  mail: z.object({ waiting: z.number(), oldestWaiting: Age, failed: z.number(), lastSentAt: Instant.nullable() }),
  /** To webhooks: what could be sent now, but for those that are slow or rest after a time-out. */
  deliveries: z.object({ due: z.number(), oldestDue: Age }),
  /** `disks`: those of DISKS, and 'data', that of the data folder; `freeShare` is null where it cannot be looked at. `logBytes`: null where the log lies in EventStoreDB. */
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

/** A job that has failed for good. What it holds is not told, and of its error only the class and code. */
export const DeadJob = z.object({
  id: z.string(),
  task: z.string(),
  attempts: z.number(),
  addedAt: Instant,
  triedAt: Instant,
  error: z.string().nullable(),
  /** False for what is owed: money that goes back, people who are to be forgotten. */
  canDiscard: z.boolean(),
})
export type DeadJob = z.infer<typeof DeadJob>
export const DeadJobs = listOf(DeadJob)
export type DeadJobs = z.infer<typeof DeadJobs>
export const JobsRetried = dataOf(z.object({ retried: z.number() }))
export type JobsRetried = z.infer<typeof JobsRetried>
