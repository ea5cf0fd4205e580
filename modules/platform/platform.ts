import type { Request } from 'express'
import type pg from 'pg'
import type { Clock } from '../kernel/dates.ts'
import type { Config } from './config.ts'
import type { Appended, EventStore } from './event-store/event-store.ts'
import type { ActorsOf, Historian } from './history.ts'
import type { Costly } from './http/costly.ts'
import type { AtOnce, CountBeyond, Limiter, Take } from './http/limits.ts'
import type { Turns } from './http/turns.ts'
import type { Job } from './jobs.ts'
import type { Log } from './log.ts'
import type { SendMail } from './mail/mail.ts'
import type { InstallationKeys } from './personal-data/installation-keys.ts'
import type { PersonalData } from './personal-data/personal-data.ts'
import type { Locks } from './postgres/locks.ts'
import type { SecurityLog } from './security-log.ts'

/** The platform's parts that every module gets (app/platform.ts opens them). */
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
  /** Aborts when the server stops. */
  signal: AbortSignal
  send: SendMail
  addJob: (job: Job) => Promise<void>
  /** This installation's address in mails. */
  baseUrl: () => string
  /** Scheme, host and port under which a visitor's browser reaches us. */
  originOf: (req: Request) => string
  /** Waits until the read models show these events; false after `patience` milliseconds. */
  settled: (appended: readonly Appended[], patience?: number) => Promise<boolean>
  /** How much in this process waits for the read models: commands above all. */
  awaiting: () => number
  /** Tells the history of a stream in sentences. */
  tell: Historian
  /** Names who acted. */
  actorsOf: ActorsOf
  /** Rate limits that all processes share, and those counted per process. */
  limiter: Limiter
  perProcess: Limiter
  take: Take
  counted: CountBeyond
  /** Turns that callers take in this process, and those at what is costly. */
  inTurn: Turns
  costly: Costly
  perUser: (limit: Readonly<{ name: string; max: number }>) => AtOnce
}>
