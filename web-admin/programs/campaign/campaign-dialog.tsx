import { CalendarClock, Pause, Play, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CampaignRun, CampaignStats } from '../../../modules/campaigns/contract.ts'
import type { Program } from '../../../modules/programs/contract.ts'
import { errorMessage, messageOr } from '../../domain/api/error-message.ts'
import { allRunsWords, count, formatMinute, launchObstacle, launchWords } from '../../domain/campaign/campaign-words.ts'
import { type CampaignMove, useCampaignStats, useChangeCampaign, useProgram, useReadiness, useRuns } from '../../domain/program/calls.ts'
import { ProgramBadge } from '../../domain/program/program-words.tsx'
import { retryOf } from '../../domain/queries.ts'
import { useMayChange } from '../../domain/session/may-change.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BoneRows, Loading } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { hidden, muted, sectionHead, small } from '../../ui/text.css.ts'
import { useToast } from '../../ui/toast.tsx'
import { AttachProfileDialog } from '../attach-profile-dialog.tsx'
import { UploadDialog } from '../upload/upload-dialog.tsx'
import { useOpenBills, useWithoutEmail } from './calls.ts'
import * as styles from './campaigns.css.ts'
import { LaunchLaterDialog } from './launch-later-dialog.tsx'
import { MailTrial } from './mail-trial.tsx'
import { ReadinessList } from './readiness-list.tsx'
import { RunBadge } from './runs-list.tsx'
import { Sending } from './sending.tsx'

const figure = (number: number) => number.toLocaleString('en-US')

/** Announces the start and the end of a run to screen readers, but not its progress. */
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

/** The latest run: progress, times and errors (R57); with several runs, also their total. */
const CampaignProgress = ({ stats, runs }: { stats: CampaignStats; runs: readonly CampaignRun[] }) => {
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

/** Says before a launch how many payors get mail and how many have no working address. */
const LaunchDialog = ({ program, onClose }: { program: Program; onClose: () => void }) => {
  const open = useOpenBills(program.id)
  const unreachable = useWithoutEmail(program.id, 1).data?.pagination.totalItems
  return (
    <ConfirmCall
      call={useChangeCampaign(program.id)}
      input={{ status: 'Active' }}
      title="Launch Campaign"
      action="Launch Campaign"
      busyText="Launching..."
      done={`The campaign of ${program.name} is launched`}
      failed={(error) => messageOr(error, 'Failed to update campaign status')}
      onClose={onClose}
    >
      {`${program.name}. ${launchWords(open, unreachable)}`}
    </ConfirmCall>
  )
}

type Task = 'launch' | 'later' | 'attach' | 'upload'
type Props = { program: Program; onClose: () => void }

/** Says what the campaign's state means, if the badges do not. */
const State = ({ program, stats }: { program: Program; stats: CampaignStats }) => {
  switch (program.campaignStatus) {
    case 'Draft':
      return (
        <p className={classes(small, muted, styles.note)}>
          Launching sends each payor the bill with a link to pay, and starts the reminders. You can pause at any time.
        </p>
      )
    case 'Scheduled':
      return (
        <Banner
          tone="information"
          title={`Launches on ${program.launchAt === null ? 'its day' : formatMinute(program.launchAt)}`}
          className={styles.note}
        >
          Everything is checked again at that time. You can launch it now, or choose another time.
        </Banner>
      )
    case 'Paused':
      return (
        <Banner tone="warning" title="The campaign is paused" className={styles.note}>
          No bills and no reminders are sent, and payors can still pay. Resume to continue where it stopped; nobody is mailed twice.
        </Banner>
      )
    case 'Failed':
      return (
        <Banner tone="failure" title="The scheduled launch failed" className={styles.note}>
          Not everything was ready at the scheduled time, so nothing was sent. Complete what is pending, then launch again.
        </Banner>
      )
    case 'Completed':
      return (
        <Banner tone="success" title="The campaign is completed" className={styles.note}>
          Every bill is settled. Members uploaded later make it active again.
        </Banner>
      )
    case 'Active':
      return stats.status === 'Failed' ? (
        <Banner tone="failure" title="The last run failed" className={styles.note}>
          {stats.errorMessage ?? 'Some bills could not be sent.'}
        </Banner>
      ) : null
  }
}

/** The changes that the campaign's state allows: Draft to Active, Active to Paused, Paused to Active (R55). */
const Moves = ({ program, obstacle, onTask }: { program: Program; obstacle: string | undefined; onTask: (task: Task) => void }) => {
  const change = useChangeCampaign(program.id)
  const toast = useToast()
  const move = (next: CampaignMove, done: string) =>
    change.mutate(next, {
      onSuccess: () => toast(`The campaign of ${program.name} ${done}`),
      onError: (error) => toast(messageOr(error, 'Failed to update campaign status'), { tone: 'failure' }),
    })
  switch (program.campaignStatus) {
    case 'Active':
      return (
        <Button icon={Pause} busy={change.isPending} busyText="Pausing..." onClick={() => move({ status: 'Paused' }, 'is paused')}>
          Pause Campaign
        </Button>
      )
    case 'Paused':
      return (
        <Button
          variant="primary"
          icon={Play}
          busy={change.isPending}
          busyText="Resuming..."
          unavailable={obstacle}
          onClick={() => move({ status: 'Active' }, 'is resumed')}
        >
          Resume Campaign
        </Button>
      )
    case 'Completed':
      return null
    case 'Draft':
    case 'Failed':
    case 'Scheduled':
      return (
        <>
          <Button icon={CalendarClock} unavailable={obstacle} onClick={() => onTask('later')}>
            {program.campaignStatus === 'Scheduled' ? 'Change Time' : 'Launch later'}
          </Button>
          <Button variant="primary" icon={Send} unavailable={obstacle} onClick={() => onTask('launch')}>
            Launch Campaign
          </Button>
        </>
      )
  }
}

/** A program's campaign: readiness, progress and actions (R55, R56). */
export const CampaignDialog = ({ program: listed, onClose }: Props) => {
  // The list that opened the dialog may be stale, or no longer contain the program.
  const program = useProgram(listed.id).data?.value ?? listed
  const readiness = useReadiness(program.id)
  const stats = useCampaignStats(program.id, program.campaignStatus)
  const runs = useRuns(program.id)
  const mayChange = useMayChange()
  const [task, setTask] = useState<Task | null>(null)
  const done = () => setTask(null)
  const obstacle = readiness.data && launchObstacle(program, readiness.data)
  const mayLaunch = mayChange && program.campaignStatus !== 'Active' && program.campaignStatus !== 'Completed'
  const failure = readiness.error ?? stats.error
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Campaign Management"
      subject={
        <span className={styles.subject}>
          {program.name}
          <ProgramBadge status={program.campaignStatus} />
        </span>
      }
      foot={
        <>
          {obstacle && mayLaunch && <p className={styles.why}>{obstacle}</p>}
          <Button data-safe onClick={onClose}>
            Close
          </Button>
          {mayChange && readiness.data && <Moves program={program} obstacle={obstacle} onTask={setTask} />}
        </>
      }
    >
      {!failure && !(readiness.data && stats.data) && (
        <Loading text="Loading campaign data...">
          <BoneRows rows={4} />
        </Loading>
      )}
      {failure && !(readiness.data && stats.data) && (
        <ErrorState level={3} title="Failed to load campaign data" onRetry={retryOf(readiness, stats)}>
          {errorMessage(failure, 'load', 'campaign data')}
        </ErrorState>
      )}
      {readiness.data && stats.data && (
        <>
          <ReadinessList
            program={program}
            readiness={readiness.data}
            mayChange={mayChange}
            onAttach={() => setTask('attach')}
            onUpload={() => setTask('upload')}
          />
          <section className={styles.part} aria-label="Campaign stats">
            <CampaignProgress stats={stats.data} runs={runs.data ?? []} />
            <State program={program} stats={stats.data} />
          </section>
          {mayChange && <MailTrial program={program} />}
        </>
      )}
      {task === 'launch' && <LaunchDialog program={program} onClose={done} />}
      {task === 'later' && <LaunchLaterDialog program={program} onClose={done} />}
      {task === 'attach' && <AttachProfileDialog program={program} onClose={done} />}
      {task === 'upload' && <UploadDialog program={program} onClose={done} />}
    </Dialog>
  )
}
