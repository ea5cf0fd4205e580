import { CircleCheck, Undo2 } from 'lucide-react'
import type { Payment } from '../../modules/payments/contract.ts'
import { Badge, HalfCircle, type Look } from '../ui/badge.tsx'

const looks: Record<Payment['status'], Look> = {
  Completed: ['Completed', 'paid', CircleCheck],
  PartiallyRefunded: ['Partially Refunded', 'neutral', HalfCircle],
  Refunded: ['Refunded', 'archived', Undo2],
  Reversed: ['Reversed', 'archived', Undo2],
}

export const PaymentBadge = ({ status }: { status: Payment['status'] }) => <Badge look={looks[status]} />
