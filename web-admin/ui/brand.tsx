import { Link } from 'wouter'
import * as styles from './brand.css.ts'
import { classes } from './classes.ts'

const Mark = () => (
  <span className={styles.mark}>
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M6 21V12c0-4 2.5-7 6-9 3.5 2 6 5 6 9v9" />
      <path d="M9 13l3 5 3-5" />
    </svg>
  </span>
)

export const Brand = ({ href = '/dashboard', className, onClick }: { href?: string; className?: string; onClick?: () => void }) => (
  <Link href={href} className={classes(styles.brand, className)} {...(onClick ? { onClick } : {})}>
    <Mark />
    Vestry
  </Link>
)
