import type { CampaignRun, CampaignStats, Readiness, ReadinessItem, RunReason } from '../../../modules/campaigns/contract.ts'
import type { Program } from '../../../modules/programs/contract.ts'
import { dayHere } from '../../ui/days.ts'

const minutes = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' })

/** 'Mar 12, 2026, 4:15 PM' in the reader's zone. */
export const formatMinute = (moment: string): string => minutes.format(new Date(moment)).replaceAll('\u202f', ' ')

export const count = (number: number, one: string, many: string): string => `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

export const itemLabels: Record<ReadinessItem, string> = {
  paymentProfileSetup: 'Payment profile setup',
  paymentProfileAttach: 'Payment profile attach',
  memberUpload: 'Member upload',
}
export const items = Object.keys(itemLabels) as ReadinessItem[]

export const isReady = (readiness: Readiness): boolean => items.every((item) => readiness[item].status === 'ready')

const steps: Record<ReadinessItem, string> = {
  paymentProfileSetup: 'Set up a payment profile',
  paymentProfileAttach: 'Attach a payment profile',
  memberUpload: 'Upload members',
}

/** Why the campaign cannot be launched or resumed; undefined if it can. */
export const launchObstacle = (program: Pick<Program, 'status' | 'campaignStatus'>, readiness: Readiness): string | undefined => {
  if (program.status === 'Completed' || program.status === 'Archived') return `This program is ${program.status.toLowerCase()}.`
  const next = items.find((item) => readiness[item].status === 'pending')
  return next && `${steps[next]}, then launch.`
}

export const reasonLabels: Record<RunReason, string> = {
  launch: 'Launch',
  resume: 'Resumed',
  'late-upload': 'Late upload',
  period: 'New period',
}

type Sent = Pick<CampaignRun, 'processedCount' | 'withoutEmailCount'>

/** 'In all 4 runs, 312 bills were mailed.' Each run mails the bills that earlier runs have left. */
export const allRunsWords = (runs: readonly Sent[]): string => {
  const mailed = runs.reduce((sum, { processedCount, withoutEmailCount }) => sum + processedCount - withoutEmailCount, 0)
  return `In all ${runs.length.toLocaleString('en-US')} runs, ${count(mailed, 'bill was', 'bills were')} mailed.`
}

type Done = Pick<CampaignStats, 'processedCount' | 'totalCount'>
export type Sighting = { at: number; processed: number }

/** After this many milliseconds of progress, the pace can be estimated. */
const WATCHED_FOR = 2_000

/** 'about 3 minutes left', from the progress since `first`; null until the pace can be estimated. */
export const timeLeft = ({ processedCount, totalCount }: Done, first: Sighting, now: number): string | null => {
  const done = processedCount - first.processed
  const watched = now - first.at
  if (done <= 0 || watched < WATCHED_FOR) return null
  const seconds = ((totalCount - processedCount) / done) * (watched / 1000)
  return seconds < 60 ? 'less than a minute left' : `about ${count(Math.ceil(seconds / 60), 'minute', 'minutes')} left`
}

/** The next full hour in the reader's zone, as the value of a date-time field. */
export const nextHour = (now: Date): string => {
  const at = new Date(now)
  at.setHours(now.getHours() + 1, 0, 0, 0)
  return localMinute(at)
}

const two = (number: number) => String(number).padStart(2, '0')

/** 'YYYY-MM-DDTHH:MM' in the reader's zone, the value of a date-time field. */
export const localMinute = (at: Date): string => `${dayHere(at.toISOString())}T${two(at.getHours())}:${two(at.getMinutes())}`

/** Says what a launch will do, with the numbers of payors once both are known. */
export const launchWords = (open: number | undefined, unreachable: number | undefined): string => {
  const what = 'their bill by mail with a link to pay, and reminders until it is paid.'
  if (open === undefined || unreachable === undefined) return `Every payor with a working e-mail address gets ${what}`
  const mailed = Math.max(0, open - unreachable)
  const mail = mailed === 0 ? 'No mail is sent.' : `${count(mailed, 'payor gets', 'payors get')} ${what}`
  if (unreachable === 0) return mail
  return `${mail} ${count(unreachable, 'payor has', 'payors have')} no working e-mail address: print ${unreachable === 1 ? 'that bill' : 'those bills'} afterwards.`
}
