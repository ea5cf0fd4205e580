import type { LocalDate } from '../kernel/dates.ts'
import type { MessageId, NetworkId, ProgramId } from '../kernel/ids.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { Crew, Tasks } from '../platform/jobs.ts'
import { MailIsDown } from '../platform/mail/mail.ts'
import type { Platform } from '../platform/platform.ts'
import type { Process } from '../platform/process.ts'
import { type CalendarDependencies, calendar as openCalendar } from './calendar.ts'
import { completeCampaignsWhenBillsAreSettled } from './complete-campaigns-when-bills-are-settled.ts'
import type { ReadinessItem } from './contract.ts'
import { campaignDecider } from './decider.ts'
import { campaignHistory, campaignHistoryRoute } from './history.ts'
import { type CampaignsDependencies, campaignRoutes } from './routes.ts'
import { type Run, type SendBillsDependencies, sendBills } from './send-bills.ts'
import { type RemindDependencies, writeReminders } from './write-reminders.ts'

const CALENDAR_EVERY_MS = 30_000

/** The workers for runs and reminders, each of which takes as long as sending its mails. */
export const bulkMailers: Crew = { tasks: ['send-bills', 'send-reminders'], atOnce: 3 }

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    calendar: Readonly<Record<never, never>>
    'follow-up': Readonly<Record<never, never>>
    'send-bills': Run
    'send-reminders': Readonly<{ networkId: NetworkId }>
  }
}

export type CampaignsNeeds = Platform &
  Omit<CalendarDependencies, 'command' | 'generateBills' | 'missingOf' | 'writeReminders'> &
  Pick<CampaignsDependencies, 'followUp' | 'programStateOf'> &
  Pick<RemindDependencies, 'hasWaitingReminders' | 'outbox' | 'remindableBills' | 'unsubscribed'> &
  Pick<SendBillsDependencies, 'goesOn' | 'leftToMail' | 'unmailedBills'> &
  Readonly<{
    generateBills: (programId: ProgramId, circumstances: Circumstances, period: LocalDate) => Promise<Readonly<{ billed: readonly unknown[] }> | null>
    programReadiness: (id: ProgramId) => Promise<Readonly<{ setUp: boolean; attached: boolean; billed: boolean }> | null>
    /** True once the read models show the bills up to a position of the log. */
    billsShow: (position: bigint) => Promise<boolean>
  }>

export const campaignProcesses: readonly Process[] = [completeCampaignsWhenBillsAreSettled]

/** Campaigns, and all work that falls due as time passes. */
export const openCampaigns = (needs: CampaignsNeeds) => {
  const { store, keys, locks, settled, addJob, followUp, generateBills, programReadiness, billsShow, outbox } = needs
  const campaigns = commandHandler(store, campaignDecider)

  /** The preconditions of a launch that a program still lacks (R56). */
  const missingOf = async (programId: ProgramId): Promise<ReadinessItem[]> => {
    const readiness = await programReadiness(programId)
    return [
      ...(readiness?.setUp ? [] : ['paymentProfileSetup' as const]),
      ...(readiness?.attached ? [] : ['paymentProfileAttach' as const]),
      ...(readiness?.billed ? [] : ['memberUpload' as const]),
    ]
  }
  const digestIdOf = (networkId: NetworkId, email: string, day: LocalDate): MessageId => keys.idDigest('digest', networkId, email, day) as MessageId

  const workThrough = sendBills(needs)
  const calendar = openCalendar({
    ...needs,
    command: async (command, circumstances) => {
      const { appended } = await campaigns.handle(`campaign-${command.programId}`, command, circumstances)
      await settled(appended)
    },
    missingOf,
    generateBills: async (programId, circumstances, period) => (await generateBills(programId, circumstances, period))?.billed.length ?? null,
    writeReminders: writeReminders({ ...needs, digestIdOf }),
  })

  const turnOf = ({ programId }: Run): string => `run ${programId}`
  /**
   * Does the work unless another process is doing it. Work that is left over falls to the next calendar run, so no
   * worker waits for its turn.
   */
  const unlessTaken = async (turn: string, work: () => Promise<void>): Promise<boolean> => {
    const letGo = await locks.take(turn)
    if (letGo) await work().finally(letGo)
    return letGo !== null
  }
  const byJobs = {
    sendBills: (run: Run) => addJob({ task: 'send-bills', payload: run, key: `run/${run.id}` }),
    sendReminders: (networkId: NetworkId, fresh: ReadonlySet<MessageId>) => {
      outbox.leave(fresh)
      return addJob({ task: 'send-reminders', payload: { networkId }, key: `reminders/${networkId}` })
    },
  }

  const tasks: Pick<Tasks, 'calendar' | 'complete-campaigns' | 'follow-up' | 'send-bills' | 'send-reminders'> = {
    calendar: () => calendar.run(byJobs),
    'follow-up': () => calendar.followUp(byJobs.sendBills),
    'complete-campaigns': async ({ position }) => {
      await billsShow(BigInt(position))
      await calendar.completeWhatIsPaid()
    },
    'send-bills': async (run) => {
      if (await unlessTaken(turnOf(run), () => workThrough(run))) await followUp()
    },
    'send-reminders': async ({ networkId }) => {
      await unlessTaken(`reminders ${networkId}`, async () => void (await outbox.deliver({ networkId })))
    },
  }
  return {
    routes: [...campaignRoutes({ ...needs, missingOf }), campaignHistoryRoute(needs)],
    histories: { campaign: campaignHistory(needs) },
    tasks,
    catchUp: () =>
      calendar.run({
        sendBills: (run) =>
          locks
            .exclusively(turnOf(run), () => workThrough(run))
            .catch((error: unknown) => {
              if (!(error instanceof MailIsDown)) throw error
            }),
        sendReminders: async (networkId, fresh) => void (await outbox.deliver({ networkId }, fresh)),
      }),
    /**
     * Queues a calendar run now and every half minute, until the signal aborts. Runs do not overlap, since one may take
     * long.
     */
    keepTime: (signal: AbortSignal): void => {
      const look = () => void addJob({ task: 'calendar', payload: {}, key: 'calendar', queue: 'calendar' }).catch(() => {})
      look()
      const timer = setInterval(look, CALENDAR_EVERY_MS)
      signal.addEventListener('abort', () => clearInterval(timer))
    },
  }
}
