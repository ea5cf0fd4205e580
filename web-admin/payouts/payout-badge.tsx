import { Ban, CalendarClock, CircleAlert, CircleCheck, Truck } from 'lucide-react'
import type { PayoutStatus } from '../../modules/payments/contract.ts'
import { Badge, type BadgeContent } from '../ui/badge.tsx'

const badges: Record<PayoutStatus, BadgeContent> = {
  pending: ['Scheduled', 'neutral', CalendarClock],
  in_transit: ['On its way', 'neutral', Truck],
  paid: ['Arrived', 'paid', CircleCheck],
  failed: ['Failed', 'overdue', CircleAlert],
  canceled: ['Canceled', 'archived', Ban],
}

export const PayoutBadge = ({ status }: { status: PayoutStatus }) => <Badge content={badges[status]} />
