import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react'
import type { RunStatus } from '../../../modules/campaigns/contract.ts'
import { Badge, type Look } from '../../ui/badge.tsx'

const looks: Record<RunStatus, Look> = {
  Pending: ['Pending', 'neutral', CircleDashed],
  InProgress: ['In Progress', 'neutral', LoaderCircle],
  Completed: ['Completed', 'paid', CircleCheck],
  Failed: ['Failed', 'overdue', CircleX],
}

export const RunBadge = ({ status }: { status: RunStatus }) => <Badge look={looks[status]} />
