import { useMutation } from '@tanstack/react-query'
import { FileDown, Printer } from 'lucide-react'
import { type PaperSize, paperLabels, paperSizes } from '../../modules/shared/paper.ts'
import { getFile, type Query } from '../domain/api/client.ts'
import { errorMessage } from '../domain/api/error-message.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { saveFile } from '../ui/files.ts'
import { oneOf } from '../ui/list-params.ts'
import * as styles from './sheet.css.ts'

/** The paper size in the address; Letter by default. */
export const sizeOf = (search: URLSearchParams): PaperSize => oneOf(paperSizes, search.get('size')) ?? 'letter'

type Props = {
  size: PaperSize
  onSize: (size: PaperSize) => void
  /** The path of the call that returns the sheets as a PDF; `name` is the file's name. */
  file: string
  query?: Query
  name: string
  /** True if the page has sheets to print. */
  prints: boolean
}

export const PaperTools = ({ size, onSize, file, query = {}, name, prints }: Props) => {
  const pdf = useMutation({ mutationFn: async () => saveFile(`${name}.pdf`, await getFile(file, { ...query, size })) })
  return (
    <div className={styles.notPrinted}>
      {pdf.isError && <Banner tone="failure">{errorMessage(pdf.error, 'download', 'PDF')}</Banner>}
      <div className={styles.tools}>
        <SelectField bare label="Paper size" value={size} onChange={({ target }) => onSize(oneOf(paperSizes, target.value) ?? size)}>
          {paperSizes.map((each) => (
            <option key={each} value={each}>
              {paperLabels[each]}
            </option>
          ))}
        </SelectField>
        {prints && (
          <Button variant="primary" icon={Printer} onClick={() => window.print()}>
            Print
          </Button>
        )}
        <Button
          variant={prints ? 'default' : 'primary'}
          icon={FileDown}
          busy={pdf.isPending}
          busyText="Making the PDF..."
          onClick={() => pdf.mutate()}
        >
          PDF
        </Button>
      </div>
    </div>
  )
}
