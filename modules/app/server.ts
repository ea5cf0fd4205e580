import type { Server } from 'node:http'
import path from 'node:path'
import type pg from 'pg'
import { v7 } from 'uuid'
import { z } from 'zod'
import { publicBill } from '../../projections/bills/public-bill.ts'
import { billFinder, repriceable, showBill, slotsOf, unpaidBills } from '../../projections/bills/queries.ts'
import { billQueryRoutes } from '../../projections/bills/routes.ts'
import { dashboardRoutes } from '../../projections/dashboard/routes.ts'
import { exportRoutes } from '../../projections/exports/routes.ts'
import { findRoutes } from '../../projections/find/routes.ts'
import { liveChanges } from '../../projections/live.ts'
import { liveRoutes } from '../../projections/live-routes.ts'
import { enrolmentsOf, memberById, originOfMember } from '../../projections/members/queries.ts'
import { memberQueryRoutes } from '../../projections/members/routes.ts'
import { mailsTo } from '../../projections/messages/queries.ts'
import { messageQueryRoutes } from '../../projections/messages/routes.ts'
import { adminsOf, grantsOf, mailNamesOf, timeZoneOf } from '../../projections/networks/queries.ts'
import { networkQueryRoutes } from '../../projections/networks/routes.ts'
import { paymentProfileQueryRoutes } from '../../projections/payment-profiles/routes.ts'
import { billOfPayment } from '../../projections/payments/queries.ts'
import { paymentQueryRoutes } from '../../projections/payments/routes.ts'
import { programById } from '../../projections/programs/queries.ts'
import { programQueryRoutes } from '../../projections/programs/routes.ts'
import { watchProgress } from '../../projections/progress.ts'
import type { Projection } from '../../projections/projection.ts'
import { prepareReadModels } from '../../projections/rebuild.ts'
import { notedRows } from '../../projections/statistics.ts'
import { claimLimits, claimPayment, claimRoutes, type ProgramOf } from '../bills/claims.ts'
import { creditRoutes } from '../bills/credits.ts'
import type { BillState } from '../bills/decider.ts'
import { figuresOn } from '../bills/figures.ts'
import { billHistoryRoutes } from '../bills/history.ts'
import { billAppends } from '../bills/issue.ts'
import { asPreferred } from '../bills/preferred.ts'
import { repriceRoutes } from '../bills/reprice.ts'
import { billRoutes } from '../bills/routes.ts'
import { campaignRoutes } from '../campaigns/routes.ts'
import { accountOf, findByEmail, findById, findByIds, withAccount } from '../identity/accounts.ts'
import { authenticators as openAuthenticators } from '../identity/authenticator.ts'
import { authenticatorRoutes } from '../identity/authenticator-routes.ts'
import { accountChanges } from '../identity/changes.ts'
import { guesses, SWEEP_GUESSES } from '../identity/guesses.ts'
import { oauthRoutes } from '../identity/oauth.ts'
import { passkeyRoutes } from '../identity/passkey-routes.ts'
import { passkeys } from '../identity/passkeys.ts'
import { providers } from '../identity/providers.ts'
import { identityRoutes } from '../identity/routes.ts'
import { secondSteps as openSecondSteps } from '../identity/second-step.ts'
import { sessionRoutes } from '../identity/session-routes.ts'
import { sessions as openSessions } from '../identity/sessions.ts'
import { identityTasks } from '../identity/tasks.ts'
import { userWith } from '../identity/user.ts'
import { dayIn, Instant, type LocalDate, toApiDay } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import type { BillId, NetworkId, ProgramId, UserId } from '../kernel/ids.ts'
import { toDollars } from '../kernel/money.ts'
import { memberDetailRoutes } from '../members/details.ts'
import { forgetMember, forgetTasks } from '../members/forget.ts'
import { memberHistoryRoutes } from '../members/history.ts'
import { uploadProgress } from '../members/progress.ts'
import { memberRoutes } from '../members/routes.ts'
import { uploadMembers } from '../members/upload.ts'
import { messageRoutes } from '../messages/routes.ts'
import { networkHistoryRoutes } from '../networks/history.ts'
import { leaveNetworks } from '../networks/leave.ts'
import { noticeTasks } from '../networks/mail-admins-about-admins-and-profiles.ts'
import { letInTasks } from '../networks/mail-people-who-are-let-in.ts'
import { noticeOfAdmins } from '../networks/notice-of-admins.ts'
import { peopleRoutes } from '../networks/people-routes.ts'
import { networkRoutes } from '../networks/routes.ts'
import { profileDecider } from '../payment-profiles/decider.ts'
import type { ProfileEvent } from '../payment-profiles/events.ts'
import { profileHistoryRoutes } from '../payment-profiles/history.ts'
import { noticeOfProfiles } from '../payment-profiles/notice-of-profiles.ts'
import { paymentProfileRoutes } from '../payment-profiles/routes.ts'
import { type MovableClock, movableClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { openPool, openQueries } from '../platform/database.ts'
import type { EventStore } from '../platform/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import { healthRoutes, openMetrics } from '../platform/health.ts'
import { historian } from '../platform/history.ts'
import { close, type HttpDependencies, mount, openApp, serverOf } from '../platform/http.ts'
import { idempotency, SWEEP_ANSWERS } from '../platform/idempotency.ts'
import { addJob, addJobs, jobCounts, migrateJobs, runJobs, type Tasks } from '../platform/jobs.ts'
import { atOnce, processLimiter, SWEEP_LIMITS, sharedLimits, sweep } from '../platform/limits.ts'
import { openLocks } from '../platform/locks.ts'
import type { Log } from '../platform/log.ts'
import { mailer } from '../platform/mail.ts'
import { MIGRATIONS, migrate } from '../platform/migrate.ts'
import { openStore } from '../platform/open-store.ts'
import { openApiOf } from '../platform/openapi.ts'
import { originSeen } from '../platform/origin.ts'
import { installationKeys, personalData, sealedField } from '../platform/personal-data.ts'
import { openReads } from '../platform/reads.ts'
import { everyone, type Route, route } from '../platform/route.ts'
import { sealedAnswers } from '../platform/sealed-answers.ts'
import { openSecurityLog, type SecurityLog } from '../platform/security-log.ts'
import { signedLinks } from '../platform/signed-links.ts'
import { traffic } from '../platform/traffic.ts'
import { programDecider } from '../programs/decider.ts'
import { generateBills } from '../programs/generate-bills-when-a-profile-is-attached.ts'
import { programHistoryRoutes } from '../programs/history.ts'
import { noticeOfAttachedProfiles } from '../programs/notice-of-attached-profiles.ts'
import { programRoutes } from '../programs/routes.ts'
import { currentDueDate } from '../programs/schedule.ts'
import { mailRoutes, startMailCatcher } from '../sandbox/mail-catcher.ts'
import { openIdStandIns } from '../sandbox/openid/stand-in.ts'
import { allProjections, startBackground } from './background.ts'
import type { BackgroundThread } from './background-thread.ts'
import { startMailing } from './mailing.ts'
import { mountPages } from './pages.ts'

const root = path.resolve(import.meta.dirname, '../..')

export type Vestry = Readonly<{
  server: Server
  routes: readonly Route[]
  /** The parts that scripts and tests work with. */
  parts: Readonly<{ pool: pg.Pool; store: EventStore; projections: readonly Projection[]; clock: MovableClock; ready: () => Promise<boolean> }>
  stop: () => Promise<void>
}>

/** The tables of the write side: the log, keys, accounts, jobs. */
export const migrateTables = async (pool: pg.Pool): Promise<void> => {
  await migrate(pool, MIGRATIONS)
  await migrateJobs(pool)
}

/**
 * Puts the whole product together: every module, both sides, and what runs beside them. It does not listen yet.
 * What keeps a processor busy is done on `thread` when there is one.
 */
export const startVestry = async (
  config: Config,
  databaseUrl: string,
  masterKey: Buffer,
  log: Log,
  { thread, security = openSecurityLog(config.securityLog) }: Readonly<{ thread?: BackgroundThread; security?: SecurityLog }> = {},
): Promise<Vestry> => {
  const stopping = new AbortController()
  const { signal } = stopping
  const clock = movableClock()
  const { now } = clock
  const pool = openPool(databaseUrl)
  const unlocking = new AbortController()
  const stopped = new Map<string, string>()
  const onStopped = (projection: string, problem: string | null) => void (problem ? stopped.set(projection, problem) : stopped.delete(projection))
  const behind = { config, databaseUrl, masterKey, log, onStopped }
  await migrateTables(pool)
  const locks = await openLocks(databaseUrl, unlocking.signal)
  const keys = await installationKeys(pool, masterKey)
  security.keyUsed('opened', 'master key')
  const personal = personalData(pool, masterKey)
  // Not waited for: keys that were looked up before are dropped once it is connected.
  void personal.hearOfForgotten(databaseUrl, signal)
  const store = await openStore(config.eventStore, databaseUrl)
  const projections = allProjections(personal)
  const preparation = await prepareReadModels({ pool, store, projections, log })
  if (preparation === 'rebuilt') log.warn('the read models were rebuilt')
  const db = await openQueries(databaseUrl)
  const reads = await openReads(databaseUrl, pool, { isLocal: config.databaseUrl === undefined })
  const progress = await watchProgress({ url: databaseUrl, pool, store, projections, signal })

  const runs = (role: 'web' | 'projector' | 'worker') => config.role === 'all' || config.role === role
  const background = thread ? await thread.start(behind) : await startBackground(behind)

  const networksAt = () => progress.at('networks')
  const zoneOf = timeZoneOf(db, networksAt)
  const accounts = await accountChanges(databaseUrl, signal)
  const makeCurrent = async (userId: UserId, networkId: NetworkId, onlyIfNone = false) => {
    await pool.query('update users set network_id = $2 where id = $1 and (network_id is null or not $3)', [userId, networkId, onlyIfNone])
    accounts.changed()
  }

  const programs = commandHandler(store, programDecider)
  const profiles = commandHandler(store, profileDecider, sealedField<ProfileEvent>(personal, 'profileId', 'methods'))
  const programStateOf = async (id: ProgramId) => (await programs.load(`program-${id}`)).state

  const programOf: ProgramOf = async (id) => {
    const state = await programStateOf(id)
    if (!state) throw missing('Assessment program')
    const profile = state.profileId ? (await profiles.load(`profile-${state.profileId}`)).state : null
    return { status: state.status, type: state.terms.type, methods: profile?.methods ?? null }
  }

  /** A program with the period that its bills are for now. */
  const billedProgram = async (id: ProgramId, period?: LocalDate) => {
    const state = await programStateOf(id)
    if (!state) return null
    const { networkId, terms, profileId, status } = state
    const today = dayIn((await zoneOf(networkId)) ?? 'UTC', now())
    const upload = {
      id,
      networkId,
      hasProfile: profileId !== null,
      customAmounts: terms.type === 'Custom',
      amount: terms.amount,
      dueDate: period ?? currentDueDate(terms.dueDate, terms.frequency, today),
    }
    return { networkId, status, upload }
  }

  const issue = billAppends(store, keys)
  const noted = notedRows(pool)
  const issueAll = generateBills({
    store,
    enrolmentsOf: enrolmentsOf(db),
    slotsOf: slotsOf(db),
    appendsFor: async (id, circumstances, period) => {
      const program = await billedProgram(id, period)
      if (!program?.upload.hasProfile || program.status !== 'Active') return null
      return { dueDate: program.upload.dueDate, appends: (payors) => issue(program.upload, payors, circumstances) }
    },
  })
  const generate: typeof issueAll = async (...of) => {
    const generated = await issueAll(...of)
    if (generated) void progress.settled(generated.shown, 60_000).then(() => noted(generated.billed.length))
    return generated
  }

  const forget = forgetMember({ store, personal, pool, originOf: originOfMember(db), mailsTo: mailsTo(db) })
  const upload = uploadMembers(background.importMembers, { store, generateBills: generate, settled: progress.settled })

  const findBill = billFinder(db, now)
  const showBillOf = async (id: BillId, made: BillState) => {
    const row = await findBill(id)
    if (!row || !made) throw missing('Assessment bill')
    return { ...showBill(row), ...figuresOn(made, dayIn((await zoneOf(row.networkId)) ?? 'UTC', now())) }
  }

  const allGrants = grantsOf(db, networksAt)
  const grants = (userId: string) => allGrants(userId, now())
  const guessing = guesses(pool, keys.requestDigest, config.rateLimitFactor, security)
  const sessions = openSessions(pool, accounts.at, now, grants, guessing.addressKey, {
    secure: config.baseUrl?.startsWith('https:') ?? false,
    security,
  })
  const userOf = userWith(grants)
  const authenticators = openAuthenticators(pool, personal)
  const secondSteps = openSecondSteps(pool, sessions, authenticators, now)
  const perProcess = processLimiter(config.rateLimitFactor)
  const { take, limiter } = sharedLimits(pool, keys.requestDigest, config.rateLimitFactor)
  const signIns = [limiter({ name: 'sign-in', max: 30, seconds: 60 })]
  sweep(pool, [SWEEP_LIMITS, SWEEP_ANSWERS, ...SWEEP_GUESSES], signal)
  const limits = claimLimits(limiter)
  const perUser = atOnce(locks, config.rateLimitFactor)
  const claim = claimPayment(store, keys, programOf)
  const findPublicBill = publicBill(findBill, personal)

  const tokens = signedLinks(keys, 'invitation', ['networkId', 'invitationId'])
  const accountsOf = (ids: readonly UserId[]) => findByIds(pool, ids)

  const listening = (host: string) => {
    const address = server.address()
    return `http://${host}:${typeof address === 'object' && address ? address.port : config.port}`
  }
  const baseUrl = () => config.baseUrl ?? listening('localhost')
  const originOf = originSeen(config.baseUrl, baseUrl)

  const catcher = config.smtpUrl ? null : await startMailCatcher(pool, now)
  const mail = mailer(config.smtpUrl ?? catcher?.smtpUrl ?? '', config.mailFrom)
  const requests = traffic()
  const metrics = openMetrics()
  const mailing = startMailing({
    pass: requests.pass,
    findBill,
    store,
    personal,
    db,
    pool,
    keys,
    now,
    send: mail.send,
    baseUrl,
    exclusively: locks.exclusively,
    settled: progress.settled,
    timeZoneOf: zoneOf,
    adminsOf: async (networkId) => accountsOf(await adminsOf(db)(networkId, now())),
    withAccount: (emails) => withAccount(pool, emails),
    generateBills: generate,
  })
  const standIns = config.sandbox
    ? openIdStandIns(
        () => listening(loopback(server)),
        () => new URL(baseUrl()).origin,
      )
    : null

  const tell = historian(
    store,
    async (ids) => new Map((await findByIds(pool, ids)).map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`])),
  )
  const live = liveChanges({ store, db, log, settled: progress.settled })
  const draining = new AbortController()

  const repeats = sealedAnswers(idempotency(pool, locks.holder, keys.requestDigest), keys)

  const http: HttpDependencies = {
    log,
    security,
    asPreferred,
    traffic: requests,
    metrics,
    now,
    limiter: perProcess,
    baseUrl: config.baseUrl,
    host: config.host,
    trustProxy: config.trustProxy,
    fromAnywhere: ONE_CLICK,
    visitorOf: sessions.visitorOf,
    timeZoneOf: zoneOf,
    reads,
    settled: progress.settled,
    repeats,
  }

  const routes: Route[] = [
    ...accounts.byCalls([
      ...identityRoutes({
        db: pool,
        sessions,
        secondSteps,
        grantsOf: grants,
        userOf,
        limiter,
        guesses: guessing,
        sandbox: config.sandbox,
        leaveNetworks: leaveNetworks({ store, personal, grantsOf: grants, now, settled: progress.settled }),
        forget: personal.forget,
      }),
      ...sessionRoutes(pool),
      ...authenticatorRoutes({ db: pool, authenticators, secondSteps, guesses: guessing, userOf, signIns }),
      ...passkeyRoutes({ db: pool, sessions, passkeys: passkeys(pool), userOf, signIns, security, originOf }),
      ...oauthRoutes({
        db: pool,
        sessions,
        secondSteps,
        providers: providers(config.oauth, standIns?.standInOf ?? null),
        limiter,
        log,
        originOf,
      }),
    ]),
    ...networkRoutes({ store, personal, makeCurrent, takeNetwork: (userId, res) => take(NETWORKS, userId, res) }),
    ...peopleRoutes({
      store,
      personal,
      tokens,
      makeCurrent,
      accountOf: async (email) => {
        const account = await findByEmail(pool, email)
        return account?.confirmed ? account : null
      },
      userOf: async (id) => userOf(await accountOf(pool, id)),
      takeInvitation: (networkId, res) => take(INVITATIONS, networkId, res),
    }),
    ...networkQueryRoutes(db, personal, accountsOf),
    ...programRoutes({
      store,
      show: async (id, made) => {
        const found = await programById(db, id)
        if (!found || !made) throw missing('Assessment program')
        const { status, profileId, terms } = made
        const { amount, dueDate, ...more } = terms
        return { ...found.program, ...more, amount: toDollars(amount), dueDate: toApiDay(dueDate), status, paymentProfileId: profileId }
      },
      timeZoneOf: zoneOf,
      networkOfProfile: async (id) => (await profiles.load(`profile-${id}`)).state?.networkId ?? null,
      generateBills: generate,
      makeCurrent,
    }),
    ...programQueryRoutes,
    ...paymentProfileRoutes(store, personal),
    ...paymentProfileQueryRoutes(db, personal),
    ...campaignRoutes({ store, programOf: programStateOf, missingOf: mailing.missingOf, timeZoneOf: zoneOf, followUp: mailing.followUp }),
    ...messageQueryRoutes(baseUrl),
    ...messageRoutes({
      store,
      personal,
      limiter: perProcess,
      send: mail.send,
      webhookSecret: config.mailWebhookSecret,
      programOf: programStateOf,
      ...mailing.messages,
    }),
    ...memberRoutes({
      upload,
      uploads: perUser({ name: 'uploads', max: 1 }),
      progress: uploadProgress(pool),
      programOf: billedProgram,
      followUp: mailing.followUp,
    }),
    ...memberDetailRoutes({
      store,
      personal,
      forget,
      memberOf: async (id) => (await memberById(db, id))?.known ?? null,
      show: async (id) => {
        const member = await memberById(db, id)
        if (!member) throw missing('Member')
        return member.shown
      },
    }),
    ...memberQueryRoutes,
    ...billRoutes({ store, personal, show: showBillOf, programOf, timeZoneOf: zoneOf }),
    ...billHistoryRoutes({ store, personal, tell, timeZoneOf: zoneOf }),
    ...programHistoryRoutes(store, tell),
    ...profileHistoryRoutes(store, personal, tell),
    ...networkHistoryRoutes(personal, tell),
    ...memberHistoryRoutes({ personal, tell, originOf: originOfMember(db) }),
    ...liveRoutes({ live, draining: draining.signal, streams: perUser({ name: 'streams', max: 10 }), visitorOf: sessions.visitorOf }),
    ...creditRoutes({ store, personal, show: showBillOf, billOfPayment: billOfPayment(db) }),
    ...repriceRoutes({
      store,
      programOf: async (id) => {
        const state = await programStateOf(id)
        return state && { networkId: state.networkId, amount: state.terms.amount }
      },
      timeZoneOf: zoneOf,
      repriceable: repriceable(db),
      unpaidBills: unpaidBills(db),
    }),
    ...claimRoutes({ store, limits, claim, show: showBillOf, payorEmailOf: async (id) => (await findBill(id))?.payorEmail ?? null }),
    ...billQueryRoutes(findPublicBill),
    ...paymentQueryRoutes(findBill),
    ...dashboardRoutes,
    ...exportRoutes(zoneOf),
    ...findRoutes,
    ...(config.sandbox ? [...mailRoutes(pool), clockRoute(clock.moveTo, mailing.catchUp)] : []),
  ]

  const app = openApp(http)
  healthRoutes(app, {
    token: config.metricsToken,
    registry: metrics.registry,
    problems: async () => {
      const problems = [...stopped].map(([name, problem]) => `projection ${name} has stopped: ${problem}`)
      await pool.query('select 1').catch(() => problems.push('the database cannot be reached'))
      await store.head().catch(() => problems.push('the event store cannot be reached'))
      return problems
    },
    gauges: async () => {
      const { waiting, dead } = await jobCounts(pool)
      const positions = Object.fromEntries(
        [...progress.positions()].map(([name, position]) => [`vestry_projection_position_${name.replace('-', '_')}`, Number(position)]),
      )
      return {
        vestry_jobs_waiting: waiting,
        vestry_jobs_dead: dead,
        vestry_log_head: Number(await store.head()),
        vestry_projections_stopped: stopped.size,
        ...positions,
      }
    },
  })
  // Links to a provider may leave out the prefix (R131).
  app.use('/oauth', (req, res) => res.redirect(307, `/api/oauth${req.url}`))
  if (standIns) app.use(standIns.router)
  mount(app, routes, http)
  const openApi = openApiOf(routes)
  app.get('/api/openapi.json', (_req, res) => {
    res.json(openApi)
  })
  await mountPages(app, {
    dist: path.join(root, 'dist'),
    now,
    findBill: async (id) => (await findPublicBill(id))?.shown ?? null,
    claim,
    claimLimits: limits,
    settled: progress.settled,
  })
  close(app, http)
  const server = serverOf(app)

  const tasks: Tasks = {
    ...identityTasks(pool, mail.send, now, baseUrl),
    ...letInTasks({ store, personal, tokens, send: mail.send, baseUrl, accountById: (id) => findById(pool, id), namesOf: mailNamesOf(db) }),
    ...noticeTasks({
      store,
      send: mail.send,
      baseUrl,
      addJobs: (jobs) => addJobs(pool, jobs),
      noticeOf: {
        network: noticeOfAdmins(personal),
        profile: noticeOfProfiles(personal),
        program: noticeOfAttachedProfiles(async (id) => (await profiles.load(`profile-${id}`)).state?.name ?? null),
      },
      adminsOf: (networkId) => adminsOf(db)(networkId, now()),
      accountsOf,
    }),
    ...mailing.tasks,
    ...forgetTasks(forget, (job) => addJob(pool, job)),
    'generate-bills': async ({ programId }: { programId: ProgramId }) => {
      const circumstances: Circumstances = { actor: 'system:generate-bills', at: now(), cause: v7() }
      await generate(programId, circumstances)
      await mailing.followUp()
    },
  }
  const worker = runs('worker') ? await runJobs(pool, tasks, log) : null
  if (worker) mailing.keepTime(signal)

  return {
    server,
    routes,
    parts: { pool, store, projections, clock, ready: async () => progress.reached(await store.head(), 600_000) },
    stop: async () => {
      draining.abort()
      live.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 8_000))])
      server.closeAllConnections()
      stopping.abort()
      await worker?.stop()
      await background.stop()
      mail.close()
      await catcher?.stop()
      await store.close()
      await Promise.all([db.end(), reads.end()])
      unlocking.abort()
      await Promise.all([pool.end(), locks.ended])
    },
  }
}

/** Networks that a user makes. */
const NETWORKS = { name: 'networks', max: 10, seconds: 86_400 } as const
/** Invitations of a network. */
const INVITATIONS = { name: 'invitations', max: 50, seconds: 86_400 } as const

/** What a mail program posts when somebody presses Unsubscribe: from any site, by the right of a signed link (RFC 8058). */
const ONE_CLICK = /^\/reminders\/[\w.-]+$/

/** The host under which this process reaches itself. */
const loopback = (server: Server): string => {
  const address = server.address()
  if (typeof address !== 'object' || !address || ['0.0.0.0', '::'].includes(address.address)) return '127.0.0.1'
  return address.family === 'IPv6' ? `[${address.address}]` : address.address
}

const clockRoute = (moveTo: (at: Instant) => void, catchUp: () => Promise<void>): Route =>
  route({
    method: 'post',
    path: '/api/sandbox/clock',
    summary: "Move the application's clock, and do what becomes due; it runs on from there",
    access: everyone,
    body: z.object({ now: Instant }),
    answer: z.object({ now: Instant }),
    handle: async ({ body }) => {
      moveTo(body.now)
      await catchUp()
      return { now: body.now }
    },
  })
