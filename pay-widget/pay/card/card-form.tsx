import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PublicBill } from '../../../modules/bills/contract.ts'
import { stripeForm, unready } from '../bill/bill.css.ts'
import type { Payment } from '../bill/use-payment.ts'
import { check } from '../controls.css.ts'
import { useMedia } from '../use-hydrated.ts'
import { useWords } from '../words/words.ts'
import { appearances } from './appearance.ts'
import { outcomeFor } from './outcome.ts'
import { PayButton } from './pay-button.tsx'

type Props = {
  stripe: Stripe
  form: NonNullable<Payment['form']>
  bill: PublicBill
  payment: Payment
  /** The payor is signed in, so that there is somebody to keep it for. */
  canSave: boolean
  waiting: ReactNode
}

/** Stripe's own form for an intent; card and bank numbers never reach this page. */
export const CardForm = ({ stripe, form: { intent, method, balance }, bill, payment, canSave, waiting }: Props) => {
  const { t, lang } = useWords()
  const { clientSecret } = intent
  const appearance = appearances[useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light']
  const place = useRef<HTMLDivElement>(null)
  /** Once its fields are there. */
  const [elements, setElements] = useState<StripeElements | null>(null)
  const [saves, setSaves] = useState(false)
  const { busy, fail, pay } = payment

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed stays while names or colours change.
  useEffect(() => {
    if (!place.current) return
    const opening = stripe.elements({ clientSecret, locale: lang, appearance })
    const fields = opening.create('payment', {
      business: { name: bill.network.name },
      defaultValues: { billingDetails: { name: bill.payerName } },
    })
    fields.on('ready', () => setElements(opening))
    fields.on('loaderror', fail)
    fields.mount(place.current)
    return () => {
      setElements(null)
      fields.destroy()
    }
  }, [stripe, clientSecret, lang])
  useEffect(() => void elements?.update({ appearance }), [elements, appearance])

  const submit = () =>
    pay({
      method,
      balance,
      keeping: saves ? { saveMethod: true } : {},
      validate: async () => {
        if (!elements?.getElement('payment')) return { kind: 'refused', message: t.noCardElement }
        const { error } = await elements.submit()
        return error
          ? {
              kind: 'refused',
              message: error.message,
              told: error.type === 'validation_error',
            }
          : null
      },
      confirm: async (asked) => {
        if (!elements) return { kind: 'refused', message: t.noCardElement }
        if (asked.clientSecret !== clientSecret) return { kind: 'void' }
        // The intent may have come to be saved by, which Stripe has to tell the payor.
        await elements.fetchUpdates()
        const result = await stripe.confirmPayment({
          elements,
          redirect: 'if_required',
          confirmParams: { return_url: location.href },
        })
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
        if (elements) submit()
      }}
    >
      {!elements && waiting}
      <div ref={place} className={elements ? undefined : unready} />
      {elements && (
        <>
          {canSave && (
            <label className={check}>
              <input type="checkbox" checked={saves} onChange={(event) => setSaves(event.currentTarget.checked)} />
              {t.stripe[method].save}
            </label>
          )}
          <PayButton payment={payment} method={method} amount={intent.amount} />
        </>
      )}
    </form>
  )
}
