import { FileSpreadsheet, FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { UploadType } from '../../../modules/payors/contract.ts'
import { uploadTypes } from '../../../modules/payors/values.ts'
import { Problem, SelectField } from '../../ui/field.tsx'
import { oneOf } from '../../ui/one-of.ts'
import { sizeWords } from '../../ui/size-words.ts'
import { muted, small } from '../../ui/text.css.ts'
import * as styles from './upload.css.ts'

export const uploadTypeLabels: Record<UploadType, string> = { individualMembers: 'Members', congregations: 'Congregations' }

const columns: Record<UploadType, string> = {
  individualMembers: 'firstName and lastName are required; email, phone, dob, gender, memberSince, congregation and amount are optional.',
  congregations: 'name is required; email, phone, contactName and amount are optional.',
}

type Props = {
  file: File | null
  problem: string | null
  uploadType: UploadType
  onFile: (file: File) => void
  onType: (type: UploadType) => void
}

export const UploadSelect = ({ file, problem, uploadType, onFile, onType }: Props) => {
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way, the input within is the first */}
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
              // The same file, corrected, can be chosen again.
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
