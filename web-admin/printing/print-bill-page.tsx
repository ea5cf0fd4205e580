import { useParams, useSearchParams } from 'wouter'
import { Loaded } from '../domain/api/loaded.tsx'
import { changed } from '../ui/list-params.ts'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { PaperTools, sizeOf } from './paper-tools.tsx'
import * as styles from './sheet.css.ts'
import { Sheet } from './sheet.tsx'
import { usePrintedBill } from './use-printed-bills.ts'

/** A bill for print; once the bill is paid, a receipt. */
export const PrintBillPage = () => {
  const { id = '' } = useParams<{ id: string }>()
  const [search, setSearch] = useSearchParams()
  const size = sizeOf(search)
  const printed = usePrintedBill(id)
  return (
    <>
      <div className={styles.notPrinted}>
        <BackLink href={`/payors/bills/${id}`}>Back to Bill</BackLink>
        <PageHead title="Print bill" />
      </div>
      <Loaded query={printed} loading="Loading bill..." rows={5} failed="Failed to load the bill" action="view" thing="assessment bill" level={2}>
        {(said) => (
          <>
            <PaperTools
              size={size}
              onSize={(next) => setSearch(changed(search, { size: next === 'letter' ? null : next }), { replace: true })}
              file={`/assessment-bills/${id}/bill.pdf`}
              name={`bill-${said.code ?? id}`}
              prints
            />
            <div className={styles.sheets}>
              <Sheet key={size} said={said} size={size} />
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}
