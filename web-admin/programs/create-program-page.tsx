import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dayIn } from '../../modules/kernel/dates.ts'
import { formMessage } from '../domain/api/error-message.ts'
import { now, today } from '../domain/api/network-clock.ts'
import { useMayCreatePrograms } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { hidden } from '../ui/text.css.ts'
import { useCreateProgram, useNetworks } from './calls.ts'
import { DonePanel, ProgramForm, useProgramForm } from './program-form.tsx'
import { bodyOf, noProgram } from './program-values.ts'
import * as styles from './programs.css.ts'

const CreateNetworkDialog = lazyDialog(async () => (await import('../domain/network/create-network-dialog.tsx')).CreateNetworkDialog)

const TITLE = 'Create Assessment Program'
const back = <BackLink href="/assessments">Back to Assessments</BackLink>

const Head = () => (
  <>
    <PageHead title={TITLE} back={back} />
    <h2 className={hidden}>Program</h2>
  </>
)

const Created = ({ id }: { id: string }) => (
  <DonePanel
    title="Assessment Created Successfully!"
    actions={
      <>
        <ButtonLink href={`/assessments/${id}`}>View Assessment</ButtonLink>
        <ButtonLink href="/assessments">View All Assessments</ButtonLink>
        <ButtonLink variant="primary" href={`/assessments/${id}?do=attach`}>
          Attach a Payment Profile
        </ButtonLink>
      </>
    }
  >
    Assessment program created successfully! Attach a payment profile next, then upload its members.
  </DonePanel>
)

const CreateProgram = () => {
  const networks = useNetworks()
  const create = useCreateProgram()
  const known = networks.data ?? []
  const { form, showIssues } = useProgramForm(({ newProgramOn }, { networkId }) => {
    const timeZone = known.find(({ id }) => id === networkId)?.timeZone
    return newProgramOn(timeZone === undefined ? today() : dayIn(timeZone, now()))
  }, noProgram)
  const [problem, setProblem] = useState<string | null>(null)
  const [dialog, setDialog] = useState(false)
  const [added, setAdded] = useState<{ id: string; name: string } | null>(null)

  // A network's option must exist before it can be selected.
  const { setValue } = form
  useEffect(() => {
    if (added) setValue('networkId', added.id, { shouldValidate: true })
  }, [added, setValue])

  if (create.isSuccess)
    return (
      <>
        <Head />
        <Created id={create.data.id} />
      </>
    )

  // Includes the new network until the refetched list contains it.
  const choices = added && !known.some(({ id }) => id === added.id) ? [...known, added] : known
  const submit = form.handleSubmit((output) => {
    setProblem(null)
    return create
      .mutateAsync({ networkId: output.networkId, body: bodyOf(output) })
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!showIssues(error)) setProblem(formMessage(error, 'create', 'assessment program'))
      })
  })
  return (
    <>
      <Head />
      <ProgramForm
        form={form}
        onSubmit={(event) => void submit(event)}
        action="Create Assessment"
        busyText="Creating..."
        busy={create.isPending}
        problem={
          problem !== null && (
            <Banner tone="failure" title="Failed to create assessment">
              {problem}
            </Banner>
          )
        }
        network={
          <div className={styles.withButton}>
            <SelectField
              label="Network"
              {...form.register('networkId')}
              problem={form.formState.errors.networkId?.message ?? (networks.isError ? 'Failed to load networks' : undefined)}
            >
              <option value="">{networks.isPending ? 'Loading networks...' : 'Select a network'}</option>
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            {networks.isError ? (
              <Button className={styles.besideField} onClick={() => void networks.refetch()}>
                Try Again
              </Button>
            ) : (
              <Button className={styles.besideField} icon={Plus} onClick={() => setDialog(true)}>
                Create Network
              </Button>
            )}
          </div>
        }
      />
      <CreateNetworkDialog
        open={dialog}
        onOpenChange={setDialog}
        onCreated={(network) => {
          setAdded(network)
          setDialog(false)
        }}
      />
    </>
  )
}

export const CreateProgramPage = () =>
  useMayCreatePrograms() ? <CreateProgram /> : <NotAllowed title={TITLE} back={back} action="create" thing="assessment program" />
