import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { z } from 'zod'
import type { HeldQuery } from '../../../modules/payors/contract.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/files.ts'
import { getFile } from '../api/client.ts'
import { errorMessage } from '../api/error-message.ts'
import * as styles from './held-data.css.ts'

type Format = z.output<typeof HeldQuery>['format']

/** Downloads the data held about a person, as CSV or JSON (R105). `from`: the path of the call. */
export const HeldDataButtons = ({ from }: { from: string }) => {
  const file = useMutation({ mutationFn: async (format: Format) => saveFile(`held-data.${format}`, await getFile(from, { format })) })
  const of = (format: Format) => ({
    icon: Download,
    busy: file.isPending && file.variables === format,
    busyText: 'Downloading...',
    disabled: file.isPending,
    onClick: () => file.mutate(format),
  })
  return (
    <div className={styles.files}>
      {file.isError && <Banner tone="failure">{errorMessage(file.error, 'download', 'data')}</Banner>}
      <Button data-safe {...of('csv')}>
        Download CSV
      </Button>
      <Button {...of('json')}>Download JSON</Button>
    </div>
  )
}
