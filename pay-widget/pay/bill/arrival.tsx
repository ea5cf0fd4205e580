import CircleCheck from 'lucide-react/icons/circle-check'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect, useRef } from 'react'
import { spin } from '../base.css.ts'
import { useWords } from '../words/words.ts'
import { thanks, thanksText } from './bill.css.ts'
import type { Payment } from './use-payment.ts'

/** After Stripe took the money: the payment's state and its receipt. Says not to pay again until the bill shows it. */
export const Arrival = ({ taken: { status, stage }, receipt }: { taken: NonNullable<Payment['taken']> } & Pick<Payment, 'receipt'>) => {
  const { t, lang } = useWords()
  const said = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone; the focus moves to the message that replaced it.
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
