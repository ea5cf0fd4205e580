import { useState } from 'react'
import { useParams } from 'wouter'
import type { Program } from '../../modules/programs/contract.ts'
import { ApiError } from '../domain/api/client.ts'
import { errorMessage, formMessage } from '../domain/api/error-message.ts'
import { today } from '../domain/api/network-clock.ts'
import type { Versioned } from '../domain/api/versioned.ts'
import { useProgram } from '../domain/program/calls.ts'
import { repriceWords } from '../domain/program/program-words.tsx'
import { reread, retryOf } from '../domain/queries.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { Banner, TheirsBanner } from '../ui/banner.tsx'
import { ButtonLink, PlainButton } from '../ui/button.tsx'
import { isSame } from '../ui/is-same.ts'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import { ErrorState } from '../ui/states.tsx'
import { hidden } from '../ui/text.css.ts'
import { useOfferPlans, useRepricePreview, useUpdateProgram } from './calls.ts'
import { PlansOffered } from './plans-offered.tsx'
import { DonePanel, ProgramForm, useProgramForm } from './program-form.tsx'
import { bodyOf, valuesOf } from './program-values.ts'
import { RepriceDialog } from './reprice-dialog.tsx'

const back = <ButtonLink href="/assessments">Back to Assessments</ButtonLink>

const TITLE = 'Edit Assessment Program'
const backLink = <BackLink href="/assessments">Back to Assessments</BackLink>

const Head = () => (
  <>
    <PageHead title={TITLE} back={backLink} />
    <h2 className={hidden}>Program</h2>
  </>
)

/** The saved program; `repriced`: its amount has changed. */
type Saved = { program: Program; repriced: boolean }
type EditorProps = { loaded: Versioned<Program>; reload: () => Promise<Versioned<Program>>; onSaved: (saved: Saved) => void }

const Editor = ({ loaded, reload, onSaved }: EditorProps) => {
  const update = useUpdateProgram(loaded.value.id)
  const offer = useOfferPlans(loaded.value.id)
  const { form, showIssues } = useProgramForm(({ changedProgramOn }) => changedProgramOn(today(), loaded.value), valuesOf(loaded.value))
  const [plans, setPlans] = useState(loaded.value.plans)
  const [etag, setEtag] = useState(loaded.etag)
  const [problem, setProblem] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<Program | null>(null)

  /** Reads the other person's change. What was typed stays until the user decides. */
  const collide = async () => {
    try {
      const fresh = await reload()
      setEtag(fresh.etag)
      setTheirs(fresh.value)
    } catch (error) {
      setProblem(`Someone else has changed this program. ${formMessage(error, 'load', 'assessment program')}`)
    }
  }
  const submit = form.handleSubmit(async (output) => {
    setProblem(null)
    setTheirs(null)
    try {
      const saved = await update.mutateAsync({ body: bodyOf(output), etag })
      // If the next call fails, another try saves on this version.
      setEtag(saved.etag)
      const { value } = isSame(plans, saved.value.plans) ? saved : await offer.mutateAsync({ counts: plans, etag: saved.etag })
      onSaved({ program: value, repriced: value.amount !== loaded.value.amount })
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) return collide()
      if (!showIssues(error)) setProblem(formMessage(error, 'update', 'assessment program'))
    }
  })
  return (
    <ProgramForm
      form={form}
      onSubmit={(event) => void submit(event)}
      action="Save Changes"
      busyText="Saving..."
      busy={update.isPending || offer.isPending}
      plans={<PlansOffered amount={form.watch('amount')} plans={plans} onChange={setPlans} />}
      problem={
        <>
          {problem !== null && (
            <Banner tone="failure" title="Failed to update assessment">
              {problem}
            </Banner>
          )}
          {theirs !== null && (
            <TheirsBanner
              title="Someone else changed this program while you were editing it"
              onTake={() => {
                form.reset(valuesOf(theirs))
                setPlans(theirs.plans)
                setTheirs(null)
              }}
            />
          )}
        </>
      }
    />
  )
}

/** Issued bills keep their amount. Offers to re-price them, with a preview (R40). */
const RepriceOffer = ({ program }: { program: Program }) => {
  const preview = useRepricePreview(program.id).data
  const [asking, setAsking] = useState(false)
  return (
    <>
      {preview && preview.bills > 0 && (
        <Banner tone="information" title="Issued bills keep their amount">
          {`${repriceWords(preview)} `}
          <PlainButton onClick={() => setAsking(true)}>Re-price Unpaid Bills</PlainButton>
        </Banner>
      )}
      {asking && <RepriceDialog program={program} onClose={() => setAsking(false)} />}
    </>
  )
}

const SavedPanel = ({ program, repriced }: Saved) => (
  <>
    <DonePanel
      title="Assessment Updated Successfully!"
      actions={
        <>
          <ButtonLink href={`/assessments/${program.id}`}>Back to Assessment</ButtonLink>
          <ButtonLink variant="primary" href="/assessments">
            View All Assessments
          </ButtonLink>
        </>
      }
    >
      Assessment program updated successfully!
    </DonePanel>
    {repriced && <RepriceOffer program={program} />}
  </>
)

export const EditProgramPage = () => {
  const id = useParams<{ id?: string }>().id ?? null
  const mayChange = useMayChange()
  const program = useProgram(mayChange ? id : null)
  const [saved, setSaved] = useState<Saved | null>(null)
  if (id === null)
    return (
      <>
        <Head />
        <ErrorState title="Assessment ID is required" action={back} />
      </>
    )
  if (!mayChange) return <NotAllowed title={TITLE} back={backLink} action="update" thing="assessment program" />
  return (
    <>
      <Head />
      {program.isPending && (
        <Loading text="Loading assessment...">
          <BoneRows rows={5} />
        </Loading>
      )}
      {program.isError && !program.data && (
        <ErrorState title="Failed to load assessment" onRetry={retryOf(program)} action={back}>
          {errorMessage(program.error, 'load', 'assessment program')}
        </ErrorState>
      )}
      {saved && <SavedPanel {...saved} />}
      {!saved && program.data && <Editor key={id} loaded={program.data} reload={() => reread(program)} onSaved={setSaved} />}
    </>
  )
}
