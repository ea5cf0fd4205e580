import { MailCheck, Printer } from 'lucide-react'
import { useParams } from 'wouter'
import { errorMessage } from '../api/error-message.ts'
import { retryOf } from '../api/refetch.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { BoneRows, Loading } from '../ui/skeleton.tsx'
import * as styles from './sheet.css.ts'
import { Sheet } from './sheet.tsx'
import { usePrintedBills } from './use-printed-bills.ts'

const Sheets = ({ programId }: { programId: string }) => {
  const printed = usePrintedBills(programId)
  if (printed.isPending)
    return (
      <Loading text="Loading bills...">
        <BoneRows rows={5} />
      </Loading>
    )
  if (printed.isError)
    return (
      <ErrorState title="Failed to load the bills" onRetry={retryOf(printed)}>
        {errorMessage(printed.error, 'view', 'assessment program')}
      </ErrorState>
    )
  const { bills, methods, language } = printed.data
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
  return (
    <>
      <div className={styles.notPrinted}>
        <BackLink href={`/assessments/${id}`}>Back to Assessment</BackLink>
        <PageHead title="Print bills" />
      </div>
      <Sheets programId={id} />
    </>
  )
}
