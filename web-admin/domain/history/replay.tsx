import { StepBack, StepForward } from 'lucide-react'
import type { HistoryRow } from '../../../modules/shared/history.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { medium, muted } from '../../ui/text.css.ts'
import { formatMinuteOf } from '../api/network-clock.ts'
import * as styles from './replay.css.ts'

/** Above this number, the marks would merge into a line. */
const MOST_TICKS = 40

type Props = {
  rows: readonly HistoryRow[]
  index: number
  onShow: (index: number) => void
}

/** A slider through a record's history, moved by arrow keys, Home and End, or by the two buttons. */
export const Replay = ({ rows, index, onShow }: Props) => {
  const last = rows.length - 1
  const row = rows[index]
  if (!row || last < 1) return null
  const at = formatMinuteOf(row.at)
  const place = `event ${index + 1} of ${rows.length}`
  return (
    <section className={styles.replay} aria-label="Replay">
      <p className={styles.text}>
        <strong className={medium}>{at}</strong> <span className={muted}>{`· ${place} · ${row.summary}`}</span>
      </p>
      <div className={styles.now}>
        <Button variant="ghost" disabled={index === last} onClick={() => onShow(last)}>
          Latest
        </Button>
      </div>
      <div className={styles.step}>
        <IconButton label="Earlier" icon={StepBack} disabled={index === 0} onClick={() => onShow(index - 1)} />
        <IconButton label="Later" icon={StepForward} disabled={index === last} onClick={() => onShow(index + 1)} />
      </div>
      <div className={styles.slide}>
        <input
          type="range"
          className={styles.slider}
          style={{ '--at': `${(index / last) * 100}%` } as React.CSSProperties}
          min={1}
          max={rows.length}
          value={index + 1}
          aria-label="Moment"
          aria-valuetext={`${at}, ${place}, ${row.summary}`}
          onChange={({ target }) => onShow(Number(target.value) - 1)}
        />
        {rows.length <= MOST_TICKS && (
          <div className={styles.ticks} aria-hidden>
            {rows.map(({ revision }, i) => (
              <span key={revision} className={classes(styles.tick, i <= index && styles.done)} />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
