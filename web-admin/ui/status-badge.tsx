import {
  Archive,
  BadgeCheck,
  CalendarClock,
  CalendarX2,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleX,
  Clock,
  LoaderCircle,
  Mail,
  MailOpen,
  MailX,
  MousePointerClick,
  Send,
  Undo2,
} from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import * as styles from './status-badge.css.ts'

const HalfCircle = () => (
  <svg className="lucide" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <circle cx="12" cy="12" r="10" />
    <path d="M12 6a6 6 0 0 1 0 12z" fill="currentColor" stroke="none" />
  </svg>
)

type Tone = 'neutral' | 'paid' | 'pending' | 'overdue' | 'archived'

const looks = {
  Unpaid: ['Unpaid', 'neutral', Circle],
  Partial: ['Partial', 'neutral', HalfCircle],
  PendingConfirmation: ['Pending Confirmation', 'pending', Clock],
  Overdue: ['Overdue', 'overdue', CircleAlert],
  Failed: ['Failed', 'overdue', CircleX],
  Paid: ['Paid', 'paid', CircleCheck],
  Archived: ['Archived', 'archived', Archive],
  Draft: ['Draft', 'neutral', CircleDashed],
  Scheduled: ['Scheduled', 'neutral', CalendarClock],
  InProgress: ['In Progress', 'neutral', LoaderCircle],
  Pending: ['Pending', 'neutral', CircleDashed],
  Active: ['Active', 'paid', CirclePlay],
  Paused: ['Paused', 'pending', CirclePause],
  Completed: ['Completed', 'paid', CircleCheck],
  Sent: ['Sent', 'neutral', Send],
  Opened: ['Opened', 'neutral', MailOpen],
  Clicked: ['Clicked', 'neutral', MousePointerClick],
  Bounced: ['Bounced', 'overdue', MailX],
  Invited: ['Invited', 'neutral', Mail],
  Expired: ['Expired', 'archived', CalendarX2],
  PartiallyRefunded: ['Partially Refunded', 'neutral', HalfCircle],
  Refunded: ['Refunded', 'archived', Undo2],
  Reversed: ['Reversed', 'archived', Undo2],
} satisfies Record<string, [label: string, tone: Tone, icon: ComponentType]>

export type Status = keyof typeof looks

/** A status of anything, always as an icon and a word; tinted only where somebody has to act. */
export const StatusBadge = ({ status }: { status: Status }) => {
  const [label, tone, Icon] = looks[status]
  return (
    <span className={styles.badge({ tone })}>
      <Icon />
      {label}
    </span>
  )
}

/** A good mark: 'verified', 'Stripe connected'. */
export const Tag = ({ children }: { children: ReactNode }) => (
  <span className={styles.tag}>
    <BadgeCheck />
    {children}
  </span>
)
