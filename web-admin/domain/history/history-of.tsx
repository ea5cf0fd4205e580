import { Loaded } from '../api/loaded.tsx'
import { type Moment, momentOf, Timeline } from './timeline.tsx'
import { type Thing, useHistory } from './use-history.ts'

export type Props = {
  thing: Thing
  id: string
  /** Other entries to show among the entries of the history. */
  more?: readonly Moment[]
  shown?: Pick<Moment, 'key' | 'at'> | null
  label?: string
}

export const HistoryOf = ({ thing, id, label = 'History', more = [], shown = null }: Props) => (
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
