import CircleAlert from 'lucide-react/icons/circle-alert'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type ComponentProps, useEffect, useState } from 'react'
import type { PublicBill, StripeMethod } from '../../../modules/bills/contract.ts'
import { onlyScreen, secondary, spin } from '../base.css.ts'
import type { CardForm } from '../card/card-form.tsx'
import { button, problem as problemClass } from '../controls.css.ts'
import { useHydrated } from '../use-hydrated.ts'
import { useWords } from '../words/words.ts'
import { loading } from './bill.css.ts'
import { methodTabId } from './method-tabs.tsx'
import type { Payment } from './use-payment.ts'

/** Stripe's part of the page is loaded where a card or a bank account is asked for, and nowhere else. */
const loadCard = () => import('../card/card-form.tsx')

type Loaded = {
  Form: typeof CardForm
  stripe: ComponentProps<typeof CardForm>['stripe']
  account: string
}

type Props = {
  bill: PublicBill
  method: StripeMethod
  hasOthers: boolean
  standIn: string | null
  payment: Payment
}

/** Paying by card or from a bank account, in Stripe's form; only script can show it. */
export const StripePanel = ({ bill, method, hasOthers, standIn, payment }: Props) => {
  const { t } = useWords()
  const { title, steps, needsScript } = t.stripe[method]
  const hydrated = useHydrated()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const { balance } = bill
  const form = payment.form?.method === method ? payment.form : null
  const { publishableKey, connectedAccountId: account } = form?.intent ?? {}
  const { open, fail } = payment

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new form is for another method or amount.
  useEffect(() => {
    open(method, balance)
    // Meanwhile; what goes wrong with it is told once it is needed.
    loadCard().catch(() => {})
  }, [method, balance])

  // biome-ignore lint/correctness/useExhaustiveDependencies: Stripe.js is opened once for each account.
  useEffect(() => {
    if (!publishableKey || !account) return
    let left = false
    const load = async () => {
      const { CardForm: Form, openStripe } = await loadCard()
      const stripe = await openStripe(publishableKey, account, standIn)
      if (!left) setLoaded({ Form, stripe, account })
    }
    load().catch(() => left || fail())
    return () => {
      left = true
    }
  }, [publishableKey, account, standIn])

  const ready = form && loaded?.account === account ? loaded : null
  return (
    <div id="method-panel" {...(hydrated ? { role: 'tabpanel', 'aria-labelledby': methodTabId(method) } : {})} className={onlyScreen}>
      <h2>{title}</h2>
      <p className={secondary}>{steps}</p>
      <noscript>
        <p>
          {needsScript} {hasOthers ? t.scriptOrOthers : t.scriptOnly}
        </p>
      </noscript>
      {hydrated && payment.failed && (
        <div role="alert">
          <p className={problemClass}>
            <CircleAlert size={16} />
            {payment.failed}
          </p>
          <button type="button" className={button} onClick={() => open(method, balance, true)}>
            <RefreshCw size={16} />
            {t.tryAgain}
          </button>
        </div>
      )}
      {hydrated && !payment.failed && !ready && <FormLoading />}
      {!payment.failed && form && ready && (
        <ready.Form
          key={form.intent.clientSecret + method}
          stripe={ready.stripe}
          form={form}
          bill={bill}
          payment={payment}
          waiting={<FormLoading />}
        />
      )}
    </div>
  )
}

const FormLoading = () => {
  const { t } = useWords()
  return (
    <p className={loading} role="status">
      <LoaderCircle size={16} className={spin} />
      {t.loadingForm}
    </p>
  )
}
