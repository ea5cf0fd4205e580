import { CircleDashed, CircleX, MailOpen, MailX, MousePointerClick, Send } from 'lucide-react'
import type { DeliveryStatus } from '../../../modules/messages/contract.ts'
import { Badge, type Look } from '../../ui/badge.tsx'

const looks: Record<DeliveryStatus, Look> = {
  Pending: ['Pending', 'neutral', CircleDashed],
  Sent: ['Sent', 'neutral', Send],
  Opened: ['Opened', 'neutral', MailOpen],
  Clicked: ['Clicked', 'neutral', MousePointerClick],
  Bounced: ['Bounced', 'overdue', MailX],
  Failed: ['Failed', 'overdue', CircleX],
}

export const MailBadge = ({ status }: { status: DeliveryStatus }) => <Badge look={looks[status]} />
