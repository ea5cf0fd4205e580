import CircleCheck from 'lucide-react/icons/circle-check'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect, useRef } from 'react'
import { spin } from '../base.css.ts'
import { useWords } from '../words/words.ts'
import { thanks, thanksText } from './bill.css.ts'
import type { Payment } from './use-payment.ts'

/** After Stripe took the money: what became of it, where its receipt goes, and until the bill shows it, that nobody has to pay again. */
export const Arrival = ({ taken: { status, stage }, receipt }: { taken: NonNullable<Payment['taken']> } & Pick<Payment, 'receipt'>) => {
  const { t, lang } = useWords()
  const said = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone, so the keyboard goes on from the sentence that replaced it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each stage has its sentence
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
