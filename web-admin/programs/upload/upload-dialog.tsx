import { Check, FileSpreadsheet, FileUp, X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { UploadState, UploadType } from '../../../modules/payors/contract.ts'
import { uploadTexts, uploadTypes } from '../../../modules/payors/values.ts'
import type { Program } from '../../../modules/programs/contract.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem, SelectField } from '../../ui/field.tsx'
import { sizeWords } from '../../ui/files.ts'
import { oneOf } from '../../ui/list-params.ts'
import { Progress } from '../../ui/progress.tsx'
import { hidden, muted, small } from '../../ui/text.css.ts'
import * as styles from './upload.css.ts'
import { UploadPreview } from './upload-preview.tsx'
import { UploadResults } from './upload-results.tsx'
import { count, fileProblem, isUnicode, many, timeLeft } from './upload-words.ts'
import { type Outcome, outcomeOf, type Sent, useCheck, useUpload, useUploadState } from './use-upload.ts'

const uploadTypeLabels: Record<UploadType, string> = { individualMembers: 'Members', congregations: 'Congregations' }

const columns: Record<UploadType, string> = {
  individualMembers: 'firstName and lastName are required; email, phone, dob, gender, memberSince, congregation and amount are optional.',
  congregations: 'name is required; email, phone, contactName and amount are optional.',
}

type UploadSelectProps = {
  file: File | null
  problem: string | null
  uploadType: UploadType
  onFile: (file: File) => void
  onType: (type: UploadType) => void
}

const UploadSelect = ({ file, problem, uploadType, onFile, onType }: UploadSelectProps) => {
  const id = useId()
  const [over, setOver] = useState(false)
  const Icon = file ? FileSpreadsheet : FileUp
  return (
    <div className={styles.select}>
      <SelectField
        label="Who is in the file"
        value={uploadType}
        hint={`Columns: ${columns[uploadType]}`}
        onChange={(event) => onType(oneOf(uploadTypes, event.target.value) ?? uploadType)}
      >
        {uploadTypes.map((type) => (
          <option key={type} value={type}>
            {uploadTypeLabels[type]}
          </option>
        ))}
      </SelectField>
      <div className={styles.dropPart}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the input within does the same by keyboard */}
        <div
          className={styles.drop}
          data-over={over}
          data-invalid={problem !== null}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            const dropped = event.dataTransfer.files[0]
            if (dropped) onFile(dropped)
          }}
        >
          <Icon />
          <label htmlFor={id} className={styles.dropWords}>
            {file ? file.name : 'Choose a CSV file, or drop it here'}
          </label>
          <span className={`${small} ${muted}`}>{file ? `${sizeWords(file.size)} · choose another` : 'At most 5 MB'}</span>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            className={styles.dropInput}
            {...(problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
            onChange={(event) => {
              const chosen = event.target.files?.[0]
              if (chosen) onFile(chosen)
              // Allow choosing the same file again after a correction.
              event.target.value = ''
            }}
          />
        </div>
        {problem !== null && (
          <div role="alert">
            <Problem id={`${id}-problem`}>{problem}</Problem>
          </div>
        )}
        <p className={small}>
          <a href="/templates/members-upload-template.csv" download>
            Download the template
          </a>
          <span className={muted}> with the columns for members.</span>
        </p>
      </div>
    </div>
  )
}

const stepNames = ['Select', 'Upload', 'Results']

const UPLOAD = 1

/** The steps, above the dialog's content. Each new step scrolls the content to the top. */
const Steps = ({ current, part, failed }: { current: number; part: string; failed: boolean }) => {
  const list = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when the step changes
  useLayoutEffect(() => {
    const body = list.current?.parentElement
    if (body) body.scrollTop = 0
  }, [current, part])
  return (
    <ol ref={list} className={styles.steps}>
      {stepNames.map((name, index) => {
        const wrong = failed && index === UPLOAD
        const done = index < current && !wrong
        return (
          <li
            key={name}
            className={classes(styles.step, index <= current && styles.reached, wrong && styles.failed)}
            {...(index === current ? { 'aria-current': 'step' } : {})}
          >
            {done && <Check />}
            {wrong && <X />}
            {name}
            {(done || wrong) && <span className={hidden}>{done ? ', done' : ', failed'}</span>}
          </li>
        )
      })}
    </ol>
  )
}

/** The progress: first of the transfer, then of the rows that the server has processed. */
const Uploading = ({ progress: { sent, total }, state }: { progress: Sent; state: UploadState | null | undefined }) => {
  const arrived = total === 0 || sent >= total
  const label = arrived ? 'Generating bills…' : 'Uploading…'
  const rows = state && state.rows > 0 ? state : null
  const detail = rows ? [`${count(rows.done)} of ${many(rows.rows, 'row')}`, timeLeft(rows)].filter(Boolean).join(' · ') : 'The file has arrived'
  return (
    <div className={styles.uploading}>
      {arrived ? (
        <Progress label={label} value={rows?.done ?? 0} max={rows?.rows ?? 1} detail={detail} />
      ) : (
        <Progress label={label} value={sent} max={total} detail={`${sizeWords(sent)} of ${sizeWords(total)}`} />
      )}
      <p className={hidden} role="status">
        {label}
      </p>
    </div>
  )
}

type Props = {
  program: Pick<Program, 'id' | 'name'>
  /** Opens the next step after the upload. */
  onNext?: () => void
  onClose: () => void
}

type DoneProps = { outcome: Outcome; onAgain: () => void; onClose: () => void; onNext: (() => void) | undefined }

const DoneFoot = ({ outcome, onAgain, onClose, onNext }: DoneProps) => (
  <>
    <Button className={styles.footStart} onClick={onAgain}>
      Upload another file
    </Button>
    <Button variant={onNext && outcome.success ? 'default' : 'primary'} data-first-focus onClick={onClose}>
      {outcome.success ? 'Done' : 'Close'}
    </Button>
    {onNext && outcome.success && (
      <Button variant="primary" onClick={onNext}>
        Go to the Campaign
      </Button>
    )}
  </>
)

type ChoosingProps = {
  hasFile: boolean
  checking: boolean
  /** Null unless the preview of a file is shown. */
  onBack: (() => void) | null
  onCheck: () => void
  onSend: () => void
  onClose: () => void
}

const ChoosingFoot = ({ hasFile, checking, onBack, onCheck, onSend, onClose }: ChoosingProps) => (
  <>
    {onBack ? (
      <Button className={styles.footStart} onClick={onBack}>
        Back
      </Button>
    ) : (
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button disabled={!hasFile} busy={checking} busyText="Checking…" onClick={onCheck}>
          Check
        </Button>
      </>
    )}
    <Button variant="primary" disabled={!hasFile || checking} onClick={onSend}>
      Upload
    </Button>
  </>
)

export const UploadDialog = ({ program, onNext, onClose }: Props) => {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [uploadType, setUploadType] = useState<UploadType>('individualMembers')
  const { mutate, reset, data, isPending, progress, id, leave } = useUpload(program.id)
  const check = useCheck(program.id)
  const abort = useRef<AbortController>(undefined)
  const arrived = progress.total > 0 && progress.sent >= progress.total
  const resumed = !isPending && data === undefined && id !== null
  const { data: state } = useUploadState(resumed || (isPending && arrived) ? id : null, { resumed })
  const running = isPending || (resumed && (state === undefined || state?.state === 'running'))
  const outcome = data ?? (resumed && state && !running ? outcomeOf(state) : undefined)
  const preview = check.data?.rows ? check.data : null
  const step = outcome ? 2 : running ? 1 : 0

  // Discards a check that is still running, since it is for the file that was chosen before.
  const choose = (chosen: File) => {
    check.reset()
    const wrong = fileProblem(chosen)
    setProblem(wrong)
    setFile(wrong === null ? chosen : null)
  }
  const chooseType = (type: UploadType) => {
    check.reset()
    setUploadType(type)
  }
  const look = () => {
    if (file) check.mutate({ file, uploadType }, { onSuccess: ({ rows, message }) => setProblem(rows ? null : (message ?? uploadTexts.failed)) })
  }
  const send = async () => {
    if (!file) return
    // If the file's encoding must be guessed, shows a preview before anything is written.
    if (!preview && !(await isUnicode(file))) return look()
    abort.current = new AbortController()
    mutate({ file, uploadType, signal: abort.current.signal })
  }
  const again = () => {
    reset()
    check.reset()
    leave()
    setFile(null)
    setProblem(null)
  }
  const close = () => {
    if (outcome) leave()
    onClose()
  }

  const foot = outcome ? (
    <DoneFoot
      outcome={outcome}
      onAgain={again}
      onClose={close}
      onNext={
        onNext &&
        (() => {
          leave()
          onNext()
        })
      }
    />
  ) : running ? (
    isPending ? (
      <Button unavailable={arrived ? 'the file has arrived and is being processed' : undefined} onClick={() => abort.current?.abort()}>
        Cancel
      </Button>
    ) : (
      <Button onClick={onClose}>Close</Button>
    )
  ) : (
    <ChoosingFoot
      hasFile={file !== null}
      checking={check.isPending}
      onBack={preview && check.reset}
      onCheck={look}
      onSend={() => void send()}
      onClose={onClose}
    />
  )

  return (
    <Dialog
      open
      onOpenChange={close}
      title="Upload Members"
      subject={file && (step > 0 || preview) ? `${program.name} · ${file.name}` : program.name}
      held={isPending}
      foot={foot}
    >
      <Steps current={step} part={preview ? 'preview' : ''} failed={outcome?.success === false} />
      {step === 0 && preview && <UploadPreview outcome={preview} />}
      {step === 0 && !preview && <UploadSelect file={file} problem={problem} uploadType={uploadType} onFile={choose} onType={chooseType} />}
      {step === 1 && <Uploading progress={progress} state={state} />}
      {outcome && <UploadResults outcome={outcome} fileName={file?.name ?? 'members.csv'} />}
    </Dialog>
  )
}
