// The order of the style sheets matters: later rules win.
import './base.css.ts'
import './account/account.css.ts'
import './page.css.ts'
import './bill/bill.css.ts'
import './controls.css.ts'
import '../paper/paper.css.ts'
import CloudOff from 'lucide-react/icons/cloud-off'
import { Component, type ReactNode, useEffect } from 'react'
import { AskWhom } from './ask-whom.tsx'
import { hidden } from './base.css.ts'
import { useBill } from './bill/use-bill.ts'
import { useClaim } from './bill/use-claim.ts'
import { usePayment } from './bill/use-payment.ts'
import { useTogether } from './bill/use-together.ts'
import { BillView } from './bill-view.tsx'
import { button } from './controls.css.ts'
import { column, empty, sheet } from './page.css.ts'
import { titleOf } from './title.ts'
import { usePlace } from './use-place.ts'
import { isPublic, type PayState } from './view.ts'
import { useWords, WordsContext, wordsIn } from './words/words.ts'

type ErrorBoundaryProps = { state: PayState; children: ReactNode }

const Broken = ({ bill }: Pick<PayState, 'bill'>) => {
  const { t } = useWords()
  return (
    <main className={`${column} ${sheet}`}>
      <div className={empty} role="alert">
        <CloudOff />
        <h1>{t.broken}</h1>
        <p>{t.brokenHint}</p>
        <button type="button" className={button} onClick={() => location.reload()}>
          {t.tryAgain}
        </button>
        {isPublic(bill) && bill.contact && <AskWhom contact={bill.contact} words={t.questions} />}
      </div>
    </main>
  )
}

/** Shown if the page fails to render: a message, and a link. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    return this.state.failed ? <Broken bill={this.props.state.bill} /> : this.props.children
  }
}

/** `onStatus`: called with each status that the page shows. */
type PayPageProps = { state: PayState; onStatus?: ((status: string | null) => void) | undefined }
type Inner = PayPageProps & { nav: ReturnType<typeof usePlace> }

const Spoken = ({ state, onStatus, nav }: Inner) => {
  const { lang } = nav.place
  const onPage = useBill(state)
  const together = useTogether(nav.place.list)
  const { picked, token, renew } = together
  const bills = { ids: [state.id, ...picked.map(({ id }) => id)], token }
  // With other bills, only the next part of a plan is paid.
  const whole = nav.place.whole && picked.length === 0
  const claim = useClaim(state, onPage, bills, whole, renew)
  const payment = usePayment(onPage, bills, whole, renew)
  const status = onPage.bill?.status ?? null
  useEffect(() => {
    onStatus?.(status)
  }, [onStatus, status])
  const { bill, failed } = onPage
  useEffect(() => {
    document.title = titleOf({ bill, lang, failed: failed !== null })
  }, [bill, lang, failed])
  return (
    <>
      <BillView state={state} onPage={onPage} claim={claim} payment={payment} nav={nav} together={together} />
      <p className={hidden} role="status">
        {claim.said}
      </p>
    </>
  )
}

/** The page's body. The server renders it, and the browser hydrates it. */
export const PayPage = ({ state, onStatus }: PayPageProps) => {
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
