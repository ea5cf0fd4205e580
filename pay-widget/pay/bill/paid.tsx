import type { PublicBill } from '../../../modules/bills/contract.ts'
import { onlyScreen } from '../base.css.ts'
import { button, primary } from '../controls.css.ts'
import { type LinkContext, receiptPath } from '../links.ts'
import { useWords } from '../words/words.ts'
import { StatusBanner } from './banner.tsx'
import { actions, beforeBill, paidWord } from './bill.css.ts'
import { isGone } from './payments.tsx'

/** A paid bill says so first, with the receipt of its latest payment as its button. */
export const Paid = ({ bill, at }: { bill: PublicBill; at: LinkContext }) => {
  const { t } = useWords()
  // A page that an earlier version has drawn may lack them.
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
