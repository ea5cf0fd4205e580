import { setMaxListeners } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { liveChanges } from '../../projections/live.ts'
import { liveRoutes } from '../../projections/live-routes.ts'
import { openSheets } from '../../projections/paper/sheets.ts'
import { watchProgress } from '../../projections/progress.ts'
import type { Projection } from '../../projections/projection.ts'
import { openQuestions, queryRoutes } from '../../projections/read-side.ts'
import { prepareReadModels } from '../../projections/rebuild.ts'
import { logAccess } from '../audit/access-log.ts'
import { whyQuarantined } from '../audit/repair.ts'
import { bulkMailers } from '../campaigns/module.ts'
import { type Identity, openIdentity } from '../identity/module.ts'
import type { Clock } from '../kernel/dates.ts'
import { leaveNetworks } from '../networks/leave.ts'
import { openHealthCheck } from '../operations/health-check.ts'
import { operationsRoutes } from '../operations/routes.ts'
import { openStripe } from '../payments/module.ts'
import { type MovableClock, movableClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { Starting } from '../platform/event-store/patience.ts'
import { drained } from '../platform/http/draining.ts'
import { openMetrics } from '../platform/http/health.ts'
import { idempotency, sealedAnswers } from '../platform/http/idempotency.ts'
import { openReads } from '../platform/http/reads.ts'
import type { Route } from '../platform/http/route.ts'
import { runJobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { MasterKeys } from '../platform/personal-data/master-key.ts'
import { openPool, openQueries } from '../platform/postgres/database.ts'
import { openSecurityLog, type SecurityLog } from '../platform/security-log.ts'
import { openTelemetry } from '../platform/telemetry/telemetry.ts'
import type { StripeSandbox } from '../sandbox/stripe/stand-in.ts'
import { deliverers } from '../webhooks/module.ts'
import { addressesOf } from './addresses.ts'
import { startBackground } from './background.ts'
import type { BackgroundThread } from './background-thread.ts'
import { migrateTables, openConnections } from './connections.ts'
import { followBlocked } from './follow-blocked.ts'
import { type Needs, openModules } from './modules.ts'
import type { PagesDependencies } from './pages.ts'
import { openPlatform } from './platform.ts'
import { openStandIns } from './stand-ins.ts'
import { openWeb } from './web.ts'

/** The time that a stopping process waits for running requests. */
const DRAINED_MS = 8_000
/**
 * If other web processes run, a stopping one first keeps serving until every load balancer knows that it is not ready,
 * and then ends within half a minute.
 */
const LEAVING_MS = 3_000
const DRAINED_BESIDE_OTHERS_MS = 25_000
const SHOWN_MS = 60_000

export type Vestry = Readonly<{
  server: Server
  routes: readonly Route[]
  /** The parts for scripts and tests. */
  parts: Readonly<{
    pool: pg.Pool
    store: EventStore
    projections: readonly Projection[]
    clock: MovableClock
    ready: () => Promise<void>
    stripe: StripeSandbox | null
  }>
  stop: () => Promise<void>
}>

type Running = Readonly<{
  server: Server
  /** True if other processes answer requests meanwhile. */
  besideOthers: boolean
  /** Ends the streams of live changes. */
  leave: () => void
  stopping: AbortController
  /** Called in this order after the last request. */
  ends: readonly (() => unknown)[]
}>

/** Ends a process: first streams, then running requests, then their connections. */
const stopInOrder = async ({ server, besideOthers, leave, stopping, ends }: Running): Promise<void> => {
  leave()
  if (besideOthers) await pause(LEAVING_MS)
  await drained(server, besideOthers ? DRAINED_BESIDE_OTHERS_MS : DRAINED_MS)
  stopping.abort()
  for (const end of ends) await end()
}

const billsOnPages = (
  db: Awaited<ReturnType<typeof openQueries>>,
  now: Clock,
  questions: ReturnType<typeof openQuestions>,
  sheets: ReturnType<typeof openSheets>,
): Pick<PagesDependencies, 'findBill' | 'findReceipt' | 'findSheet'> => ({
  findBill: async (id) => {
    const found = await questions.findPublicBill(id)
    return found && { bill: found.shown, networkId: found.row.networkId }
  },
  findSheet: async (id, spoken) => {
    const row = await sheets.rowOf(db, now(), id)
    return row && sheets.publicSheet(db, row, spoken)
  },
  findReceipt: async (id, paymentId, spoken) => {
    const found = await questions.findPublicBill(id)
    return found && sheets.receiptOf(found.shown, paymentId, spoken)
  },
})

type Connections = Awaited<ReturnType<typeof openConnections>>
type Asking = Readonly<{ now: Clock; signal: AbortSignal; accountsOf: Parameters<typeof openQuestions>[0]['accountsOf'] }>

/** The read models, up to date, and their queries. */
const openReadSide = async (
  config: Config,
  url: string,
  log: Log,
  { pool, store, projections, personal }: Connections,
  { now, signal, accountsOf }: Asking,
) => {
  if ((await prepareReadModels({ pool, store, projections, log })) === 'rebuilt') log.warn('the read models were rebuilt')
  const db = await openQueries(url)
  const reads = await openReads(url, pool, { isLocal: config.databaseUrl === undefined })
  const progress = await watchProgress({ url, pool, store, projections, signal })
  const questions = openQuestions({ db, personal, now, networksAt: () => progress.at('networks'), accountsOf })
  return { db, reads, progress, questions }
}

type Besides = Readonly<{ thread?: BackgroundThread | null; security?: SecurityLog; start?: Starting }>

type Later = Readonly<{ accountsOf: Identity['accountsOf']; server: () => Server }>

/**
 * The infrastructure of the modules: the log, the read side, the background work and the platform. `later`: parts that
 * are opened afterwards.
 */
const openFoundations = async (
  config: Config,
  databaseUrl: string,
  masterKeys: MasterKeys,
  log: Log,
  { thread, security = openSecurityLog(config.securityLog), start }: Besides,
  { accountsOf, server }: Later,
) => {
  const stopping = new AbortController()
  const { signal } = stopping
  setMaxListeners(0, signal)
  const clock = movableClock()
  const { now } = clock
  const telemetry = await openTelemetry(config.telemetry, config.role, log)

  const pool = openPool(databaseUrl)
  await migrateTables(pool)
  const connections = await openConnections({ pool, eventStore: config.eventStore, databaseUrl, masterKeys, role: config.role, signal, start })
  const { locks, keys, personal, store, projections } = connections
  security.keyUsed('opened', 'master key')

  const { db, reads, progress, questions } = await openReadSide(config, databaseUrl, log, connections, { now, signal, accountsOf })
  const { settled, awaiting } = progress

  const stopped = new Map<string, string>()
  const onStopped = (projection: string, problem: string | null) => void (problem ? stopped.set(projection, problem) : stopped.delete(projection))
  const behind = { config, databaseUrl, masterKeys, log, onStopped }
  const background = thread ? await thread.start(behind) : await startBackground(behind)

  const healthCheck = openHealthCheck({ pool, store, projections: projections.map(({ name }) => name), progress, stopped, config, now })

  const addresses = addressesOf(server, config.port)
  const baseUrl = () => config.baseUrl ?? addresses.local()
  const sheets = openSheets({ personal, contactOf: questions.contactOf, baseUrl })
  const opened = { config, databaseUrl, pool, store, keys, personal, locks, log, security, now, signal, settled, awaiting, baseUrl }
  const { platform, end: endPlatform } = await openPlatform(opened, { accountsOf, apiKeyNames: questions.apiKeyNames })
  const followUp = () => platform.addJob({ task: 'follow-up', payload: {}, key: 'follow-up' })
  const billsShow = (position: bigint) => settled([{ stream: 'bill-', revision: 0, position }], SHOWN_MS)
  const needs: Needs = { ...platform, ...questions, followUp, billsShow }

  return {
    ...{ stopping, clock, telemetry, connections, security, db, reads, progress, questions, stopped, background, healthCheck },
    ...{ addresses, sheets, platform, endPlatform, needs },
  }
}

/**
 * Composes the whole product: every module, the write and the read side, and the background work. It does not listen
 * yet. Heavy work runs on `thread` if there is one. Until `start` is over, calls to the event store have longer
 * timeouts.
 */
export const startVestry = async (config: Config, databaseUrl: string, masterKeys: MasterKeys, log: Log, besides: Besides = {}): Promise<Vestry> => {
  const later: Later = { accountsOf: (ids) => identity.accountsOf(ids), server: () => server }
  const beneath = await openFoundations(config, databaseUrl, masterKeys, log, besides, later)
  const { stopping, clock, telemetry, connections, security, db, reads, progress, questions, stopped, background, healthCheck } = beneath
  const { addresses, sheets, platform, endPlatform, needs } = beneath
  const { pool, locks, keys, personal, store, projections } = connections
  const { now } = clock
  const { settled } = progress

  const metrics = openMetrics()
  const standIns = await openStandIns({
    ...{ ...platform, clock, addresses },
    compareWithStripe: () => modules.compareWithStripe(),
    catchUp: async () => {
      await modules.campaigns.catchUp()
      await modules.autopay.look()
    },
  })
  const stripe = openStripe(config.stripe ?? standIns.stripe, metrics.stripeAnswered, log)
  const standInOf = standIns.providers?.standInOf ?? null
  const identity = await openIdentity({ ...needs, standInOf, leaveNetworks: leaveNetworks(needs) })
  const modules = openModules(needs, { identity, background, caughtUp: progress.caughtUp, stripe })
  const { bills, messages, findBills, audit, embed, histories, visitorOf } = modules
  const live = liveChanges({ store, db, log, settled })
  followBlocked({ ...platform, store, live, allCaughtUp: progress.allCaughtUp })
  const draining = new AbortController()
  const streams = platform.perUser({ name: 'streams', max: 10 })
  const routes: Route[] = [
    ...identity.routes,
    ...modules.routes,
    ...queryRoutes({
      ...{ ...needs, db, store, histories, sheets },
      accountsOf: identity.accountsOf,
      failingPayors: messages.failingPayors,
      whyQuarantined: whyQuarantined(store, personal),
    }),
    ...operationsRoutes({ pool, healthCheck, security }),
    ...liveRoutes({ live, draining: draining.signal, streams, visitorOf }),
    ...standIns.routes,
  ]

  const repeats = sealedAnswers(idempotency(pool, locks.holder, keys.requests), keys)
  const { host, trustProxy, metricsToken } = config
  const server = await openWeb({
    routes,
    http: {
      ...platform,
      ...{ logAccess: logAccess(store, log), visitorOf, timeZoneOf: questions.timeZoneOf, reads, repeats, host, trustProxy },
      baseUrl: config.baseUrl,
      limiter: platform.perProcess,
    },
    metrics,
    metricsToken,
    watched: { pool, healthCheck, stopped, role: config.role, draining: draining.signal },
    pages: {
      ...{ now, settled, security, frame: embed.frame, find: findBills.find, proofOf: audit.proofOf, isProof: audit.isProof },
      ...{ claim: bills.claim, claimLimits: bills.claimLimits, takeBack: bills.takeBack },
      ...{ isTakeBack: messages.isTakeBack, reminders: messages.reminders, autopay: modules.autopay.linkPages },
      ...billsOnPages(db, now, questions, sheets),
      costly: platform.costly,
      stripe: stripe.settings && (stripe.settings === standIns.stripe ? 'stand-in' : 'stripe'),
    },
    standIns: standIns.providers,
    stripe: standIns.stripe,
  })

  standIns.stripe?.run()
  const runsJobs = config.role === 'all' || config.role === 'worker'
  const worker = runsJobs ? await runJobs(pool, locks, { ...identity.tasks, ...modules.tasks }, log, [deliverers, bulkMailers]) : null
  if (worker) modules.keepTime()

  return {
    server,
    routes,
    parts: { pool, store, projections, clock, stripe: standIns.stripe, ready: () => progress.allCaughtUp(600_000) },
    stop: () => {
      const leave = () => {
        draining.abort()
        live.stop()
      }
      const beside = [() => worker?.stop(), () => background.stop(), endPlatform, () => standIns.stripe?.stop()]
      const ends = [...beside, () => Promise.all([db.end(), reads.end()]), () => connections.end(), () => telemetry.stop()]
      return stopInOrder({ server, besideOthers: config.role === 'web', leave, stopping, ends })
    },
  }
}
