import { CircleAlert, CircleCheck, CircleHelp, CirclePlus, CircleX, Copy, Pencil } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { nameKey } from '../../../modules/kernel/names.ts'
import type { RowAction } from '../../../modules/payors/contract.ts'
import { rowActions } from '../../../modules/payors/values.ts'
import { Badge, type BadgeContent } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { oneOf } from '../../ui/list-params.ts'
import { Table, Th } from '../../ui/table.tsx'
import { hidden, muted, small } from '../../ui/text.css.ts'
import * as styles from './upload.css.ts'
import { actionLabels, count, many } from './upload-words.ts'
import type { Outcome } from './use-upload.ts'

const badges: Record<RowAction, BadgeContent> = {
  new: [actionLabels.new, 'paid', CirclePlus],
  changed: [actionLabels.changed, 'neutral', Pencil],
  same: [actionLabels.same, 'neutral', CircleCheck],
  duplicate: [actionLabels.duplicate, 'archived', Copy],
  ambiguous: [actionLabels.ambiguous, 'pending', CircleHelp],
  rejected: [actionLabels.rejected, 'overdue', CircleX],
}

/** Shows the effect of an upload: a sentence, counts, and each row. Nothing is written yet. */
export const UploadPreview = ({ outcome }: { outcome: Outcome }) => {
  const { rows = [], membersUploaded, billsGenerated, billGenerationError, warnings } = outcome
  const actions: Partial<Record<RowAction, number>> = outcome.actions ?? {}
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const [action, setAction] = useState<RowAction | null>(null)
  const [name, setName] = useState('')
  useEffect(() => heading.current?.focus(), [])
  const total = Object.values(actions).reduce((sum, number) => sum + number, 0)
  const wanted = nameKey(name)
  const shown = rows.filter((row) => (action === null || row.action === action) && nameKey(row.name).includes(wanted))
  // Warnings about the file as a whole do not begin with a row.
  const general = warnings.filter((warning) => !warning.startsWith('Row '))
  return (
    <section aria-labelledby={id} className={styles.preview}>
      <h3 ref={heading} id={id} tabIndex={-1} className={hidden}>
        Preview
      </h3>
      <Banner tone={outcome.success ? 'information' : 'failure'} title={`${count(membersUploaded)} of ${many(total, 'row')} would be accepted`}>
        {billGenerationError ?? `${many(billsGenerated, 'bill')} would be generated.`} Nothing has been written yet.
      </Banner>
      {general.length > 0 && (
        <ul className={styles.notes}>
          {general.map((warning) => (
            <li key={warning}>
              <CircleAlert />
              {warning}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.filters}>
        <SelectField label="Show" value={action ?? 'all'} onChange={(event) => setAction(oneOf(rowActions, event.target.value))}>
          <option value="all">{`All rows (${count(total)})`}</option>
          {rowActions.map((value) => (
            <option key={value} value={value}>
              {`${actionLabels[value]} (${count(actions[value] ?? 0)})`}
            </option>
          ))}
        </SelectField>
        <TextField label="Name" type="search" value={name} onChange={(event) => setName(event.target.value)} />
      </div>
      <p role="status" className={`${small} ${muted}`}>
        {total > rows.length ? `${many(shown.length, 'row')} of the first ${count(rows.length)}; all are counted.` : many(shown.length, 'row')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Rows" className={styles.previewRows}>
        <Table
          caption="Rows of the file"
          className={styles.previewTable}
          head={
            <>
              <Th>Row</Th>
              <Th>Name</Th>
              <Th>What happens</Th>
            </>
          }
        >
          {shown.map((row) => (
            <tr key={row.row}>
              <td className={styles.rowNumber}>{count(row.row)}</td>
              <td>
                {row.name}
                {row.note !== '' && <span className={styles.note}>{row.note}</span>}
              </td>
              <td>
                <Badge content={badges[row.action]} />
              </td>
            </tr>
          ))}
        </Table>
      </section>
    </section>
  )
}
