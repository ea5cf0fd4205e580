import { Archive, CalendarClock, CircleCheck, CircleDashed, CirclePause, CirclePlay, CircleX } from 'lucide-react'
import type { CampaignStatus, ProgramStatus } from '../../../modules/programs/contract.ts'
import { Badge, type BadgeContent } from '../../ui/badge.tsx'

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
