import { CircleAlert, CircleCheck, Undo2 } from 'lucide-react'
import type { Payment } from '../../../modules/payments/contract.ts'
import { Badge, type BadgeContent, HalfCircle } from '../../ui/badge.tsx'

type Status = Payment['status'] | 'Disputed'

const badges: Record<Status, BadgeContent> = {
  Completed: ['Completed', 'paid', CircleCheck],
  PartiallyRefunded: ['Partially Refunded', 'neutral', HalfCircle],
  Refunded: ['Refunded', 'archived', Undo2],
  Reversed: ['Reversed', 'archived', Undo2],
  Disputed: ['Disputed', 'overdue', CircleAlert],
}

export const PaymentBadge = ({ status }: { status: Status }) => <Badge content={badges[status]} />
