import type { ReactNode } from 'react'
import * as styles from './states.css.ts'
import { medium, muted, small } from './text.css.ts'

type Props = { label: string; value: number; max: number; detail?: ReactNode }

/** `detail` has counts and the time left: '184 of 312 · 1 minute left'. */
export const Progress = ({ label, value, max, detail }: Props) => (
  <div>
    <div className={styles.progressHead}>
      <span className={medium}>{label}</span>
      <span className={`${small} ${muted}`}>{detail}</span>
    </div>
    <progress className={styles.progress} max={max} value={value} aria-label={label} />
  </div>
)
