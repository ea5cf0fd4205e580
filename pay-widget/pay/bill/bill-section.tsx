import { section } from '../page.css.ts'
import { type AnyBill, isPublic } from '../view.ts'
import { useWords } from '../words/words.ts'
import { StatusBanner } from './banner.tsx'
import { afterBill } from './bill.css.ts'
import type { StatusMessage } from './bill-state.ts'
import { BillSummary } from './bill-summary.tsx'
import { Thanks } from './thanks.tsx'
import type { Claim } from './use-claim.ts'

type Props = { bill: AnyBill; message: StatusMessage | null; claim: Claim; isOwner: boolean }

/** The bill itself with the message that stands in for paying; of an archived one the message is all there is. */
export const BillSection = ({ bill, message, claim, isOwner }: Props) => {
  const { t } = useWords()
  const canWithdraw = bill.status === 'PendingConfirmation' && (claim.token !== null || isOwner)
  return (
    <section className={section} aria-label={t.yourBill}>
      {isPublic(bill) && message !== 'archived' && <BillSummary bill={bill} />}
      {message && (
        <div className={message === 'archived' ? undefined : afterBill}>
          <StatusBanner message={message} />
        </div>
      )}
      {message === 'pending' && (claim.justSent || canWithdraw) && (
        <Thanks
          justSent={claim.justSent}
          focus={claim.byScript}
          canWithdraw={canWithdraw}
          busy={claim.busy}
          problem={claim.problem}
          onWithdraw={claim.takeBack}
        />
      )}
    </section>
  )
}
