import { useEffect, useState } from 'react'
import type { CampaignRun, CampaignStats } from '../../../modules/campaigns/contract.ts'
import { allRunsWords, count, formatMinute } from '../../domain/campaign/campaign-words.ts'
import { classes } from '../../ui/classes.ts'
import { hidden, muted, sectionHead, small } from '../../ui/text.css.ts'
import * as styles from './campaigns.css.ts'
import { RunBadge } from './run-badge.tsx'
import { Sending } from './sending.tsx'

const figure = (number: number) => number.toLocaleString('en-US')

/** Said aloud when a run begins and ends, not at each of its steps. */
const Announcement = ({ status }: Pick<CampaignStats, 'status'>) => {
  const [words, setWords] = useState('')
  useEffect(() => {
    if (status === 'InProgress') setWords('Sending bills')
    else setWords((said) => (said === '' ? '' : 'The bills are sent'))
  }, [status])
  return (
    <span className={hidden} role="status">
      {words}
    </span>
  )
}

/** The latest run: how far it is, when it began and ended, and what went wrong (R74); after others, what went out in all of them. */
export const CampaignProgress = ({ stats, runs }: { stats: CampaignStats; runs: readonly CampaignRun[] }) => {
  const { status, processedCount, totalCount, startedAt, completedAt, withoutEmailCount, errorMessage } = stats
  const facts = [
    ['Processed', figure(processedCount)],
    ['Total', figure(totalCount)],
    ['Started', startedAt === null ? '–' : formatMinute(startedAt)],
    ['Completed', completedAt === null ? '–' : formatMinute(completedAt)],
  ] as const
  return (
    <>
      <div className={sectionHead}>
        <h3>Campaign stats</h3>
        <RunBadge status={status} />
      </div>
      <Announcement status={status} />
      {status === 'InProgress' && <Sending stats={stats} />}
      <dl className={styles.quad}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {withoutEmailCount > 0 && (
        <p className={classes(small, muted, styles.note)}>
          {`${count(withoutEmailCount, 'payor has', 'payors have')} no e-mail address and ${withoutEmailCount === 1 ? 'gets' : 'get'} a printed bill.`}
        </p>
      )}
      {runs.length > 1 && <p className={classes(small, muted, styles.note)}>{allRunsWords(runs)}</p>}
      {errorMessage !== null && <p className={classes(small, styles.note)}>{errorMessage}</p>}
    </>
  )
}
