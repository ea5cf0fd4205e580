import { CircleAlert, CircleCheck, CircleHelp, CirclePause, Clock } from 'lucide-react'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { InstallationHealth, ProjectionHealth } from '../../modules/operations/contract.ts'
import { formatMinute } from '../domain/campaign/campaign-words.ts'
import { kindOf } from '../domain/history/event-icons.ts'
import { shownBy } from '../domain/history/standing-words.ts'
import { Badge, type Look } from '../ui/badge.tsx'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { tabled } from '../ui/media.ts'
import { sub } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import { medium, muted, nowrap, secondary, sectionHead, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import * as styles from './operations.css.ts'
import { behindWords } from './operations-words.ts'

type Props = { health: InstallationHealth }
type OneProps = { one: ProjectionHealth }

const lookOf = ({ stopped, unreadable, holder, behind }: ProjectionHealth): Look => {
  if (stopped || unreadable !== null) return ['Stands still', 'overdue', CirclePause]
  if (holder === null) return ['Nobody', 'overdue', CircleAlert]
  if (behind === null) return ['Not known', 'neutral', CircleHelp]
  return behind === 0 ? ['Follows', 'paid', CircleCheck] : ['Catching up', 'neutral', Clock]
}

/** What a projection stands still on: the kind of event, never which. */
const whyOf = ({ unreadable, stopped }: ProjectionHealth): string | null => {
  if (unreadable) return `${kindOf(unreadable.type)}, since ${formatMinute(unreadable.since)}. ${unreadable.problem}`
  return stopped ? 'The log of its process says why.' : null
}

const ProjectionTable = ({ health: { projections } }: Props) => (
  <Table
    caption="Lists and figures"
    head={
      <>
        <Th>Of</Th>
        <Th>State</Th>
        <Th>Behind the log</Th>
        <Th>Folded by</Th>
      </>
    }
  >
    {projections.map((one) => (
      <tr key={one.name}>
        <td className={medium}>{shownBy([one.name])}</td>
        <td>
          <Badge look={lookOf(one)} />
          {whyOf(one) !== null && <span className={sub}>{whyOf(one)}</span>}
        </td>
        <td className={secondary}>{behindWords(one)}</td>
        <td className={classes(secondary, styles.code)}>{one.holder ?? 'Nobody'}</td>
      </tr>
    ))}
  </Table>
)

const Why = ({ one }: OneProps) => whyOf(one) !== null && <span className={small}>{whyOf(one)}</span>

const ProjectionRows = ({ health: { projections } }: Props) => (
  <ul aria-label="Lists and figures">
    {projections.map((one) => (
      <ListRow
        key={one.name}
        main={<span className={medium}>{shownBy([one.name])}</span>}
        side={<Badge look={lookOf(one)} />}
        meta={
          <>
            <span className={classes(small, muted, styles.code)}>{`${behindWords(one)} · ${one.holder ?? 'Nobody'}`}</span>
            <Why one={one} />
          </>
        }
      />
    ))}
  </ul>
)

/** The read models: how far each is, and which process follows the log for it. */
export const Projections = (props: Props) => {
  const Rows = useMedia(tabled) ? ProjectionTable : ProjectionRows
  return (
    <section aria-labelledby="projections" className={styles.section}>
      <div className={sectionHead}>
        <h2 id="projections">Lists and figures</h2>
      </div>
      <Rows {...props} />
    </section>
  )
}

const sinceWords = (since: Instant | null): string => (since === null ? 'not known' : formatMinute(since))

const ProcessTable = ({ health: { processes } }: Props) => (
  <Table
    caption="Processes"
    head={
      <>
        <Th>Process</Th>
        <Th>Role</Th>
        <Th>Version</Th>
        <Th>Connected since</Th>
      </>
    }
  >
    {processes.map(({ name, role, release, since }) => (
      <tr key={name}>
        <td className={classes(medium, styles.code)}>{name}</td>
        <td className={secondary}>{role}</td>
        <td className={secondary}>{release}</td>
        <td className={classes(secondary, nowrap)}>{sinceWords(since)}</td>
      </tr>
    ))}
  </Table>
)

const ProcessRows = ({ health: { processes } }: Props) => (
  <ul aria-label="Processes">
    {processes.map(({ name, role, release, since }) => (
      <ListRow
        key={name}
        main={<span className={classes(medium, styles.code)}>{name}</span>}
        side={role}
        meta={<span className={classes(small, muted)}>{`Version ${release} · connected since ${sinceWords(since)}`}</span>}
      />
    ))}
  </ul>
)

/** The processes that are connected to the database now. */
export const Processes = (props: Props) => {
  const Rows = useMedia(tabled) ? ProcessTable : ProcessRows
  return (
    <section aria-labelledby="processes" className={styles.section}>
      <div className={sectionHead}>
        <h2 id="processes">Processes</h2>
      </div>
      <Rows {...props} />
    </section>
  )
}
