import { Check } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { UploadType } from '../../modules/members/contract.ts'
import type { Program } from '../../modules/programs/contract.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Progress } from '../ui/progress.tsx'
import { hidden } from '../ui/text.css.ts'
import { fileProblem, fileSize } from './check-file.ts'
import * as styles from './upload.css.ts'
import { UploadResults } from './upload-results.tsx'
import { UploadSelect } from './upload-select.tsx'
import { type Sent, useUpload } from './use-upload.ts'

const stepNames = ['Select', 'Upload', 'Results']

/** First in the dialog's body, which starts at its top again with every step. */
const Steps = ({ current }: { current: number }) => {
  const list = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what it happens for
  useLayoutEffect(() => {
    const body = list.current?.parentElement
    if (body) body.scrollTop = 0
  }, [current])
  return (
    <ol ref={list} className={styles.steps}>
      {stepNames.map((name, index) => (
        <li
          key={name}
          className={classes(styles.step, index <= current && styles.reached)}
          {...(index === current ? { 'aria-current': 'step' } : {})}
        >
          {index < current && <Check />}
          {name}
          {index < current && <span className={hidden}>, done</span>}
        </li>
      ))}
    </ol>
  )
}

const Uploading = ({ progress: { sent, total } }: { progress: Sent }) => {
  const done = total > 0 && sent >= total
  return (
    <div className={styles.uploading}>
      <Progress
        label={done ? 'Generating bills…' : 'Uploading…'}
        value={sent}
        max={Math.max(total, 1)}
        detail={done ? 'The file has arrived' : `${fileSize(sent)} of ${fileSize(total)}`}
      />
      <p className={hidden} role="status">
        {done ? 'Generating bills…' : 'Uploading…'}
      </p>
    </div>
  )
}

type Props = { program: Pick<Program, 'id' | 'name'>; onClose: () => void }

export const UploadDialog = ({ program, onClose }: Props) => {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [uploadType, setUploadType] = useState<UploadType>('individualMembers')
  const { mutate, reset, data: outcome, isPending, progress } = useUpload(program.id)
  const abort = useRef<AbortController>(undefined)
  const step = outcome ? 2 : isPending ? 1 : 0
  const arrived = progress.total > 0 && progress.sent >= progress.total

  const choose = (chosen: File) => {
    const wrong = fileProblem(chosen)
    setProblem(wrong)
    setFile(wrong === null ? chosen : null)
  }
  const send = () => {
    if (!file) return
    abort.current = new AbortController()
    mutate({ file, uploadType, signal: abort.current.signal })
  }
  const again = () => {
    reset()
    setFile(null)
    setProblem(null)
  }

  const foot = outcome ? (
    <>
      <Button className={styles.footStart} onClick={again}>
        Upload another file
      </Button>
      <Button look="primary" data-first-focus onClick={onClose}>
        Done
      </Button>
    </>
  ) : isPending ? (
    <Button unavailable={arrived ? 'the file has arrived and is being worked on' : undefined} onClick={() => abort.current?.abort()}>
      Cancel
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" disabled={!file} onClick={send}>
        Upload
      </Button>
    </>
  )

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Upload Members"
      subject={file && step > 0 ? `${program.name} · ${file.name}` : program.name}
      held={isPending}
      foot={foot}
    >
      <Steps current={step} />
      {step === 0 && <UploadSelect file={file} problem={problem} uploadType={uploadType} onFile={choose} onType={setUploadType} />}
      {step === 1 && <Uploading progress={progress} />}
      {outcome && <UploadResults outcome={outcome} />}
    </Dialog>
  )
}
