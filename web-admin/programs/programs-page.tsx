import { Layers, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Program, ProgramStatus } from '../../modules/programs/contract.ts'
import { programStatuses } from '../../modules/programs/values.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { usePrograms } from '../domain/program/calls.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { useUser } from '../domain/session/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { filters } from '../ui/filters.css.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { changed, listWords, oneOf, pageOf } from '../ui/list-params.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Paged } from '../ui/paged.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState } from '../ui/states.tsx'
import { hidden } from '../ui/text.css.ts'
import { ProgramsList, type ProgramTask } from './programs-list.tsx'

const AttachProfileDialog = lazyDialog(async () => (await import('./attach-profile-dialog.tsx')).AttachProfileDialog)
const CampaignDialog = lazyDialog(async () => (await import('./campaign/campaign-dialog.tsx')).CampaignDialog)
const UploadDialog = lazyDialog(async () => (await import('./upload/upload-dialog.tsx')).UploadDialog)

const dialogs = { attach: AttachProfileDialog, upload: UploadDialog, campaign: CampaignDialog } as const

/** The status in the address; null for 'All' and for an unknown status. */
const statusOf = (search: URLSearchParams): ProgramStatus | null => oneOf(programStatuses, search.get('status'))

const NothingFound = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) => {
  const mayChange = useMayChange()
  const withoutNetwork = useUser()?.network === null
  const create = (
    <ButtonLink variant="primary" icon={Plus} href="/assessments/new">
      Create Your First Program
    </ButtonLink>
  )
  const found = <ButtonLink href="/dashboard">Go to the dashboard</ButtonLink>
  const hint = withoutNetwork
    ? 'A program belongs to a network, and you have none yet.'
    : filtered
      ? 'No program matches this search and status.'
      : 'A program is what you bill for: yearly dues, a levy, a course.'
  return (
    <EmptyState
      level={3}
      icon={Layers}
      title="No assessment programs found"
      action={filtered ? <Button onClick={onClear}>Clear Search</Button> : mayChange ? create : withoutNetwork && found}
    >
      {hint}
    </EmptyState>
  )
}

/** The address holds search, status and page. */
export const ProgramsPage = () => {
  const [search, setSearch] = useSearchParams()
  const filter = { page: pageOf(search), search: search.get('search') ?? '', status: statusOf(search) }
  const programs = usePrograms(filter)
  const [task, setTask] = useState<{ kind: ProgramTask; program: Program } | null>(null)
  const mayChange = useMayChange()
  const searchFor = useCallback(
    (words: string) => setSearch((now) => changed(now, { search: words || null, page: null }), { replace: true }),
    [setSearch],
  )
  const Dialog = task && dialogs[task.kind]
  const filtered = filter.search !== '' || filter.status !== null
  const none = !filtered && programs.data?.pagination.totalItems === 0
  return (
    <>
      <PageHead
        title="Assessment Programs"
        actions={
          mayChange && (
            <ButtonLink variant={none ? 'default' : 'primary'} icon={Plus} href="/assessments/new">
              New Program
            </ButtonLink>
          )
        }
      >
        What the network bills its members and congregations for.
      </PageHead>
      <h2 className={hidden}>Programs</h2>
      {!none && (filtered || !programs.isLoadingError) && (
        <search className={filters}>
          <SearchField label="Search programs" value={filter.search} onSearch={searchFor} />
          <SelectField
            bare
            label="Status"
            value={filter.status ?? 'All'}
            onChange={({ target: { value } }) => setSearch(changed(search, { status: value === 'All' ? null : value, page: null }))}
          >
            <option value="All">All statuses</option>
            {programStatuses.map((status) => (
              <option key={status} value={status}>
                {status}
              </option>
            ))}
          </SelectField>
        </search>
      )}
      <Loaded
        query={programs}
        loading="Loading assessment programs..."
        rows={6}
        failed="Failed to load assessment programs"
        action="load"
        thing="assessment program"
      >
        {(list) => (
          <Paged
            list={list}
            onPage={(page) => setSearch(changed(search, { page: page === 1 ? null : String(page) }))}
            of="programs"
            paper={listWords({ Status: filter.status, Search: filter.search }, 'Newest first')}
            empty={<NothingFound filtered={filtered} onClear={() => setSearch(changed(search, { search: null, status: null, page: null }))} />}
          >
            {(rows) => <ProgramsList programs={rows} onTask={(kind, program) => setTask({ kind, program })} />}
          </Paged>
        )}
      </Loaded>
      {task && Dialog && <Dialog program={task.program} onClose={() => setTask(null)} />}
    </>
  )
}
