import { useId } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { sectionHead } from '../ui/text.css.ts'
import { type Moment, momentOf, Timeline } from './timeline.tsx'
import { type Thing, useHistory } from './use-history.ts'

type Props = {
  thing: Thing
  id: string
  /** What happened besides. */
  more?: readonly Moment[]
  shown?: Pick<Moment, 'key' | 'at'> | null
}

/** Everything that happened to a thing. */
export const HistoryOf = ({ thing, id, label = 'History', more = [], shown = null }: Props & { label?: string }) => (
  <Loaded
    query={useHistory(thing, id)}
    loading="Loading the history..."
    rows={3}
    quiet
    failed="Failed to load the history"
    action="load"
    thing="history"
  >
    {(rows) => <Timeline moments={[...rows.map(momentOf), ...more]} label={label} shown={shown} />}
  </Loaded>
)

/** The same as a part of the page that shows the thing. */
export const HistorySection = ({ title = 'History', className, ...props }: Props & { title?: string; className?: string }) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={className}>
      <div className={sectionHead}>
        <h2 id={heading}>{title}</h2>
      </div>
      <HistoryOf {...props} label={title} />
    </section>
  )
}
