import { secondary } from '../base.css.ts'
import type { LinkContext } from '../links.ts'
import { section } from '../page.css.ts'
import { type AnyBill, isPublic } from '../view.ts'
import { useWords } from '../words/words.ts'
import { Arrival } from './arrival.tsx'
import { Banner, StatusBanner } from './banner.tsx'
import { afterBill, thanks } from './bill.css.ts'
import type { StatusMessage } from './bill-state.ts'
import { BillSummary } from './bill-summary.tsx'
import { Paid } from './paid.tsx'
import { BillPayments } from './payments.tsx'
import { Returned } from './returned.tsx'
import { Sent } from './sent.tsx'
import { Thanks } from './thanks.tsx'
import type { Claim } from './use-claim.ts'
import type { Payment } from './use-payment.ts'

type Props = {
  bill: AnyBill
  at: LinkContext
  message: StatusMessage | null
  claim: Claim
  payment: Payment
  isOwner: boolean
  /** The target of the form that withdraws the claim, from the payor's mail. */
  takeBack: string | null
  /** Link to the payment methods; null if there are none. */
  payHref: string | null
  onPay: () => void
}

/** The bill, and a message if it cannot be paid. An archived bill has only the message. */
export const BillSection = ({ bill, at, message, claim, payment, isOwner, takeBack, payHref, onPay }: Props) => {
  const { t } = useWords()
  const { taken, receipt, changed } = payment
  const isPending = isPublic(bill) && message === 'pending'
  const canWithdraw = isPending && bill.isClaimed && (takeBack !== null || claim.token !== null || isOwner)
  const isDebit = isPending && !bill.isClaimed
  return (
    <section className={section} aria-label={t.yourBill} tabIndex={-1}>
      {isPublic(bill) && message === 'paid' && <Paid bill={bill} at={at} />}
      {isPublic(bill) && message !== 'archived' && <BillSummary bill={bill} />}
      {isPublic(bill) && bill.returned && (
        <div className={afterBill}>
          <Returned returned={bill.returned} payHref={payHref} onPay={onPay} />
        </div>
      )}
      {message && message !== 'paid' && (
        <div className={message === 'archived' ? undefined : afterBill}>
          <StatusBanner message={message} />
        </div>
      )}
      {isPublic(bill) && message !== 'archived' && <BillPayments bill={bill} at={at} />}
      {takeBack !== null && isPublic(bill) && !message && (
        <div className={afterBill} role="status">
          <Banner tone="success">{t.withdrawn}</Banner>
        </div>
      )}
      {changed && (
        <div className={afterBill} role="alert">
          <Banner tone="info">{changed}</Banner>
        </div>
      )}
      {taken && taken.stage !== 'asked' && <Arrival taken={taken} receipt={receipt} />}
      {isDebit && !taken && <p className={`${thanks} ${secondary}`}>{t.debitUnderWay}</p>}
      {isPublic(bill) && isPending && bill.claimed && <Sent bill={bill} claimed={bill.claimed} />}
      {isPending && (claim.justSent || canWithdraw || claim.problem) && (
        <Thanks
          justSent={claim.justSent}
          focus={claim.byScript}
          canWithdraw={canWithdraw}
          busy={claim.busy}
          problem={claim.problem}
          onWithdraw={claim.takeBack}
          takeBack={takeBack}
        />
      )}
    </section>
  )
}
