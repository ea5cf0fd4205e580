// Style sheets in the order of precedence: later rules win.
import './base.css.ts'
import './account/account.css.ts'
import './page.css.ts'
import './bill/bill.css.ts'
import './controls.css.ts'
import '../paper/paper.css.ts'
import { useEffect } from 'react'
import { hidden } from './base.css.ts'
import { useBill } from './bill/use-bill.ts'
import { useClaim } from './bill/use-claim.ts'
import { usePayment } from './bill/use-payment.ts'
import { BillView } from './bill-view.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { titleOf } from './title.ts'
import { usePlace } from './use-place.ts'
import type { PayState } from './view.ts'
import { WordsContext, wordsIn } from './words/words.ts'

/** `onStatus` is called with each status that the page shows. */
type Props = { state: PayState; onStatus?: ((status: string | null) => void) | undefined }
type Inner = Props & { nav: ReturnType<typeof usePlace> }

const Spoken = ({ state, onStatus, nav }: Inner) => {
  const onPage = useBill(state)
  const claim = useClaim(state, onPage)
  const payment = usePayment(state.id, onPage)
  const status = onPage.bill?.status ?? null
  useEffect(() => {
    onStatus?.(status)
  }, [onStatus, status])
  const { bill, failed } = onPage
  const { lang } = nav.place
  useEffect(() => {
    document.title = titleOf({ bill, lang, failed: failed !== null })
  }, [bill, lang, failed])
  return (
    <>
      <BillView state={state} onPage={onPage} claim={claim} payment={payment} nav={nav} />
      <p className={hidden} role="status">
        {claim.said}
      </p>
    </>
  )
}

/** The page's body: the server renders it, the browser hydrates it. */
export const PayPage = ({ state, onStatus }: Props) => {
  const nav = usePlace(state)
  const words = wordsIn(nav.place.lang)
  useEffect(() => {
    document.documentElement.lang = words.lang
  }, [words.lang])
  return (
    <WordsContext value={words}>
      <ErrorBoundary state={state}>
        <Spoken state={state} onStatus={onStatus} nav={nav} />
      </ErrorBoundary>
    </WordsContext>
  )
}
