import type { InstallationHealth } from '../../modules/operations/contract.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { count } from '../domain/campaign/campaign-words.ts'
import { useUser } from '../domain/session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { block, hidden, medium } from '../ui/text.css.ts'
import { useInstallation } from './calls.ts'
import { FailedJobs } from './dead-jobs.tsx'
import { Figures } from './figures.tsx'
import * as styles from './operations.css.ts'
import { Processes, Projections } from './running.tsx'

const wordOf = ({ attention }: InstallationHealth): string =>
  attention.length === 0 ? 'All is well' : count(attention.length, 'thing needs attention', 'things need attention')

/** The overall word, which alone is read aloud when it changes: the ages beneath it always do. */
const Overall = ({ health }: { health: InstallationHealth }) => (
  <>
    <p className={hidden} role="status">
      {wordOf(health)}
    </p>
    {health.attention.length === 0 ? (
      <Banner silent tone="success" title={wordOf(health)}>
        Nothing waits for you.
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
      <PageHead title="Operations">How this installation is. The page looks again every ten seconds.</PageHead>
      {data !== undefined && isError && (
        <Banner tone="failure" title={`These figures are of ${time.format(new Date(data.at)).replaceAll('\u202f', ' ')}`}>
          {errorMessage(error, 'view', 'installation')}
        </Banner>
      )}
      <Loaded
        query={query}
        loading="Looking at the installation..."
        rows={6}
        failed="Failed to look at the installation"
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

/** How the installation is, for whoever runs it; to everybody else there is no such page (R198). */
export const OperationsPage = () => (useUser()?.isOperator ? <Operated /> : <NotFound />)
