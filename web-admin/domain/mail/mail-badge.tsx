import { CircleDashed, CircleX, MailOpen, MailX, MousePointerClick, Send } from 'lucide-react'
import type { DeliveryStatus } from '../../../modules/messages/contract.ts'
import { Badge, type BadgeContent } from '../../ui/badge.tsx'

const badges: Record<DeliveryStatus, BadgeContent> = {
  Pending: ['Pending', 'neutral', CircleDashed],
  Sent: ['Sent', 'neutral', Send],
  Opened: ['Opened', 'neutral', MailOpen],
  Clicked: ['Clicked', 'neutral', MousePointerClick],
  Bounced: ['Bounced', 'overdue', MailX],
  Failed: ['Failed', 'overdue', CircleX],
}

export const MailBadge = ({ status }: { status: DeliveryStatus }) => <Badge content={badges[status]} />
