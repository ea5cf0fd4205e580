import { Megaphone, Pencil, ReceiptText, Tags, Upload } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import { formatDay } from '../../modules/kernel/dates.ts'
import { formatMoney, formatMoneyShort } from '../../modules/kernel/money.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { frequencyLabels } from '../../modules/programs/values.ts'
import { useAsOf } from '../domain/api/as-of.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import type { BillListProps } from '../domain/bill/bills.ts'
import { HistorySection } from '../domain/history/history-section.tsx'
import { useProgram, useProgramStats, useReadiness } from '../domain/program/calls.ts'
import { attachObstacle, type NextStep, nextStep, nextWords, ProgramBadge, uploadObstacle } from '../domain/program/program-words.tsx'
import { useMayChange } from '../domain/session/may-change.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { type Fact, Facts } from '../ui/card.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { changed, pageOf } from '../ui/list-params.ts'
import { from } from '../ui/media.ts'
import { MenuItem } from '../ui/menu.tsx'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { hidden, medium, money, sectionHead, small } from '../ui/text.css.ts'
import { useMedia } from '../ui/use-media.ts'
import { CampaignSection } from './campaign/campaign-section.tsx'
import { MailsSection } from './campaign/mails-list.tsx'
import { ProgramActions } from './program-actions.tsx'
import * as styles from './programs.css.ts'

const either = new Intl.ListFormat('en', { type: 'disjunction' })

type FactsProps = { program: Program; mayChange: boolean; next: NextStep | null; onAttach: () => void }

const ProgramFacts = ({ program, mayChange, next, onAttach }: FactsProps) => (
  <div className={styles.about}>
    <Facts
      facts={[
        ['Status', <ProgramBadge key="status" status={program.status} />],
        ['Campaign', <ProgramBadge key="campaign" status={program.campaignStatus} />],
        [
          'Payment Profile',
          program.paymentProfile ? (
            program.paymentProfile.name
          ) : mayChange && attachObstacle(program) === undefined ? (
            <Button key="attach" variant={next === 'attach' ? 'primary' : 'default'} onClick={onAttach}>
              Attach Payment Profile
            </Button>
          ) : (
            'Not set'
          ),
        ],
      ]}
    />
    <Facts
      facts={[
        [
          'Default Amount',
          <span key="amount" className={money}>
            {formatMoney(program.amount)}
          </span>,
        ],
        ['Type', program.type || 'Not set'],
        ['Frequency', `${frequencyLabels[program.frequency]}, due ${formatDay(program.dueDate)}`],
        ...(program.plans.length > 0 ? [['Payment Plans', `${either.format(program.plans.map(String))} parts`] satisfies Fact] : []),
      ]}
    />
  </div>
)

const ProgramFigures = ({ id }: { id: string }) => {
  const { data } = useProgramStats(id, true)
  const sum = (value: number | undefined) => (value === undefined ? '–' : formatMoneyShort(value))
  const figures = [
    ['Payors', data ? data.count.toLocaleString('en-US') : '–'],
    ['Owed', sum(data?.totalOwed)],
    ['Paid', sum(data?.totalPaid)],
    ['Overdue', sum(data?.totalOverdue)],
  ] as const
  return (
    <dl className={styles.figures}>
      {figures.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const AttachProfileDialog = lazyDialog(async () => (await import('./attach-profile-dialog.tsx')).AttachProfileDialog)
const CampaignDialog = lazyDialog(async () => (await import('./campaign/campaign-dialog.tsx')).CampaignDialog)
const RepriceDialog = lazyDialog(async () => (await import('./reprice-dialog.tsx')).RepriceDialog)
const UploadDialog = lazyDialog(async () => (await import('./upload/upload-dialog.tsx')).UploadDialog)

const back = <BackLink href="/assessments">Back to Assessments</BackLink>

const dialogs = { attach: AttachProfileDialog, campaign: CampaignDialog, reprice: RepriceDialog } as const
/** The upload dialog is rendered separately, since it can lead to the campaign. */
type Task = keyof typeof dialogs | 'bill' | 'upload'
/** The first steps link to a dialog of this page. */
const isTask = (asked: string | null): asked is Task => asked === 'upload' || asked === 'bill' || (asked !== null && asked in dialogs)

/** Buttons next to the title; on a narrow screen, entries of a menu. */
const Actions = ({ program, next, onTask }: { program: Program; next: NextStep | null; onTask: (task: Task) => void }) => {
  const roomy = useMedia(from.small)
  const [, navigate] = useLocation()
  const onUpload = () => onTask('upload')
  const reprice = (
    <MenuItem icon={Tags} onSelect={() => onTask('reprice')}>
      Re-price Unpaid Bills
    </MenuItem>
  )
  const edit = `/assessments/${program.id}/edit`
  const obstacle = uploadObstacle(program)
  const billOne = (
    <MenuItem icon={ReceiptText} unavailable={obstacle} onSelect={() => onTask('bill')}>
      Bill One Payor
    </MenuItem>
  )
  if (!roomy)
    return (
      <ProgramActions program={program}>
        <MenuItem icon={Pencil} onSelect={() => navigate(edit)}>
          Edit Program
        </MenuItem>
        <MenuItem icon={Upload} unavailable={obstacle} onSelect={onUpload}>
          Upload Members
        </MenuItem>
        {billOne}
        <MenuItem icon={Megaphone} onSelect={() => onTask('campaign')}>
          Campaign
        </MenuItem>
        {reprice}
      </ProgramActions>
    )
  return (
    <>
      <ButtonLink icon={Pencil} href={edit}>
        Edit Program
      </ButtonLink>
      <Button variant={next === 'upload' ? 'primary' : 'default'} icon={Upload} unavailable={obstacle} onClick={onUpload}>
        Upload Members
      </Button>
      <ProgramActions program={program}>
        {billOne}
        {reprice}
      </ProgramActions>
    </>
  )
}

/** The app passes in the components of other features. */
type Parts = {
  BillList: ComponentType<BillListProps>
  BillOneDialog: (props: { program: Program; onClose: () => void }) => ReactNode
}

const Detail = ({ program, BillList, BillOneDialog }: { program: Program } & Parts) => {
  const [search, setSearch] = useSearchParams()
  const mayChange = useMayChange()
  const today = useAsOf() === null
  const [task, setTask] = useState<Task | null>(() => {
    const asked = search.get('do')
    return isTask(asked) && mayChange && today ? asked : null
  })
  const readiness = useReadiness(mayChange && today ? program.id : null).data
  // The next step's button is the primary one.
  const next = readiness ? nextStep(program, readiness) : null
  const Dialog = task && task !== 'upload' && (task === 'bill' ? BillOneDialog : dialogs[task])
  const close = () => {
    setTask(null)
    if (search.has('do')) setSearch(changed(search, { do: null }), { replace: true })
  }
  return (
    <>
      <PageHead title={program.name} back={back} actions={mayChange && <Actions program={program} next={next} onTask={setTask} />}>
        {program.network.name}
      </PageHead>
      {program.description && <p className={styles.description}>{program.description}</p>}
      <ProgramFacts program={program} mayChange={mayChange} next={next} onAttach={() => setTask('attach')} />
      {next && <p className={styles.next}>{nextWords[next]}</p>}
      <ProgramFigures id={program.id} />
      {today && <CampaignSection program={program} isNext={next === 'launch'} onManage={() => setTask('campaign')} />}
      <section className={styles.section} aria-labelledby="program-bills">
        <div className={sectionHead}>
          <h2 id="program-bills">Assessment Bills</h2>
          <div className={styles.links}>
            <Link href={`/payors?tab=assessment-bills&assessment=${program.id}`} className={`${small} ${medium}`}>
              View Bills
            </Link>
            {today && (
              <Link href={`/assessments/${program.id}/print?open=all`} className={`${small} ${medium}`}>
                Print or PDF
              </Link>
            )}
            <Link href={`/payors?assessment=${program.id}`} className={`${small} ${medium}`}>
              View Payors
            </Link>
            <Link href={`/members?assessment=${program.id}`} className={`${small} ${medium}`}>
              Members
            </Link>
          </div>
        </div>
        <BillList
          filter={{ page: pageOf(search), assessmentProgramId: program.id, status: null }}
          onPage={(page) => setSearch(page === 1 ? {} : { page: String(page) })}
          ofProgram
        />
      </section>
      {today && <MailsSection programId={program.id} />}
      <HistorySection thing="program" id={program.id} className={styles.section} />
      {program.campaignStatus !== 'Draft' && (
        <HistorySection thing="campaign" id={program.id} title="History of the campaign" className={styles.section} />
      )}
      {task === 'upload' ? (
        <UploadDialog program={program} onClose={close} {...(program.campaignStatus === 'Draft' ? { onNext: () => setTask('campaign') } : {})} />
      ) : (
        Dialog && <Dialog program={program} onClose={close} />
      )}
    </>
  )
}

export const ProgramPage = (parts: Parts) => {
  const id = useParams<{ id?: string }>().id ?? null
  const program = useProgram(id)
  if (program.data) return <Detail key={id} program={program.data.value} {...parts} />
  return (
    <>
      <PageHead title="Assessment Program" back={back} />
      <h2 className={hidden}>Program</h2>
      <Loaded query={program} loading="Loading assessment..." rows={6} failed="Failed to load assessment" action="load" thing="assessment program" />
    </>
  )
}
