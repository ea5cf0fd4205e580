import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe, StripePaymentElementOptions } from '@stripe/stripe-js'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { PublicBill } from '../../../modules/bills/contract.ts'
import { CALL_MS, inTime } from '../api.ts'
import { stripeForm, unready } from '../bill/bill.css.ts'
import type { Payment } from '../bill/use-payment.ts'
import { check } from '../controls.css.ts'
import { color, radius } from '../theme.css.ts'
import { useMedia } from '../use-hydrated.ts'
import { useWords } from '../words/words.ts'
import { outcomeFor, PayButton } from './pay-button.tsx'

/** Makes Stripe's form look like the page, even if the framing site has changed the page's colours. */
export const appearanceNow = (machine: 'light' | 'dark'): Appearance => {
  const page = getComputedStyle(document.body)
  const drawn = (token: string): string => page.getPropertyValue(token.slice('var('.length, -1)).trim()
  return {
    theme: (document.documentElement.dataset.theme ?? machine) === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: drawn(color.accent),
      colorBackground: drawn(color.surface),
      colorText: drawn(color.text),
      colorTextSecondary: drawn(color.textSecondary),
      colorTextPlaceholder: drawn(color.textMuted),
      colorDanger: drawn(color.overdue),
      borderRadius: drawn(radius.md),
      fontFamily: page.fontFamily,
      fontSizeBase: '16px',
    },
    rules: { '.Input': { borderColor: drawn(color.lineControl) } },
  }
}

type Props = {
  stripe: Stripe
  form: NonNullable<Payment['form']>
  bill: PublicBill
  payment: Payment
  /** True for a signed-in payor, who can save the method. */
  canSave: boolean
  waiting: ReactNode
}

/** Stripe's name for each tab's method. */
const stripeTypes = { credit: 'card', ach: 'us_bank_account' } as const

/** Stripe's form for an intent. This page never gets the numbers of cards and bank accounts. */
export const CardForm = ({ stripe, ...props }: Props) => {
  const { lang } = useWords()
  const appearance = appearanceNow(useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light')
  const { clientSecret } = props.form.intent
  return (
    <Elements key={`${clientSecret} ${lang}`} stripe={stripe} options={{ clientSecret, locale: lang, appearance }}>
      <Fields {...props} />
    </Elements>
  )
}

const Fields = ({ form: { intent, method, balance }, bill, payment, canSave, waiting }: Omit<Props, 'stripe'>) => {
  const { t } = useWords()
  const stripe = useStripe()
  const elements = useElements()
  const [ready, setReady] = useState(false)
  const [saves, setSaves] = useState(false)
  const { clientSecret } = intent
  const { busy, fail, pay } = payment
  const lost = { paymentIntent: undefined, error: { message: t.connectionLost } }
  const { payerName } = bill
  const network = bill.networkLabel ?? bill.network.name
  const options = useMemo(
    (): StripePaymentElementOptions => ({ business: { name: network }, defaultValues: { billingDetails: { name: payerName } } }),
    [network, payerName],
  )

  // Stripe's frame reports that fields have failed to load, but not that Stripe does not answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: until this form is ready
  useEffect(() => {
    if (ready) return
    const late = setTimeout(fail, CALL_MS)
    return () => clearTimeout(late)
  }, [ready])

  const submit = () =>
    pay({
      method,
      balance,
      keeping: saves ? { saveMethod: true } : {},
      validate: async () => {
        if (!elements?.getElement(PaymentElement)) return { kind: 'refused', message: t.noCardElement }
        const { error } = await elements.submit()
        return error ? { kind: 'refused', message: error.message, isReported: error.type === 'validation_error' } : null
      },
      confirm: async (asked) => {
        if (!stripe || !elements) return { kind: 'refused', message: t.noCardElement }
        if (asked.clientSecret !== clientSecret) return { kind: 'void' }
        const { paymentIntent: held, error } = await inTime(stripe.retrievePaymentIntent(clientSecret)).catch(() => lost)
        if (!held) return { kind: 'refused', message: error?.message }
        if ((held.setup_future_usage && !saves) || !held.payment_method_types.includes(stripeTypes[method])) return { kind: 'moved' }
        // If the intent now saves the method, Stripe's form must tell the payor.
        await elements.fetchUpdates()
        const result = await stripe.confirmPayment({ elements, redirect: 'if_required', confirmParams: { return_url: location.href } })
        return outcomeFor(stripe, clientSecret, result)
      },
    })

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
      {ready && (
        <>
          {canSave && (
            <label className={check}>
              <input type="checkbox" checked={saves} onChange={(event) => setSaves(event.currentTarget.checked)} />
              {t.stripe[method].save}
            </label>
          )}
          <PayButton payment={payment} bill={bill} method={method} amount={intent.amount} isGuest={!canSave} />
        </>
      )}
    </form>
  )
}
