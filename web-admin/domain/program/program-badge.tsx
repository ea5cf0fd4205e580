import { Archive, CalendarClock, CircleCheck, CircleDashed, CirclePause, CirclePlay, CircleX } from 'lucide-react'
import type { CampaignStatus, ProgramStatus } from '../../../modules/programs/contract.ts'
import { Badge, type Look } from '../../ui/badge.tsx'

const looks: Record<ProgramStatus | CampaignStatus, Look> = {
  Draft: ['Draft', 'neutral', CircleDashed],
  Scheduled: ['Scheduled', 'neutral', CalendarClock],
  Active: ['Active', 'paid', CirclePlay],
  Paused: ['Paused', 'pending', CirclePause],
  Completed: ['Completed', 'paid', CircleCheck],
  Failed: ['Failed', 'overdue', CircleX],
  Archived: ['Archived', 'archived', Archive],
}

export const ProgramBadge = ({ status }: { status: ProgramStatus | CampaignStatus }) => <Badge look={looks[status]} />
