import { CircleCheck, Undo2 } from 'lucide-react'
import type { Remittance, RemittanceStatus } from '../../../modules/remittances/contract.ts'
import { Badge, type BadgeContent, HalfCircle } from '../../ui/badge.tsx'

export const remittancePage = (id: string): string => `/remittances/${id}`

/** The payer; if they are unknown, the payors of the bills. */
export const payerLabel = ({ payer, allocations: [first, ...others] }: Pick<Remittance, 'payer' | 'allocations'>): string =>
  payer?.name ?? (first ? (others.length > 0 ? `${first.payerName} and others` : first.payerName) : 'Unknown payer')

const badges: Record<RemittanceStatus, BadgeContent> = {
  Completed: ['Completed', 'paid', CircleCheck],
  PartiallyRefunded: ['Partially Refunded', 'neutral', HalfCircle],
  Refunded: ['Refunded', 'archived', Undo2],
  PartiallyReversed: ['Partially Reversed', 'neutral', HalfCircle],
  Reversed: ['Reversed', 'archived', Undo2],
}

export const RemittanceBadge = ({ status }: { status: RemittanceStatus }) => <Badge content={badges[status]} />
