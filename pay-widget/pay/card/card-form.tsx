import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentIntentResult, Stripe, StripePaymentElementOptions } from '@stripe/stripe-js'
import CircleAlert from 'lucide-react/icons/circle-alert'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Lock from 'lucide-react/icons/lock'
import { type ReactNode, useMemo, useState } from 'react'
import type { PublicBill } from '../../../modules/bills/contract.ts'
import { hint, spin } from '../base.css.ts'
import { stripeForm, unready } from '../bill/bill.css.ts'
import type { Outcome, Payment } from '../bill/use-payment.ts'
import { button, large, primary, problem as problemClass } from '../controls.css.ts'
import { useMedia } from '../use-hydrated.ts'
import { formatMoney } from '../words/format.ts'
import { useWords } from '../words/words.ts'
import { appearances } from './appearance.ts'

export { openStripe } from './open-stripe.ts'

type Props = {
  stripe: Stripe
  form: NonNullable<Payment['form']>
  bill: PublicBill
  payment: Payment
  waiting: ReactNode
}

const outcomeOf = ({ error, paymentIntent }: PaymentIntentResult): Outcome => {
  const status = (paymentIntent ?? error?.payment_intent)?.status
  if (status === 'succeeded' || status === 'processing') return { kind: 'taken', status }
  if (status === 'canceled' || error?.code === 'payment_intent_unexpected_state') return { kind: 'void' }
  return { kind: 'refused', message: error?.message }
}

/** Stripe's own form for an intent; card and bank numbers never reach this page. */
export const CardForm = ({ stripe, ...props }: Props) => {
  const { lang } = useWords()
  const scheme = useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const { clientSecret } = props.form.intent
  return (
    <Elements key={lang} stripe={stripe} options={{ clientSecret, locale: lang, appearance: appearances[scheme] }}>
      <Fields {...props} />
    </Elements>
  )
}

const Fields = ({ form: { intent, method }, bill, payment, waiting }: Omit<Props, 'stripe'>) => {
  const { t } = useWords()
  const stripe = useStripe()
  const elements = useElements()
  const [ready, setReady] = useState(false)
  const { busy, problem, fail, pay } = payment
  const { payerName } = bill
  const network = bill.network.name
  const options = useMemo(
    (): StripePaymentElementOptions => ({
      business: { name: network },
      defaultValues: { billingDetails: { name: payerName } },
    }),
    [network, payerName],
  )

  const submit = () => {
    pay({
      validate: async () => {
        if (!stripe || !elements?.getElement(PaymentElement)) return { kind: 'refused', message: t.noCardElement }
        const { error } = await elements.submit()
        return error
          ? {
              kind: 'refused',
              message: error.message,
              told: error.type === 'validation_error',
            }
          : null
      },
      confirm: async () => {
        if (!stripe || !elements) return { kind: 'refused', message: t.noCardElement }
        const result = await stripe.confirmPayment({
          elements,
          redirect: 'if_required',
          confirmParams: { return_url: location.href },
        })
        // Stripe may have been asked, and only its answer lost.
        if (result.error?.type === 'api_connection_error') {
          const { paymentIntent } = await stripe.retrievePaymentIntent(intent.clientSecret)
          if (paymentIntent?.status === 'succeeded' || paymentIntent?.status === 'processing') return { kind: 'taken', status: paymentIntent.status }
        }
        return outcomeOf(result)
      },
    })
  }

  return (
    <form
      className={stripeForm}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) submit()
      }}
    >
      {!ready && waiting}
      <div className={ready ? undefined : unready}>
        <PaymentElement options={options} onReady={() => setReady(true)} onLoadError={fail} />
      </div>
      {problem && (
        <p className={problemClass} role="alert">
          <CircleAlert size={16} />
          {problem}
        </p>
      )}
      {ready && (
        <>
          <button type="submit" className={`${button} ${primary} ${large}`} aria-disabled={busy || undefined} aria-busy={busy || undefined}>
            {busy ? <LoaderCircle size={16} className={spin} /> : <Lock size={16} />}
            {busy ? t.processing : t.payAmount(formatMoney(intent.amount))}
          </button>
          <p className={hint}>{t.stripe[method].hint}</p>
        </>
      )}
    </form>
  )
}
