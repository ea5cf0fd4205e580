import { BadgeCheck } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import * as styles from './badge.css.ts'

/** Icon for a partial state. */
export const HalfCircle = () => (
  <svg className="lucide" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <circle cx="12" cy="12" r="10" />
    <path d="M12 6a6 6 0 0 1 0 12z" fill="currentColor" stroke="none" />
  </svg>
)

export type BadgeContent = readonly [label: string, tone: 'neutral' | 'paid' | 'pending' | 'overdue' | 'archived', icon: ComponentType]

/** A status, always with an icon and a word. Coloured only if somebody has to act. */
export const Badge = ({ content: [label, tone, Icon] }: { content: BadgeContent }) => (
  <span className={styles.badge({ tone })}>
    <Icon />
    {label}
  </span>
)

/** A mark of something good, such as 'verified' or 'Stripe connected'. */
export const Tag = ({ children }: { children: ReactNode }) => (
  <span className={styles.tag}>
    <BadgeCheck />
    {children}
  </span>
)
