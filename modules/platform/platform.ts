import type { Request } from 'express'
import type pg from 'pg'
import type { Clock } from '../kernel/dates.ts'
import type { Config } from './config.ts'
import type { Appended, EventStore } from './event-store/event-store.ts'
import type { Historian } from './history.ts'
import type { AtOnce, Limiter, Take } from './http/limits.ts'
import type { Job } from './jobs.ts'
import type { Log } from './log.ts'
import type { SendMail } from './mail/mail.ts'
import type { InstallationKeys, PersonalData } from './personal-data/personal-data.ts'
import type { Locks } from './postgres/locks.ts'
import type { SecurityLog } from './security-log.ts'

/** What every module works with (app/server.ts opens it). */
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
  /** Ends with the server. */
  signal: AbortSignal
  send: SendMail
  addJob: (job: Job) => Promise<void>
  /** Under which address mails name this installation. */
  baseUrl: () => string
  /** Scheme, host and port under which a visitor's browser reaches us. */
  originOf: (req: Request) => string
  /** Waits until the read models show these events, for so many milliseconds at most; false when that takes longer. */
  settled: (appended: readonly Appended[], patience?: number) => Promise<boolean>
  /** Tells the history of a stream in sentences. */
  tell: Historian
  /** Limits that all processes share, and those that each process counts by itself. */
  limiter: Limiter
  perProcess: Limiter
  take: Take
  perUser: (limit: Readonly<{ name: string; max: number }>) => AtOnce
}>
