import { X } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import * as styles from './networks.css.ts'

type Props = { label: string; chips: { key: number; words: string }[]; onRemove: (key: number) => void; none: string }

/** A list of short entries, each with a button that takes it away. */
export const Chips = ({ label, chips, onRemove, none }: Props) =>
  chips.length === 0 ? (
    <p className={styles.none}>{none}</p>
  ) : (
    <ul className={styles.chips} aria-label={label}>
      {chips.map(({ key, words }) => (
        <li key={key} className={styles.chip}>
          {words}
          <IconButton label={`Remove ${words}`} icon={X} tip={false} className={styles.chipRemove} onClick={() => onRemove(key)} />
        </li>
      ))}
    </ul>
  )
