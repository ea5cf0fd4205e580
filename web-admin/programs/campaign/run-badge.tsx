import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react'
import type { RunStatus } from '../../../modules/campaigns/contract.ts'
import { Badge, type BadgeContent } from '../../ui/badge.tsx'

const badges: Record<RunStatus, BadgeContent> = {
  Pending: ['Pending', 'neutral', CircleDashed],
  InProgress: ['In Progress', 'neutral', LoaderCircle],
  Completed: ['Completed', 'paid', CircleCheck],
  Failed: ['Failed', 'overdue', CircleX],
}

export const RunBadge = ({ status }: { status: RunStatus }) => <Badge content={badges[status]} />
