import CircleAlert from 'lucide-react/icons/circle-alert'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type DependencyList, startTransition, useEffect, useState } from 'react'
import type { PublicBill, StripeMethod } from '../../../modules/bills/contract.ts'
import { inTime } from '../api.ts'
import { onlyScreen, secondary, spin } from '../base.css.ts'
import { button, panelTitle, problem as problemClass } from '../controls.css.ts'
import { passOnFocus } from '../focus.ts'
import { useHydrated } from '../use-hydrated.ts'
import { useWords } from '../words/words.ts'
import { loading, stripePanel } from './bill.css.ts'
import { methodTabId, PANEL_ID } from './method-tabs.tsx'
import type { Payment } from './use-payment.ts'
import type { Saved } from './use-saved.ts'

/**
 * Two separate chunks: the one with Stripe's form loads only for a card or a bank account, and the one with saved
 * methods only for signed-in payors.
 */
const loadCard = () => import('../card/card.ts')
const loadSaved = () => import('../card/saved-methods.tsx')

/**
 * Loads a part once `load` is set, and again if `needs` changes. The part renders as a transition, so that the payor's
 * input comes first.
 */
const useLoaded = <Part,>(load: (() => Promise<Part>) | null, fail: () => void, needs: DependencyList): Part | null => {
  const [loaded, setLoaded] = useState<Part | null>(null)
  useEffect(() => {
    if (!load) return
    let left = false
    load().then(
      (part) => left || startTransition(() => setLoaded(part)),
      () => left || fail(),
    )
    return () => {
      left = true
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names the dependencies
  }, needs)
  return loaded
}

type Props = {
  bill: PublicBill
  method: StripeMethod
  hasOthers: boolean
  standIn: string | null
  /** The amount to pay. */
  due: number
  /** True until the bills that are paid together are known. */
  waits: boolean
  payment: Payment
  /** Null for guests. */
  saved: Saved | null
}

/** Pays by card or bank account, with a saved method or in Stripe's form. It needs script. */
export const StripePanel = ({ bill, method, hasOthers, standIn, due, waits, payment, saved }: Props) => {
  const { t, lang } = useWords()
  const { title, steps, needsScript } = t.stripe[method]
  const hydrated = useHydrated()
  /** The id of the picked saved method; null for a new method, undefined if nothing is picked yet. */
  const [picked, setPicked] = useState<string | null>()
  const [tries, setTries] = useState(0)
  const signedIn = saved !== null
  const form = payment.form?.method === method ? payment.form : null
  const { publishableKey, connectedAccountId: account } = form?.intent ?? {}
  const { open, fail } = payment
  const parts = useLoaded(() => inTime(Promise.all([loadCard(), signedIn ? loadSaved() : null])), fail, [tries, signedIn])
  const [card, list] = parts ?? []
  const opened = useLoaded(
    card && publishableKey && account
      ? () => card.openStripe(publishableKey, account, lang, standIn).then((stripe) => ({ stripe, account, lang }))
      : null,
    fail,
    [card, publishableKey, account, lang, standIn],
  )
  const kept = saved?.methods?.filter(({ kind }) => kind === method) ?? []
  const chosen = picked === null ? null : (kept.find(({ id }) => id === picked) ?? kept[0] ?? null)
  const asksForm = chosen === null && saved?.methods !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new method, amount or choice of bills needs a new form
  useEffect(() => {
    if (asksForm && !waits) open(method, due)
  }, [method, due, bill.code, asksForm, waits])

  const stripe = opened && opened.account === account && opened.lang === lang ? opened.stripe : null
  const retry = () => {
    // A browser does not request a failed module again on the same page (whatwg/html#6768), so the page is reloaded.
    // Nothing has been typed yet.
    if (!parts || (form && !stripe)) return location.reload()
    if (asksForm) open(method, due, true)
    setTries(tries + 1)
  }
  const failed = asksForm || !card ? payment.failed : null
  const waiting = saved?.methods === null ? t.loadingSaved : !card || (asksForm && !stripe) ? t.loadingForm : null
  return (
    <div id={PANEL_ID} {...(hydrated ? { role: 'tabpanel', 'aria-labelledby': methodTabId(method) } : {})} className={`${stripePanel} ${onlyScreen}`}>
      <h2 className={panelTitle} tabIndex={-1}>
        {title}
      </h2>
      <p className={secondary}>{steps}</p>
      <noscript>
        <p>{`${needsScript} ${hasOthers ? t.scriptOrOthers : t.scriptOnly}`}</p>
      </noscript>
      {saved?.failed && <Failure text={t.failedSaved} onRetry={saved.load} />}
      {list && saved && (
        <list.SavedMethods
          method={method}
          kept={kept}
          chosen={chosen}
          disabled={payment.busy}
          onChoose={(id) => {
            setPicked(id)
            payment.forget()
          }}
          remove={saved.remove}
        />
      )}
      {hydrated && failed && <Failure text={failed} onRetry={retry} />}
      {hydrated && !failed && waiting && <Waiting text={waiting} />}
      {card && list && chosen && !waits && <card.SavedForm key={chosen.id} bill={bill} due={due} by={chosen} payment={payment} standIn={standIn} />}
      {!failed && asksForm && card && form && stripe && (
        <card.CardForm
          key={form.intent.clientSecret}
          stripe={stripe}
          form={form}
          bill={bill}
          payment={payment}
          canSave={signedIn}
          waiting={<Waiting text={t.loadingForm} />}
        />
      )}
    </div>
  )
}

const toPanelTitle = passOnFocus((button) => button.closest(`#${PANEL_ID}`)?.querySelector('h2'))

const Failure = ({ text, onRetry }: { text: string; onRetry: () => void }) => {
  const { t } = useWords()
  return (
    <div role="alert">
      <p className={problemClass}>
        <CircleAlert size={16} />
        {text}
      </p>
      <button ref={toPanelTitle} type="button" className={button} onClick={onRetry}>
        <RefreshCw size={16} />
        {t.tryAgain}
      </button>
    </div>
  )
}

const Waiting = ({ text }: { text: string }) => (
  <p className={loading} role="status">
    <LoaderCircle size={16} className={spin} />
    {text}
  </p>
)
