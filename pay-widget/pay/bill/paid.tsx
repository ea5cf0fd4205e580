import type { PublicBill } from '../../../modules/bills/contract.ts'
import { onlyScreen } from '../base.css.ts'
import { button, primary } from '../controls.css.ts'
import { type LinkContext, receiptPath } from '../links.ts'
import { useWords } from '../words/words.ts'
import { StatusBanner } from './banner.tsx'
import { actions, beforeBill, paidWord } from './bill.css.ts'
import { isGone } from './payments.tsx'

/** Says that the bill is paid, with a button for the receipt of the latest payment. */
export const Paid = ({ bill, at }: { bill: PublicBill; at: LinkContext }) => {
  const { t } = useWords()
  // A page rendered by an earlier version may lack payments.
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
