import { Archive, Circle, CircleAlert, CircleCheck, CircleDashed, CircleX, Clock } from 'lucide-react'
import type { BillStatus } from '../../../modules/bills/contract.ts'
import { billStatusLabels as labels } from '../../../modules/bills/values.ts'
import { Badge, type BadgeContent, HalfCircle } from '../../ui/badge.tsx'

const badges: Record<BillStatus, BadgeContent> = {
  Unpaid: [labels.Unpaid, 'neutral', Circle],
  Partial: [labels.Partial, 'neutral', HalfCircle],
  PendingConfirmation: [labels.PendingConfirmation, 'pending', Clock],
  Overdue: [labels.Overdue, 'overdue', CircleAlert],
  Failed: [labels.Failed, 'overdue', CircleX],
  Paid: [labels.Paid, 'paid', CircleCheck],
  Archived: [labels.Archived, 'archived', Archive],
  Draft: [labels.Draft, 'neutral', CircleDashed],
}

export const BillBadge = ({ status }: { status: BillStatus }) => <Badge content={badges[status]} />
