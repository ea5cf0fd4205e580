import { Archive, CalendarClock, CircleCheck, CircleDashed, CirclePause, CirclePlay, CircleX } from 'lucide-react'
import type { Readiness } from '../../../modules/campaigns/contract.ts'
import { formatMoney } from '../../../modules/kernel/money.ts'
import type { CampaignStatus, Program, ProgramStatus, Repriced } from '../../../modules/programs/contract.ts'
import { Badge, type BadgeContent } from '../../ui/badge.tsx'

/** Why members cannot be uploaded; undefined if they can. */
export const uploadObstacle = ({ status, paymentProfileId }: Pick<Program, 'status' | 'paymentProfileId'>): string | undefined => {
  if (paymentProfileId === null) return 'attach a payment profile first'
  return status === 'Active' ? undefined : `only an active program takes members, this one is ${status.toLowerCase()}`
}

/** Why no profile can be attached; undefined if one can. */
export const attachObstacle = ({ paymentProfileId, status }: Pick<Program, 'status' | 'paymentProfileId'>): string | undefined => {
  if (paymentProfileId !== null) return 'attached, can’t be changed'
  return status === 'Archived' ? 'the program is archived' : undefined
}

/** '12 Unpaid bills change from $1,200.00 to $1,440.00.' */
export const repriceWords = ({ bills, before, after }: Repriced): string =>
  `${bills.toLocaleString('en-US')} Unpaid ${bills === 1 ? 'bill changes' : 'bills change'} from ${formatMoney(before)} to ${formatMoney(after)}.`

export type NextStep = 'attach' | 'upload' | 'launch'

/** The next setup step of a program whose campaign was never launched, or null. */
export const nextStep = (
  { status, campaignStatus }: Pick<Program, 'status' | 'campaignStatus'>,
  { paymentProfileAttach, memberUpload }: Readiness,
): NextStep | null => {
  if (campaignStatus !== 'Draft' || status === 'Completed' || status === 'Archived') return null
  if (paymentProfileAttach.status === 'pending') return 'attach'
  return memberUpload.status === 'pending' ? 'upload' : 'launch'
}

export const nextWords: Record<NextStep, string> = {
  attach: 'Next: attach a payment profile, which defines how payors can pay. Then you can upload members.',
  upload: 'Next: upload the members. Each member gets a bill; nothing is mailed yet.',
  launch: 'Next: check the mail, and launch the campaign.',
}

const badges: Record<ProgramStatus | CampaignStatus, BadgeContent> = {
  Draft: ['Draft', 'neutral', CircleDashed],
  Scheduled: ['Scheduled', 'neutral', CalendarClock],
  Active: ['Active', 'paid', CirclePlay],
  Paused: ['Paused', 'pending', CirclePause],
  Completed: ['Completed', 'paid', CircleCheck],
  Failed: ['Failed', 'overdue', CircleX],
  Archived: ['Archived', 'archived', Archive],
}

export const ProgramBadge = ({ status }: { status: ProgramStatus | CampaignStatus }) => <Badge content={badges[status]} />
