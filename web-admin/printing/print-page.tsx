import { MailCheck, Printer } from 'lucide-react'
import { useParams } from 'wouter'
import { Loaded } from '../api/loaded.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import * as styles from './sheet.css.ts'
import { Sheet } from './sheet.tsx'
import { usePrintedBills } from './use-printed-bills.ts'

const Sheets = ({ bills, methods, language }: NonNullable<ReturnType<typeof usePrintedBills>['data']>) => {
  if (bills.length === 0)
    return (
      <EmptyState icon={MailCheck} title="Nothing to print">
        Every payor with an open bill has an e-mail address.
      </EmptyState>
    )
  return (
    <>
      <p className={styles.notPrinted}>
        {bills.length === 1 ? '1 bill' : `${bills.length} bills`} of payors without e-mail, one to a sheet.{' '}
        <Button look="primary" icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      </p>
      <div className={styles.sheets}>
        {bills.map((bill) => (
          <Sheet key={bill.billId} bill={bill} methods={methods} language={language} />
        ))}
      </div>
    </>
  )
}

/** The bills of payors without e-mail, as they go out on paper. */
export const PrintPage = () => {
  const { id = '' } = useParams<{ id: string }>()
  const printed = usePrintedBills(id)
  return (
    <>
      <div className={styles.notPrinted}>
        <BackLink href={`/assessments/${id}`}>Back to Assessment</BackLink>
        <PageHead title="Print bills" />
      </div>
      <Loaded
        query={printed}
        loading="Loading bills..."
        rows={5}
        failed="Failed to load the bills"
        action="view"
        thing="assessment program"
        level={2}
      >
        {(data) => <Sheets {...data} />}
      </Loaded>
    </>
  )
}
