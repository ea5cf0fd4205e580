import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import * as styles from './states.css.ts'
import { hidden } from './text.css.ts'

/** Sizes are in rem; `height` defaults to a line of text. */
export const Bone = ({ width, height }: { width: number; height?: number }) => (
  <span className={styles.bone} style={{ width: `${width}rem`, ...(height === undefined ? {} : { height: `${height}rem` }) }} />
)

const widths = [9.5, 8, 10.5, 9, 10]

/** Skeleton rows of a list or a table. */
export const BoneRows = ({ rows = 5 }: { rows?: number }) => (
  <>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
      <div key={row} className={styles.boneRow}>
        <span className={styles.boneLines}>
          <Bone width={widths[row % widths.length] ?? 9} />
          <Bone width={(widths[(row + 2) % widths.length] ?? 9) - 2} />
        </span>
        <Bone width={4} />
      </div>
    ))}
  </>
)

/** A loading message and a skeleton, both shown after 150 ms. */
export const Loading = ({ text, children, quiet = false }: { text: string; children?: ReactNode; quiet?: boolean }) => (
  <div className={styles.loading}>
    <p className={classes(quiet ? hidden : styles.loadingText)} role="status">
      {text}
    </p>
    {children !== undefined && <div aria-hidden>{children}</div>}
  </div>
)
