import { Pencil, Upload } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'wouter'
import type { Program } from '../../modules/programs/contract.ts'
import { messageOr } from '../api/error-message.ts'
import { BillList } from '../bills/bill-list.tsx'
import { UploadDialog } from '../members/upload-dialog.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { hidden, sectionHead } from '../ui/text.css.ts'
import { AttachProfileDialog } from './attach-profile-dialog.tsx'
import { pageOf } from './page-of.ts'
import { ProgramActions } from './program-actions.tsx'
import { ProgramFacts, ProgramFigures } from './program-facts.tsx'
import { uploadObstacle } from './program-words.ts'
import * as styles from './programs.css.ts'
import { useProgram } from './use-program.ts'

const back = <BackLink href="/assessments">Back to Assessments</BackLink>

const Detail = ({ program }: { program: Program }) => {
  const [search, setSearch] = useSearchParams()
  const [task, setTask] = useState<'attach' | 'upload' | null>(null)
  const close = () => setTask(null)
  return (
    <>
      <PageHead
        title={program.name}
        back={back}
        actions={
          <>
            <ButtonLink icon={Pencil} href={`/assessments/${program.id}/edit`}>
              Edit Program
            </ButtonLink>
            <Button icon={Upload} unavailable={uploadObstacle(program)} onClick={() => setTask('upload')}>
              Upload Members
            </Button>
            <ProgramActions program={program} />
          </>
        }
      >
        {program.network.name}
      </PageHead>
      {program.description && <p className={styles.description}>{program.description}</p>}
      <ProgramFacts program={program} onAttach={() => setTask('attach')} />
      <ProgramFigures id={program.id} />
      <section className={styles.section} aria-labelledby="program-bills">
        <div className={sectionHead}>
          <h2 id="program-bills">Assessment Bills</h2>
          <ButtonLink look="ghost" href={`/payors?assessment=${program.id}`}>
            View Payors
          </ButtonLink>
        </div>
        <BillList
          filter={{ page: pageOf(search), assessmentProgramId: program.id, status: null }}
          onPage={(page) => setSearch(page === 1 ? {} : { page: String(page) })}
          ofProgram
        />
      </section>
      {task === 'attach' && <AttachProfileDialog program={program} onClose={close} />}
      {task === 'upload' && <UploadDialog program={program} onClose={close} />}
    </>
  )
}

export const ProgramPage = () => {
  const id = useParams<{ id?: string }>().id ?? null
  const program = useProgram(id)
  if (program.data) return <Detail program={program.data.value} />
  return (
    <>
      <PageHead title="Assessment Program" back={back} />
      <h2 className={hidden}>Program</h2>
      {program.isError ? (
        <ErrorState title="Failed to load assessment" onRetry={() => void program.refetch()}>
          {messageOr(program.error, 'Check your connection and try again.')}
        </ErrorState>
      ) : (
        <Loading text="Loading assessment...">
          <BoneRows rows={6} />
        </Loading>
      )}
    </>
  )
}
