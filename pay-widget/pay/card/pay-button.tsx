import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Lock from 'lucide-react/icons/lock'
import { lazy, Suspense } from 'react'
import type { PublicBill, StripeMethod } from '../../../modules/bills/contract.ts'
import { inTime } from '../api.ts'
import { hint, spin } from '../base.css.ts'
import type { Outcome, Payment } from '../bill/use-payment.ts'
import { button, large, primary } from '../controls.css.ts'
import { Problem } from '../problem.tsx'
import { formatMoney } from '../words/format.ts'
import { useWords } from '../words/words.ts'

type Props = { payment: Payment; bill: PublicBill; method: StripeMethod; amount: number; isGuest?: boolean }

// Loads at the same time as Stripe's form. The payor can pay without it.
const receiptField = import('./receipt-field.tsx').then(
  ({ ReceiptField }) => ({ default: ReceiptField }),
  () => ({ default: () => null }),
)
const ReceiptField = lazy(() => receiptField)

/** The field for the receipt's address, the last error, and the Pay button. */
export const PayButton = ({ payment: { busy, problem, receipt }, method, amount, ...of }: Props) => {
  const { t } = useWords()
  return (
    <>
      <Suspense>
        <ReceiptField receipt={receipt} method={method} {...of} />
      </Suspense>
      {problem && <Problem>{problem}</Problem>}
      <button type="submit" className={`${button} ${primary} ${large}`} aria-disabled={busy || undefined} aria-busy={busy || undefined}>
        {busy ? <LoaderCircle size={16} className={spin} /> : <Lock size={16} />}
        {busy ? t.processing : t.payAmount(formatMoney(amount))}
      </button>
      <p className={hint}>{t.stripe[method].hint}</p>
    </>
  )
}

const outcomeOf = ({ error, paymentIntent }: PaymentIntentResult): Outcome => {
  const status = (paymentIntent ?? error?.payment_intent)?.status
  if (status === 'succeeded' || status === 'processing') return { kind: 'taken', status }
  if (status === 'canceled' || error?.code === 'payment_intent_unexpected_state') return { kind: 'void' }
  return { kind: 'refused', message: error?.message, uncharged: status === 'requires_payment_method' }
}

/** The result of a confirmation. If the connection broke, Stripe is asked whether the payment went through. */
export const outcomeFor = async (stripe: Stripe, clientSecret: string, result: PaymentIntentResult): Promise<Outcome> => {
  if (result.error?.type !== 'api_connection_error') return outcomeOf(result)
  const { paymentIntent } = await inTime(stripe.retrievePaymentIntent(clientSecret)).catch(() => result)
  return outcomeOf(paymentIntent?.status === 'succeeded' || paymentIntent?.status === 'processing' ? { paymentIntent } : result)
}
