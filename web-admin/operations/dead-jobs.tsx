import { CircleCheck, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { DeadJob } from '../../modules/operations/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { count, formatMinute } from '../domain/campaign/campaign-words.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { ConfirmCall } from '../ui/confirm-call.tsx'
import { changed, pageOf } from '../ui/list-params.ts'
import { tabled } from '../ui/media.ts'
import { Paged } from '../ui/paged.tsx'
import { focusToReturn } from '../ui/return-focus.ts'
import { EmptyState } from '../ui/states.tsx'
import { actions, num, sub } from '../ui/table.css.ts'
import { ActionsTh, Table, Th } from '../ui/table.tsx'
import { medium, muted, nowrap, secondary, sectionHead, small } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { useMedia } from '../ui/use-media.ts'
import { useDeadJobs, useDiscardJob, useRetryJobs } from './calls.ts'
import * as styles from './operations.css.ts'
import { jobLabel } from './operations-words.ts'

const FAILED = 'That did not work. Please try again.'
const OWED = 'it moves money or erases a payor'

type Props = { jobs: DeadJob[]; onDiscard: (job: DeadJob) => void }

const Ways = ({ job, onDiscard }: { job: DeadJob; onDiscard: (job: DeadJob) => void }) => {
  const retry = useRetryJobs()
  const toast = useToast()
  const tryAgain = () => {
    const giveBack = focusToReturn()
    retry.mutate(job.id, {
      onSuccess: (retried) => {
        toast(retried === 0 ? 'The job is already being tried again' : 'The job starts again')
        giveBack()
      },
      onError: (error) => toast(messageOr(error, FAILED), { tone: 'failure' }),
    })
  }
  const label = `${jobLabel(job)}, job ${job.id}`
  return (
    <>
      <IconButton label="Try again" aria-label={`Try again, ${label}`} icon={RotateCcw} disabled={retry.isPending} onClick={tryAgain} />
      <IconButton
        label="Discard"
        aria-label={`Discard, ${label}`}
        icon={Trash2}
        unavailable={job.canDiscard ? undefined : OWED}
        onClick={() => onDiscard(job)}
      />
    </>
  )
}

const JobTable = ({ jobs, onDiscard }: Props) => (
  <Table
    caption="Failed jobs"
    head={
      <>
        <Th>Job</Th>
        <Th>What went wrong</Th>
        <Th num>Tries</Th>
        <Th>Added</Th>
        <Th>Last tried</Th>
        <ActionsTh />
      </>
    }
  >
    {jobs.map((job) => (
      <tr key={job.id}>
        <td>
          <span className={medium}>{jobLabel(job)}</span>
          <span className={sub}>{`No. ${job.id}`}</span>
        </td>
        <td className={classes(secondary, styles.code)}>{job.error ?? 'Unknown'}</td>
        <td className={num}>{job.attempts}</td>
        <td className={classes(secondary, nowrap)}>{formatMinute(job.addedAt)}</td>
        <td className={classes(secondary, nowrap)}>{formatMinute(job.triedAt)}</td>
        <td>
          <div className={actions}>
            <Ways job={job} onDiscard={onDiscard} />
          </div>
        </td>
      </tr>
    ))}
  </Table>
)

const JobRows = ({ jobs, onDiscard }: Props) => (
  <ul aria-label="Failed jobs">
    {jobs.map((job) => (
      <ListRow
        key={job.id}
        main={
          <>
            <span className={medium}>{jobLabel(job)}</span>
            <span className={classes(small, styles.code)}>{job.error ?? 'Unknown'}</span>
          </>
        }
        meta={
          <>
            <span className={classes(small, muted)}>{`No. ${job.id} · ${count(job.attempts, 'try', 'tries')}`}</span>
            <span className={classes(small, muted)}>{`Last tried ${formatMinute(job.triedAt)}`}</span>
          </>
        }
        menu={
          <div className={styles.ways}>
            <Ways job={job} onDiscard={onDiscard} />
          </div>
        }
      />
    ))}
  </ul>
)

const TryAll = () => {
  const retry = useRetryJobs()
  const toast = useToast()
  const tryAll = () => {
    const giveBack = focusToReturn()
    retry.mutate(null, {
      onSuccess: (retried) => {
        toast(`${count(retried, 'job starts', 'jobs start')} again`)
        giveBack()
      },
      onError: (error) => toast(messageOr(error, FAILED), { tone: 'failure' }),
    })
  }
  return (
    <Button icon={RotateCcw} busy={retry.isPending} busyText="Trying again..." onClick={tryAll}>
      Try All Again
    </Button>
  )
}

const Discard = ({ job, onClose }: { job: DeadJob; onClose: () => void }) => (
  <ConfirmCall
    call={useDiscardJob()}
    input={job.id}
    title="Discard this job?"
    action="Discard"
    busyText="Discarding..."
    danger
    done="The job is discarded"
    failed={(error) => messageOr(error, FAILED)}
    onClose={onClose}
  >
    {`${jobLabel(job)}, job ${job.id}: its task is never done, and it cannot be restored. Discard only jobs that are no longer needed.`}
  </ConfirmCall>
)

/** The jobs that have failed for good, to be retried or discarded (R126). */
export const FailedJobs = () => {
  const [address, setAddress] = useSearchParams()
  const [asked, setAsked] = useState<DeadJob | null>(null)
  const jobs = useDeadJobs(pageOf(address))
  const Rows = useMedia(tabled) ? JobTable : JobRows
  return (
    <section aria-labelledby="failed" className={styles.section}>
      <div className={sectionHead}>
        <h2 id="failed">Failed jobs</h2>
        {jobs.data !== undefined && jobs.data.pagination.totalItems > 0 && <TryAll />}
      </div>
      <Loaded query={jobs} loading="Loading failed jobs..." rows={2} failed="Failed to load the jobs" action="load" thing="job">
        {(list) => (
          <Paged
            list={list}
            of="jobs"
            onPage={(page) => setAddress(changed(address, { page: page === 1 ? null : String(page) }))}
            empty={
              <EmptyState level={3} icon={CircleCheck} title="Nothing has failed">
                A failed job is retried for about three days. If it still fails, it is listed here.
              </EmptyState>
            }
          >
            {(rows) => <Rows jobs={rows} onDiscard={setAsked} />}
          </Paged>
        )}
      </Loaded>
      {asked && <Discard job={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}
