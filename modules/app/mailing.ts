import type pg from 'pg'
import { countWaitingClaims, type FindBill, waitingClaims } from '../../projections/bills/queries.ts'
import { messageOwner } from '../../projections/messages/ledger.ts'
import {
  exampleMail,
  goesOn,
  hasWaitingReminders,
  leftToMail,
  networksWithCampaigns,
  openRuns,
  pendingMails,
  programsWithLateBills,
  remindableBills,
  sentSince,
  unmailedBills,
  unsubscribedOf,
} from '../../projections/messages/queries.ts'
import { mailNetworkOf } from '../../projections/networks/queries.ts'
import { finishedCampaigns, programReadiness, recurringCampaigns, scheduledCampaigns } from '../../projections/programs/queries.ts'
import { creditTasks } from '../bills/credits.ts'
import { noteWaitingClaims, type WaitingDependencies, waitingClaimTasks } from '../bills/tell-admins-about-waiting-claims.ts'
import { calendar as openCalendar } from '../campaigns/calendar.ts'
import type { ReadinessItem } from '../campaigns/contract.ts'
import { campaignDecider } from '../campaigns/decider.ts'
import { remindPayors } from '../campaigns/remind-payors.ts'
import { MailIsDown, type Run, sendBills } from '../campaigns/send-bills.ts'
import type { Clock, LocalDate } from '../kernel/dates.ts'
import type { MessageId, NetworkId, ProgramId } from '../kernel/ids.ts'
import type { LetterContext } from '../messages/letters.ts'
import { later, payorMailTasks } from '../messages/mail-payors-about-their-payments.ts'
import { outbox as openOutbox } from '../messages/outbox.ts'
import type { MailLinks } from '../messages/routes.ts'
import type { Queries } from '../platform/database.ts'
import type { Appended, EventStore } from '../platform/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import { addJob, type Tasks } from '../platform/jobs.ts'
import type { SendMail } from '../platform/mail.ts'
import type { InstallationKeys, PersonalData } from '../platform/personal-data.ts'
import { signedLinks } from '../platform/signed-links.ts'
import { periodsToBill } from '../programs/schedule.ts'

const CALENDAR_EVERY_MS = 30_000

export type MailingDependencies = Readonly<{
  /** Lets people's requests go first. */
  pass: () => Promise<void>
  findBill: FindBill
  store: EventStore
  personal: PersonalData
  db: Queries
  pool: pg.Pool
  keys: InstallationKeys
  now: Clock
  send: SendMail
  baseUrl: () => string
  exclusively: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>
  settled: (appended: readonly Appended[], patience?: number) => Promise<boolean>
  timeZoneOf: (networkId: NetworkId) => Promise<string | null>
  adminsOf: WaitingDependencies['adminsOf']
  withAccount: (emails: readonly string[]) => Promise<ReadonlySet<string>>
  generateBills: (programId: ProgramId, circumstances: Circumstances, period: LocalDate) => Promise<object | null>
}>

/** Campaigns, the mails to payors, and what happens by itself as time passes, put together. */
export const startMailing = (dependencies: MailingDependencies) => {
  const {
    pass,
    findBill,
    store,
    personal,
    db,
    pool,
    keys,
    now,
    send,
    baseUrl,
    exclusively,
    settled,
    timeZoneOf,
    adminsOf,
    withAccount,
    generateBills,
  } = dependencies
  const campaigns = commandHandler(store, campaignDecider)

  const links: MailLinks = {
    reminders: signedLinks(keys, 'reminders', ['networkId', 'address']),
    opened: signedLinks(keys, 'opened', ['messageId']),
    clicked: signedLinks(keys, 'clicked', ['messageId', 'billId']),
  }
  /** An address as the log and the tables know it. */
  const addressOf = (networkId: NetworkId, email: string): string => keys.idDigest('address', networkId, email.toLowerCase())
  const context: LetterContext = {
    pay: (billId) => `${baseUrl()}/pay/${billId}`,
    assessments: () => `${baseUrl()}/my-assessments`,
    unsubscribe: (networkId, email) => `${baseUrl()}/reminders/${links.reminders.issue({ networkId, address: addressOf(networkId, email) })}`,
    opened: (messageId) => `${baseUrl()}/api/mail/opened/${links.opened.issue({ messageId })}`,
    clicked: (messageId, billId) => `${baseUrl()}/api/mail/clicked/${links.clicked.issue({ messageId, billId })}`,
  }
  const unsubscribed = async (networkId: NetworkId, emails: readonly string[]): Promise<ReadonlySet<string>> => {
    const byAddress = new Map(emails.map((email) => [addressOf(networkId, email), email]))
    return new Set((await unsubscribedOf(db)(networkId, [...byAddress.keys()])).map((address) => byAddress.get(address) ?? ''))
  }

  const outbox = openOutbox({
    store,
    personal,
    send,
    pass,
    now,
    exclusively,
    pending: pendingMails(db),
    goesOn: goesOn(db),
    sentSince: sentSince(db),
    unsubscribed,
    withAccount,
    settled,
    links: context,
  })

  const workThrough = sendBills({
    store,
    now,
    exclusively,
    unmailedBills: unmailedBills(db),
    leftToMail: leftToMail(db),
    goesOn: goesOn(db),
    outbox,
    settled: (appended) => settled(appended),
  })

  const digestIdOf = (networkId: NetworkId, email: string, day: LocalDate): MessageId => keys.idDigest('digest', networkId, email, day) as MessageId

  /** What a program lacks before its campaign can be launched (R72). */
  const missingOf = async (programId: ProgramId): Promise<ReadinessItem[]> => {
    const readiness = await programReadiness(db, programId)
    return [
      ...(readiness?.setUp ? [] : ['paymentProfileSetup' as const]),
      ...(readiness?.attached ? [] : ['paymentProfileAttach' as const]),
      ...(readiness?.billed ? [] : ['memberUpload' as const]),
    ]
  }

  const calendar = openCalendar({
    now,
    command: async (command, circumstances) => {
      const { appended } = await campaigns.handle(`campaign-${command.programId}`, command, circumstances)
      await settled(appended)
    },
    missingOf,
    timeZoneOf,
    periodsToBill,
    generateBills: async (programId, circumstances, period) => (await generateBills(programId, circumstances, period)) !== null,
    scheduledCampaigns: scheduledCampaigns(db),
    recurringCampaigns: recurringCampaigns(db),
    finishedCampaigns: finishedCampaigns(db),
    programsWithLateBills: programsWithLateBills(db),
    openRuns: openRuns(db),
    networksWithCampaigns: networksWithCampaigns(db),
    remindPayors: remindPayors({
      now,
      remindableBills: remindableBills(db),
      digestIdOf,
      unsubscribed,
      hasWaitingReminders: hasWaitingReminders(db),
      outbox,
    }),
    noteWaitingClaims: noteWaitingClaims(store, waitingClaims(db)),
  })

  /** Programs whose run this process works through: what comes meanwhile waits for the next look at the calendar. */
  const busy = new Set<ProgramId>()
  const runJob = (run: Run) => addJob(pool, { task: 'send-bills', payload: run, key: `run/${run.id}` })
  const soon = (task: 'calendar' | 'follow-up') => addJob(pool, { task, payload: {}, key: task })

  /** True once the bills show what happened up to a position of the log. */
  const shown = (position: bigint) => settled([{ stream: 'bill-', revision: 0, position }], 60_000)

  const tasks: Tasks = {
    ...creditTasks({ store, personal, now }),
    ...waitingClaimTasks({ now, send, baseUrl, addJob: (job) => addJob(pool, job), countWaitingClaims: countWaitingClaims(db), adminsOf }),
    ...payorMailTasks({
      outbox,
      addJob: (job) => addJob(pool, job),
      pass,
      now,
      shown,
      billedOf: async (id) => {
        const bill = await findBill(id)
        return bill && { networkId: bill.networkId, programId: bill.programId, payorId: bill.payorId, hasEmail: bill.payorEmail !== null }
      },
    }),
    calendar: () => calendar.run(runJob),
    'follow-up': () => calendar.followUp(runJob),
    'complete-campaigns': async ({ position }: { position: string }) => {
      await shown(BigInt(position))
      await calendar.completeWhatIsPaid()
    },
    'deliver-mail': async ({ networkId, messageId }: { networkId: NetworkId; messageId: MessageId }) => {
      const delivery = await outbox.deliver({ networkId, only: [messageId] })
      if (delivery === 'deferred' || delivery === 'down') throw new MailIsDown()
      if (delivery === 'later')
        await addJob(pool, later({ task: 'deliver-mail', payload: { networkId, messageId }, key: `deliver/${messageId}/later` }))
    },
    'send-bills': async (run: Run) => {
      if (busy.has(run.programId)) return
      busy.add(run.programId)
      try {
        await workThrough(run)
      } finally {
        busy.delete(run.programId)
      }
      await soon('follow-up')
    },
  }

  return {
    tasks,
    missingOf,
    /** What the calls about mails need. */
    messages: {
      links,
      context,
      exampleMail: exampleMail(db),
      ownerOf: messageOwner(db),
      networkOf: mailNetworkOf(db),
      deliverSoon: (networkId: NetworkId, messageId: MessageId) =>
        addJob(pool, { task: 'deliver-mail', payload: { networkId, messageId }, key: `deliver/${messageId}` }),
    },
    /** Sees to new bills and settled campaigns, in the background. */
    followUp: () => soon('follow-up'),
    /** Does everything that has fallen due, to its end. */
    catchUp: () =>
      calendar.run((run) =>
        workThrough(run).catch((error: unknown) => {
          if (!(error instanceof MailIsDown)) throw error
        }),
      ),
    /** Looks at the calendar now and every half minute, until the signal aborts. */
    keepTime: (signal: AbortSignal): void => {
      const look = () => void soon('calendar').catch(() => {})
      look()
      const timer = setInterval(look, CALENDAR_EVERY_MS)
      signal.addEventListener('abort', () => clearInterval(timer))
    },
  }
}
