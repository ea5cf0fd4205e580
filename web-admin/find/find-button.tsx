import { Search } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import * as styles from './find.css.ts'

const apple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The shortcut works on every page. */
export const FindButton = ({ onClick, onWarm }: { onClick: () => void; onWarm: () => void }) => (
  <Button icon={Search} className={styles.button} aria-keyshortcuts="Meta+K Control+K" onClick={onClick} onPointerEnter={onWarm} onFocus={onWarm}>
    Find anything
    <kbd aria-hidden data-key={apple ? '⌘K' : 'Ctrl K'} />
  </Button>
)
