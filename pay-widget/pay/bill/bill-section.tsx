import CircleCheck from 'lucide-react/icons/circle-check'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect, useRef } from 'react'
import type { PublicBill } from '../../../modules/bills/contract.ts'
import { formatDayIn } from '../../../modules/shared/day-words.ts'
import { onlyScreen, secondary, spin } from '../base.css.ts'
import { button, primary } from '../controls.css.ts'
import { type LinkContext, receiptPath } from '../links.ts'
import { section } from '../page.css.ts'
import { type AnyBill, isPublic } from '../view.ts'
import { useWords } from '../words/words.ts'
import { Banner, StatusBanner } from './banner.tsx'
import { actions, afterBill, beforeBill, paidWord, thanks, thanksText } from './bill.css.ts'
import type { StatusMessage } from './bill-state.ts'
import { BillSummary } from './bill-summary.tsx'
import { Details } from './method-panel.tsx'
import { BillPayments, isGone } from './payments.tsx'
import { rare } from './rare.ts'
import { Thanks } from './thanks.tsx'
import type { Claim } from './use-claim.ts'
import type { Payment } from './use-payment.ts'

/**
 * Shown once Stripe has taken the money: the state of the payment, and where its receipt goes. Until the bill shows the
 * payment, the payor is asked not to pay again.
 */
const Arrival = ({ taken: { status, stage }, receipt }: { taken: NonNullable<Payment['taken']> } & Pick<Payment, 'receipt'>) => {
  const { t, lang } = useWords()
  const said = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone, so the message that replaced it gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each stage has a message
  useEffect(() => said.current?.focus(), [stage])
  const late = status ? t.paymentArrived : t.checkingPayment
  const shown = status === 'processing' ? t.debitUnderWay : t.paymentSuccessful
  return (
    <div className={thanks}>
      <p ref={said} className={thanksText} tabIndex={-1} role="status">
        {stage === 'late' ? <LoaderCircle size={16} className={spin} /> : <CircleCheck size={16} />}
        {stage === 'late' ? late : shown} {receipt.current?.said(lang)}
      </p>
    </div>
  )
}

/** Says that the bill is paid, with a button for the receipt of the latest payment. */
const Paid = ({ bill, at }: { bill: PublicBill; at: LinkContext }) => {
  const { t } = useWords()
  // A page of an earlier version may have no `payments`.
  const payment = (bill.payments ?? []).findLast((each) => !isGone(each))
  return (
    <div className={beforeBill}>
      <p className={paidWord}>{t.paid}</p>
      <StatusBanner message="paid" />
      {payment && (
        <p className={`${actions} ${onlyScreen}`}>
          <a className={`${button} ${primary}`} href={receiptPath(at, payment.id)} target={at.embedded ? '_blank' : undefined} rel="noopener">
            {t.viewReceipt}
          </a>
        </p>
      )}
    </div>
  )
}

/** A claim that waits for an Admin: its method and date, and the account that the money was sent to. */
const Sent = ({ bill, claimed }: { bill: PublicBill; claimed: NonNullable<PublicBill['claimed']> }) => {
  const { t, lang } = useWords()
  return (
    <div className={afterBill}>
      <p>{t.sentBy(t.methods[claimed.method].name, formatDayIn(lang, claimed.on))}</p>
      <Details bill={bill} method={claimed.method} methods={bill.paymentProfile?.methods ?? {}} copies={false} />
    </div>
  )
}

type BillSectionProps = {
  bill: AnyBill
  at: LinkContext
  message: StatusMessage | null
  claim: Claim
  payment: Payment
  isOwner: boolean
  /** The address for the form that withdraws the claim, if the payor came by the link in their mail; else null. */
  takeBack: string | null
  /** The link to the payment methods; null if there are none. */
  payHref: string | null
  onPay: () => void
}

/** The bill, and a message if it cannot be paid. For an archived bill, only the message. */
export const BillSection = ({ bill, at, message, claim, payment, isOwner, takeBack, payHref, onPay }: BillSectionProps) => {
  const { t } = useWords()
  const { Returned } = rare
  const { taken, receipt, changed } = payment
  const isPending = isPublic(bill) && message === 'pending'
  const canWithdraw = isPending && bill.isClaimed && (takeBack !== null || claim.token !== null || isOwner)
  const isDebit = isPending && !bill.isClaimed
  return (
    <section className={section} aria-label={t.yourBill} tabIndex={-1}>
      {isPublic(bill) && message === 'paid' && <Paid bill={bill} at={at} />}
      {isPublic(bill) && message !== 'archived' && <BillSummary bill={bill} whole={at.whole === true} />}
      {isPublic(bill) && bill.returned && Returned && (
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
