import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import * as styles from './banner.css.ts'
import { PlainButton } from './button.tsx'
import { classes } from './classes.ts'

export type Tone = 'success' | 'information' | 'warning' | 'failure'

const icons: Record<Tone, LucideIcon> = { success: CircleCheck, information: Info, warning: TriangleAlert, failure: CircleAlert }

type Props = { tone: Tone; title?: ReactNode; children?: ReactNode; className?: string; silent?: boolean }

/** Screen readers announce the banner when it appears, unless it is `silent`. */
export const Banner = ({ tone, title, children, className, silent = false }: Props) => {
  const Icon = icons[tone]
  return (
    <div className={classes(styles.banner({ tone }), className)} {...(silent ? {} : { role: tone === 'failure' ? 'alert' : 'status' })}>
      <Icon />
      <div className={styles.body}>
        {title !== undefined && <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
    </div>
  )
}

/**
 * Shown when somebody else has changed the data that the user edits. The user either overwrites that change or adopts
 * it.
 */
export const TheirsBanner = ({ title, onTake }: { title: string; onTake: () => void }) => (
  <Banner tone="warning" title={title}>
    Nothing is saved yet. Save again to put your version in place of theirs, or <PlainButton onClick={onTake}>take their version</PlainButton>.
  </Banner>
)
