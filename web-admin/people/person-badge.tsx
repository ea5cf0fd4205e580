import { CalendarX2, CirclePlay, Mail } from 'lucide-react'
import type { statusOf } from '../domain/network/person-words.ts'
import { Badge, type BadgeContent } from '../ui/badge.tsx'

const badges: Record<ReturnType<typeof statusOf>, BadgeContent> = {
  Active: ['Active', 'paid', CirclePlay],
  Invited: ['Invited', 'neutral', Mail],
  Expired: ['Expired', 'archived', CalendarX2],
}

export const PersonBadge = ({ status }: { status: ReturnType<typeof statusOf> }) => <Badge content={badges[status]} />
