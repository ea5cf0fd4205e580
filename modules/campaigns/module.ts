import type { LocalDate } from '../kernel/dates.ts'
import type { MessageId, NetworkId, ProgramId } from '../kernel/ids.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { Tasks } from '../platform/jobs.ts'
import { MailIsDown } from '../platform/mail/mail.ts'
import type { Platform } from '../platform/platform.ts'
import type { Process } from '../platform/process.ts'
import { type CalendarDependencies, calendar as openCalendar } from './calendar.ts'
import { completeCampaignsWhenBillsAreSettled } from './complete-campaigns-when-bills-are-settled.ts'
import type { ReadinessItem } from './contract.ts'
import { campaignDecider } from './decider.ts'
import { campaignHistory, campaignHistoryRoute } from './history.ts'
import { type RemindDependencies, remindPayors } from './remind-payors.ts'
import { type CampaignsDependencies, campaignRoutes } from './routes.ts'
import { type Run, type SendBillsDependencies, sendBills } from './send-bills.ts'

const CALENDAR_EVERY_MS = 30_000

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    calendar: Readonly<Record<never, never>>
    'follow-up': Readonly<Record<never, never>>
    'send-bills': Run
  }
}

type Needs = Platform &
  Omit<CalendarDependencies, 'command' | 'generateBills' | 'missingOf' | 'remindPayors'> &
  Pick<CampaignsDependencies, 'followUp' | 'programStateOf'> &
  Pick<RemindDependencies, 'hasWaitingReminders' | 'outbox' | 'remindableBills' | 'unsubscribed'> &
  Pick<SendBillsDependencies, 'goesOn' | 'leftToMail' | 'unmailedBills'> &
  Readonly<{
    generateBills: (programId: ProgramId, circumstances: Circumstances, period: LocalDate) => Promise<object | null>
    programReadiness: (id: ProgramId) => Promise<Readonly<{ setUp: boolean; attached: boolean; billed: boolean }> | null>
    /** True once the bills show what happened up to a position of the log. */
    billsShow: (position: bigint) => Promise<boolean>
  }>

export const campaignProcesses: readonly Process[] = [completeCampaignsWhenBillsAreSettled]

/** Campaigns, and what happens by itself as time passes. */
export const openCampaigns = (needs: Needs) => {
  const { store, keys, locks, settled, addJob, followUp, generateBills, programReadiness, billsShow } = needs
  const campaigns = commandHandler(store, campaignDecider)
  const { exclusively } = locks

  /** What a program lacks before its campaign can be launched (R72). */
  const missingOf = async (programId: ProgramId): Promise<ReadinessItem[]> => {
    const readiness = await programReadiness(programId)
    return [
      ...(readiness?.setUp ? [] : ['paymentProfileSetup' as const]),
      ...(readiness?.attached ? [] : ['paymentProfileAttach' as const]),
      ...(readiness?.billed ? [] : ['memberUpload' as const]),
    ]
  }
  const digestIdOf = (networkId: NetworkId, email: string, day: LocalDate): MessageId => keys.idDigest('digest', networkId, email, day) as MessageId

  const workThrough = sendBills({ ...needs, exclusively })
  const calendar = openCalendar({
    ...needs,
    command: async (command, circumstances) => {
      const { appended } = await campaigns.handle(`campaign-${command.programId}`, command, circumstances)
      await settled(appended)
    },
    missingOf,
    generateBills: async (programId, circumstances, period) => (await generateBills(programId, circumstances, period)) !== null,
    remindPayors: remindPayors({ ...needs, digestIdOf }),
  })

  /** Programs whose run this process works through: what comes meanwhile waits for the next look at the calendar. */
  const busy = new Set<ProgramId>()
  const runJob = (run: Run) => addJob({ task: 'send-bills', payload: run, key: `run/${run.id}` })

  const tasks: Pick<Tasks, 'calendar' | 'complete-campaigns' | 'follow-up' | 'send-bills'> = {
    calendar: () => calendar.run(runJob),
    'follow-up': () => calendar.followUp(runJob),
    'complete-campaigns': async ({ position }) => {
      await billsShow(BigInt(position))
      await calendar.completeWhatIsPaid()
    },
    'send-bills': async (run) => {
      if (busy.has(run.programId)) return
      busy.add(run.programId)
      try {
        await workThrough(run)
      } finally {
        busy.delete(run.programId)
      }
      await followUp()
    },
  }
  return {
    routes: [...campaignRoutes({ ...needs, missingOf }), campaignHistoryRoute(needs)],
    histories: { campaign: campaignHistory(needs) },
    tasks,
    /** Does everything that has fallen due, to its end. */
    catchUp: () =>
      calendar.run((run) =>
        workThrough(run).catch((error: unknown) => {
          if (!(error instanceof MailIsDown)) throw error
        }),
      ),
    /** Looks at the calendar now and every half minute, until the signal aborts. */
    keepTime: (signal: AbortSignal): void => {
      const look = () => void addJob({ task: 'calendar', payload: {}, key: 'calendar' }).catch(() => {})
      look()
      const timer = setInterval(look, CALENDAR_EVERY_MS)
      signal.addEventListener('abort', () => clearInterval(timer))
    },
  }
}
