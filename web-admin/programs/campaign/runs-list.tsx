import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react'
import type { CampaignRun, RunStatus } from '../../../modules/campaigns/contract.ts'
import { Loaded } from '../../domain/api/loaded.tsx'
import { formatMinute, reasonLabels } from '../../domain/campaign/campaign-words.ts'
import { useRuns } from '../../domain/program/calls.ts'
import { Badge, type BadgeContent } from '../../ui/badge.tsx'
import { ListRow } from '../../ui/card.tsx'
import { tabled } from '../../ui/media.ts'
import { num, sub } from '../../ui/table.css.ts'
import { Table, Th } from '../../ui/table.tsx'
import { medium, muted, nowrap, secondary, small } from '../../ui/text.css.ts'
import { useMedia } from '../../ui/use-media.ts'

const badges: Record<RunStatus, BadgeContent> = {
  Pending: ['Pending', 'neutral', CircleDashed],
  InProgress: ['In Progress', 'neutral', LoaderCircle],
  Completed: ['Completed', 'paid', CircleCheck],
  Failed: ['Failed', 'overdue', CircleX],
}

export const RunBadge = ({ status }: { status: RunStatus }) => <Badge content={badges[status]} />

const SHOWN = 10

const at = (moment: string | null) => (moment === null ? '–' : formatMinute(moment))
const progress = ({ processedCount, totalCount }: CampaignRun) => `${processedCount.toLocaleString('en-US')} of ${totalCount.toLocaleString('en-US')}`

const RunRows = ({ runs }: { runs: CampaignRun[] }) => (
  <ul>
    {runs.map((run) => (
      <ListRow
        key={run.id}
        main={<span className={medium}>{reasonLabels[run.reason]}</span>}
        side={progress(run)}
        meta={
          <>
            <RunBadge status={run.status} />
            <span className={`${small} ${muted}`}>{at(run.startedAt)}</span>
            {run.errorMessage !== null && <span className={small}>{run.errorMessage}</span>}
          </>
        }
      />
    ))}
  </ul>
)

const RunTable = ({ runs }: { runs: CampaignRun[] }) => (
  <Table
    caption="Runs"
    head={
      <>
        <Th>Run</Th>
        <Th>Status</Th>
        <Th>Started</Th>
        <Th>Completed</Th>
        <Th num>Without e-mail</Th>
        <Th num>Processed</Th>
      </>
    }
  >
    {runs.map((run) => (
      <tr key={run.id}>
        <td>
          <span className={medium}>{reasonLabels[run.reason]}</span>
          {run.errorMessage !== null && <span className={sub}>{run.errorMessage}</span>}
        </td>
        <td>
          <RunBadge status={run.status} />
        </td>
        <td className={`${secondary} ${nowrap}`}>{at(run.startedAt)}</td>
        <td className={`${secondary} ${nowrap}`}>{at(run.completedAt)}</td>
        <td className={num}>{run.withoutEmailCount.toLocaleString('en-US')}</td>
        <td className={num}>{progress(run)}</td>
      </tr>
    ))}
  </Table>
)

/** The latest runs of a program's campaign. */
export const RunsList = ({ programId }: { programId: string }) => {
  const runs = useRuns(programId)
  const large = useMedia(tabled)
  const Rows = large ? RunTable : RunRows
  return (
    <Loaded query={runs} loading="Loading runs..." rows={2} quiet failed="Failed to load campaign data" action="load" thing="campaign data">
      {(all) =>
        all.length === 0 ? (
          <p className={muted}>Nothing has been sent yet.</p>
        ) : (
          <>
            <Rows runs={all.slice(0, SHOWN)} />
            {all.length > SHOWN && <p className={`${small} ${muted}`}>{`The latest ${SHOWN} of ${all.length.toLocaleString('en-US')} runs.`}</p>}
          </>
        )
      }
    </Loaded>
  )
}
