import { CircleAlert, CircleCheck, CircleHelp, CirclePause, Clock } from 'lucide-react'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { InstallationHealth, ProjectionHealth } from '../../modules/operations/contract.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { count, formatMinute } from '../domain/campaign/campaign-words.ts'
import { shownBy } from '../domain/history/blocked-words.ts'
import { kindOf } from '../domain/history/event-icons.ts'
import { useUser } from '../domain/session/session.ts'
import { Badge, type BadgeContent } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Card, Cards, ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { sizeWords } from '../ui/files.ts'
import { tabled } from '../ui/media.ts'
import { NotFound } from '../ui/not-found.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { sub } from '../ui/table.css.ts'
import { Table, Th } from '../ui/table.tsx'
import { block, hidden, medium, muted, nowrap, secondary, sectionHead, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import { useInstallation } from './calls.ts'
import { FailedJobs } from './dead-jobs.tsx'
import * as styles from './operations.css.ts'
import { agoWords, behindWords, freeFacts, oldestWords } from './operations-words.ts'

type Props = { health: InstallationHealth }
type OneProps = { one: ProjectionHealth }

const badgeOf = ({ stopped, unreadable, holder, behind }: ProjectionHealth): BadgeContent => {
  if (stopped || unreadable !== null) return ['Blocked', 'overdue', CirclePause]
  if (holder === null) return ['Nobody', 'overdue', CircleAlert]
  if (behind === null) return ['Not known', 'neutral', CircleHelp]
  return behind === 0 ? ['Follows', 'paid', CircleCheck] : ['Catching up', 'neutral', Clock]
}

/** The reason why a projection is blocked: it names the type of the blocked event, but never the event's id. */
const whyOf = ({ unreadable, stopped }: ProjectionHealth): string | null => {
  if (unreadable) return `${kindOf(unreadable.type)}, since ${formatMinute(unreadable.since)}. ${unreadable.problem}`
  return stopped ? 'The log of its process gives the reason.' : null
}

const ProjectionTable = ({ health: { projections } }: Props) => (
  <Table
    caption="Lists and figures"
    head={
      <>
        <Th>Of</Th>
        <Th>State</Th>
        <Th>Behind the log</Th>
        <Th>Projected by</Th>
      </>
    }
  >
    {projections.map((one) => (
      <tr key={one.name}>
        <td className={medium}>{shownBy([one.name])}</td>
        <td>
          <Badge content={badgeOf(one)} />
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
        side={<Badge content={badgeOf(one)} />}
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

/** The read models: how far each one has read, and which process folds it. */
const Projections = (props: Props) => {
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

/** The processes connected to the database. */
const Processes = (props: Props) => {
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

const grouped = (number: number): string => number.toLocaleString('en-US')

const Figures = ({ health: { at, jobs, mail, deliveries, storage, backup } }: { health: InstallationHealth }) => (
  <section aria-labelledby="figures" className={styles.section}>
    <h2 id="figures" className={hidden}>
      Figures
    </h2>
    <Cards>
      <Card
        title="Jobs"
        facts={[
          ['Waiting', grouped(jobs.waiting)],
          ['Will be tried again', grouped(jobs.retrying)],
          ['Oldest due job', oldestWords(jobs.oldestDue)],
          ['Longest-running job', oldestWords(jobs.oldestRunning)],
        ]}
      />
      <Card
        title="Mail to payors"
        facts={[
          ['Waiting', grouped(mail.waiting)],
          ['Failed in 24 hours', grouped(mail.failed)],
          ['Oldest waiting mail', oldestWords(mail.oldestWaiting)],
          ['Last sent', mail.lastSentAt === null ? 'None yet' : agoWords(mail.lastSentAt, at)],
        ]}
      />
      <Card
        title="Webhooks"
        facts={[
          ['Deliveries due', grouped(deliveries.due)],
          ['Oldest due delivery', oldestWords(deliveries.oldestDue)],
        ]}
      />
      <Card
        title="Storage"
        facts={[
          ...freeFacts(storage),
          ['Database', sizeWords(storage.databaseBytes)],
          ['Log', storage.logBytes === null ? 'In EventStoreDB' : sizeWords(storage.logBytes)],
        ]}
      />
      <Card
        title="Last backup"
        facts={
          backup === null
            ? [['Made', 'None yet']]
            : [
                ['Made', agoWords(backup.madeAt, at)],
                ['Size', sizeWords(backup.bytes)],
                ['Key', backup.ofEarlierKey ? 'Previous' : 'Current'],
              ]
        }
        {...(backup !== null && { note: `State as of ${formatMinute(backup.madeAt)}.` })}
      />
    </Cards>
  </section>
)

const wordOf = ({ attention }: InstallationHealth): string =>
  attention.length === 0 ? 'All is well' : count(attention.length, 'thing needs attention', 'things need attention')

/** The summary. Screen readers announce only its heading, since the ages below change with every poll. */
const Overall = ({ health }: { health: InstallationHealth }) => (
  <>
    <p className={hidden} role="status">
      {wordOf(health)}
    </p>
    {health.attention.length === 0 ? (
      <Banner silent tone="success" title={wordOf(health)}>
        Nothing needs your attention.
      </Banner>
    ) : (
      <Banner silent tone="warning" title={wordOf(health)}>
        <ul className={styles.points}>
          {health.attention.map(({ title, advice }) => (
            <li key={title}>
              <span className={`${medium} ${block}`}>{title}</span>
              {advice}
            </li>
          ))}
        </ul>
      </Banner>
    )}
  </>
)

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })

const Operated = () => {
  const query = useInstallation()
  const { data, isError, error } = query
  return (
    <>
      <PageHead title="Operations">The health of this installation, refreshed every ten seconds.</PageHead>
      {data !== undefined && isError && (
        <Banner tone="failure" title={`These figures are from ${time.format(new Date(data.at)).replaceAll('\u202f', ' ')}`}>
          {errorMessage(error, 'view', 'installation')}
        </Banner>
      )}
      <Loaded
        query={query}
        loading="Checking the installation..."
        rows={6}
        failed="Failed to check the installation"
        action="view"
        thing="installation"
        level={2}
      >
        {(health) => (
          <>
            <Overall health={health} />
            <FailedJobs />
            <Figures health={health} />
            <Projections health={health} />
            <Processes health={health} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** The health of the installation, for its operators; a missing page for everybody else (R125). */
export const OperationsPage = () => (useUser()?.isOperator ? <Operated /> : <NotFound />)
