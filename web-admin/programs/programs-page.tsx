import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Program } from '../../modules/programs/contract.ts'
import { errorMessage } from '../api/error-message.ts'
import { UploadDialog } from '../members/upload-dialog.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { hidden } from '../ui/text.css.ts'
import { AttachProfileDialog } from './attach-profile-dialog.tsx'
import { pageOf } from './page-of.ts'
import { ProgramsList } from './programs-list.tsx'
import { usePrograms } from './use-programs.ts'

type Task = { kind: 'attach' | 'upload'; program: Program }

export const ProgramsPage = () => {
  const [search, setSearch] = useSearchParams()
  const programs = usePrograms(pageOf(search))
  const [task, setTask] = useState<Task | null>(null)
  const done = () => setTask(null)
  return (
    <>
      <PageHead
        title="Assessment Programs"
        actions={
          <ButtonLink look="primary" icon={Plus} href="/assessments/new">
            New Program
          </ButtonLink>
        }
      >
        What the network bills its members and congregations for.
      </PageHead>
      <h2 className={hidden}>Programs</h2>
      {programs.isPending && (
        <Loading text="Loading assessment programs...">
          <BoneRows rows={6} />
        </Loading>
      )}
      {programs.isError && (
        <ErrorState level={3} title="Failed to load assessment programs" onRetry={() => void programs.refetch()}>
          {errorMessage(programs.error, 'load', 'assessment programs')}
        </ErrorState>
      )}
      {programs.isSuccess && programs.data.pagination.totalItems === 0 && (
        <EmptyState
          level={3}
          icon={Layers}
          title="No assessment programs found"
          action={
            <ButtonLink look="primary" icon={Plus} href="/assessments/new">
              Create Your First Program
            </ButtonLink>
          }
        >
          A program is what you bill for: yearly dues, a levy, a course.
        </EmptyState>
      )}
      {programs.isSuccess && programs.data.pagination.totalItems > 0 && (
        <>
          <ProgramsList
            programs={programs.data.data}
            onAttach={(program) => setTask({ kind: 'attach', program })}
            onUpload={(program) => setTask({ kind: 'upload', program })}
          />
          <Pagination pagination={programs.data.pagination} onPage={(page) => setSearch(page === 1 ? {} : { page: String(page) })} of="programs" />
        </>
      )}
      {task?.kind === 'attach' && <AttachProfileDialog program={task.program} onClose={done} />}
      {task?.kind === 'upload' && <UploadDialog program={task.program} onClose={done} />}
    </>
  )
}
