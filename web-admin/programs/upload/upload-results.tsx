import { CircleX, Download, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { UploadResult } from '../../../modules/payors/contract.ts'
import { uploadTexts } from '../../../modules/payors/values.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { saveFile } from '../../ui/files.ts'
import { hidden, medium, muted, nowrap, small } from '../../ui/text.css.ts'
import * as styles from './upload.css.ts'
import { count, many, manyWere } from './upload-words.ts'
import type { Outcome } from './use-upload.ts'

/** The apostrophe keeps a spreadsheet from running the cell as a formula. An upload removes the apostrophe again. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The rejected rows as they are in their file, each with the reason for its rejection, to be corrected and uploaded
 * again. The CSV begins with a byte order mark, so that spreadsheets read it as UTF-8. Null if no row was rejected.
 */
export const rejectedCsv = ({ errors, rejected }: Pick<UploadResult, 'errors' | 'rejected'>): string | null => {
  if (!rejected || rejected.rows.length === 0) return null
  const known = rejected.header.map((title) => title.trim().toLowerCase())
  // Leaves out the reasons of an earlier rejection, since each row gets a new reason.
  const kept = rejected.header.map((_, i) => i).filter((i) => known[i] !== 'reason')
  const line = (cells: readonly string[], reason: string) => [...kept.map((i) => cells[i] ?? ''), reason].map(cell).join(',')
  const rows = rejected.rows.map((cells, i) => line(cells, errors[i]?.error ?? ''))
  return `\ufeff${[line(rejected.header, 'reason'), ...rows].join('\r\n')}\r\n`
}

const saveCsv = (name: string, text: string): void => {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}

const Verdict = ({ outcome }: { outcome: Outcome }) => {
  const { success, membersUploaded, billGeneration, billGenerationError, errors, ofRows } = outcome
  if (!success)
    return (
      <Banner tone="failure" title={outcome.message ?? uploadTexts.failed}>
        {outcome.hint ?? (errors.length > 0 ? 'Every row needs correcting. Nothing was written.' : 'No row was written.')}
      </Banner>
    )
  if (billGenerationError)
    return (
      <Banner tone="warning" title={`${manyWere(membersUploaded, 'member')} uploaded`}>
        {billGenerationError === uploadTexts.noBills
          ? billGenerationError
          : `Members were uploaded but bills could not be generated: ${billGenerationError}. Please make sure a payment profile is set up and attached.`}
      </Banner>
    )
  const rows = billGeneration
    ? billGeneration.created + billGeneration.duplicates + billGeneration.skipped + errors.length
    : (ofRows ?? membersUploaded + errors.length)
  return (
    <Banner tone="success" title="Upload complete">
      {`${count(membersUploaded)} of ${many(rows, 'row')} accepted.`}
      {errors.length > 0 && ` ${count(errors.length)} ${errors.length === 1 ? 'needs' : 'need'} correcting; the others are done.`}
    </Banner>
  )
}

const Figure = ({ term, value }: { term: string; value: number }) => (
  <div>
    <dt>{term}</dt>
    <dd>{count(value)}</dd>
  </div>
)

type LinesProps = { title: string; icon: ReactNode; tone: string; action?: ReactNode; children: ReactNode }

const Lines = ({ title, icon, tone, action, children }: LinesProps) => (
  <section className={styles.lines} aria-label={title}>
    <div className={styles.linesHead}>
      <span className={classes(tone)}>{icon}</span>
      <h4 className={styles.linesTitle}>{title}</h4>
      {action}
    </div>
    <ul>{children}</ul>
  </section>
)

/** The most rows to list; a file may have 60,000 faulty ones. */
const SHOWN = 300

const More = ({ of }: { of: unknown[] }) =>
  of.length > SHOWN && (
    <li className={styles.line}>
      <span className={styles.lineText}>{`and ${count(of.length - SHOWN)} more`}</span>
    </li>
  )

/** The heading takes the focus, so that screen readers start there. */
export const UploadResults = ({ outcome, fileName }: { outcome: Outcome; fileName: string }) => {
  const { errors, warnings, billGeneration } = outcome
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const rejected = rejectedCsv(outcome)
  useEffect(() => heading.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section tabIndex={0} aria-labelledby={id} className={styles.results}>
      <h3 ref={heading} id={id} tabIndex={-1} className={hidden}>
        Results
      </h3>
      <Verdict outcome={outcome} />
      {outcome.success && (
        <dl className={styles.quad}>
          <Figure term="Members" value={outcome.membersUploaded} />
          <Figure term="Bills generated" value={outcome.billsGenerated} />
          <Figure term="Duplicates" value={billGeneration?.duplicates ?? 0} />
          <Figure term="Skipped" value={billGeneration?.skipped ?? 0} />
        </dl>
      )}
      {errors.length > 0 && (
        <Lines
          title={many(errors.length, 'error')}
          icon={<CircleX />}
          tone={styles.wrong}
          action={
            rejected !== null && (
              <Button variant="ghost" icon={Download} className={styles.linesAction} onClick={() => saveCsv(`rejected-${fileName}`, rejected)}>
                Download rejected rows
              </Button>
            )
          }
        >
          {errors.slice(0, SHOWN).map(({ name, error, row }) => (
            <li key={`${row} ${error}`} className={styles.line}>
              <span className={medium}>{name || 'Row without a name'}</span>
              <span className={`${small} ${muted} ${nowrap}`}>{`row ${row}`}</span>
              <span className={styles.lineText}>{error}</span>
            </li>
          ))}
          <More of={errors} />
        </Lines>
      )}
      {warnings.length > 0 && (
        <Lines title={many(warnings.length, 'warning')} icon={<TriangleAlert />} tone={styles.noted}>
          {warnings.slice(0, SHOWN).map((warning, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same warning
            <li key={index} className={styles.line}>
              <span className={styles.lineText}>{warning}</span>
            </li>
          ))}
          <More of={warnings} />
        </Lines>
      )}
    </section>
  )
}
