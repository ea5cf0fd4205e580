import type { Request } from 'express'
import type pg from 'pg'
import type { Clock } from '../kernel/dates.ts'
import type { Config } from './config.ts'
import type { Appended, EventStore } from './event-store/event-store.ts'
import type { ActorsOf, Historian } from './history.ts'
import type { AtOnce, CountBeyond, Limiter, Take } from './http/limits.ts'
import type { Costly, Turns } from './http/turns.ts'
import type { Job } from './jobs.ts'
import type { Log } from './log.ts'
import type { SendMail } from './mail/mail.ts'
import type { InstallationKeys } from './personal-data/installation-keys.ts'
import type { PersonalData } from './personal-data/personal-data.ts'
import type { Locks } from './postgres/locks.ts'
import type { SecurityLog } from './security-log.ts'

/** The parts of the platform that every module receives (opened by app/platform.ts). */
export type Platform = Readonly<{
  config: Config
  databaseUrl: string
  pool: pg.Pool
  store: EventStore
  keys: InstallationKeys
  personal: PersonalData
  locks: Locks
  log: Log
  security: SecurityLog
  now: Clock
  signal: AbortSignal
  send: SendMail
  addJob: (job: Job) => Promise<void>
  /** Base address for links in mails. */
  baseUrl: () => string
  /** Scheme, host and port that the visitor's browser uses. */
  originOf: (req: Request) => string
  /** Waits until the read models show these events; false after `patience` milliseconds. */
  settled: (appended: readonly Appended[], patience?: number) => Promise<boolean>
  /** Number of callers in this process that wait for the read models, mostly commands. */
  awaiting: () => number
  historian: Historian
  actorsOf: ActorsOf
  /** Rate limits: shared by all processes, and per process. */
  limiter: Limiter
  perProcess: Limiter
  take: Take
  counted: CountBeyond
  /** Concurrency limits in this process, in general and for costly work. */
  inTurn: Turns
  costly: Costly
  perUser: (limit: Readonly<{ name: string; max: number }>) => AtOnce
}>
