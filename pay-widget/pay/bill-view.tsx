import CircleAlert from 'lucide-react/icons/circle-alert'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { AccountLine, AccountTabs, type AccountView, ViewPanel } from './account/account-tabs.tsx'
import { useVisitor } from './account/use-visitor.ts'
import { inTime } from './api.ts'
import { onlyScreen } from './base.css.ts'
import { BillSection } from './bill/bill-section.tsx'
import { isByStripe, offeredMethods, statusMessage, usableMethods } from './bill/bill-state.ts'
import { Choices } from './bill/choices.tsx'
import { PrintedMethods } from './bill/method-panel.tsx'
import { METHODS_ID } from './bill/method-tabs.tsx'
import { PaySection } from './bill/pay-section.tsx'
import { rare } from './bill/rare.ts'
import type { BillOnPage } from './bill/use-bill.ts'
import type { Claim } from './bill/use-claim.ts'
import type { Payment } from './bill/use-payment.ts'
import { merged, type Together } from './bill/use-together.ts'
import { bringIntoView } from './focus.ts'
import { Frame } from './frame.tsx'
import { choosePath, guestPath, type LinkContext, langPath, logoutPath, pdfPath } from './links.ts'
import { LoadFailed, NotFound } from './notice.tsx'
import { beside, ribbon, section } from './page.css.ts'
import type { usePlace } from './use-place.ts'
import { isPublic, type PayState } from './view.ts'
import { useWords } from './words/words.ts'

const ListsFailed = () => <LoadFailed reason="connection" href="" />
/** Loaded when a signed-in payor opens the list. */
const MyAssessments = lazy(() =>
  inTime(import('./account/my-assessments.tsx')).then(
    ({ MyAssessments: Lists }) => ({ default: Lists }),
    () => ({ default: ListsFailed }),
  ),
)

/** Loaded for those who may know of other bills: the signed-in payor, and the holder of a mailed list. */
const OtherBills = lazy(() =>
  inTime(import('./several/other-bills.tsx')).then(
    (part) => ({ default: part.OtherBills }),
    () => ({ default: NoOtherBills }),
  ),
)
const NoOtherBills = ({ together }: { together: Together }) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => together.show([], []), [])
  return null
}

/** Loaded for a payor whose bill is charged automatically, or who has just paid. The page works without it. */
const OwnAutopay = lazy(() =>
  import('./account/own-autopay.tsx').then(
    (part) => ({ default: part.OwnAutopay }),
    () => ({ default: () => null }),
  ),
)

const Lists = ({ at, paidOnly, heading }: { at: LinkContext; paidOnly: boolean; heading: 'h1' | 'h2' }) => (
  <Suspense fallback={<p role="status">{useWords().t.loadingMine}</p>}>
    <MyAssessments paidOnly={paidOnly} heading={heading} hrefOf={(bill, list) => choosePath({ ...at, id: bill, list })} />
  </Suspense>
)

/**
 * Scrolls to the payment methods and focuses them: after each press on 'Pay', and when a payor returns from the
 * sign-in.
 */
const useMethodsInView = (presses: number, isBack: boolean, embedded: boolean): void => {
  useEffect(() => {
    if (!presses && !isBack) return
    const tabBar = document.getElementById(METHODS_ID)
    tabBar?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    if (!embedded) bringIntoView(tabBar, 'start')
  }, [presses, isBack, embedded])
}

/** Focuses the bill once a retry has loaded it, since the retry link that had the focus is gone. */
const useFocusOnceLoaded = (failed: BillOnPage['failed']) => {
  const wasFailed = useRef(failed)
  const pageBill = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wasFailed.current && !failed && document.activeElement === document.body)
      pageBill.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    wasFailed.current = failed
  }, [failed])
  return pageBill
}

type Props = { state: PayState; onPage: BillOnPage; claim: Claim; payment: Payment; nav: ReturnType<typeof usePlace>; together: Together }

/** Decides which parts the page has, by the state of the bill and of the visitor. */
export const BillView = ({ state, onPage: { bill, failed, retry, reload, read }, claim, payment, nav, together }: Props) => {
  const { t } = useWords()
  const { place, at } = nav
  const embedded = state.embedded !== undefined
  // The server is asked whose bill this is even if it could not read the bill: the bill has an owner all the same.
  const visitor = useVisitor(state.id, state.bill !== null || state.failed === true, embedded)
  const [view, setView] = useState<AccountView>('pay')
  const [presses, setPresses] = useState(0)
  const isOwner = visitor.kind === 'owner'
  /** False for a congregation that looks at a bill of its member. */
  const isOwn = isOwner && !visitor.ofMember
  /** Shows the methods. The visitor continues as a guest, unless the bill is theirs. */
  const goToMethods = () => {
    if (!isOwner) nav.asGuest()
    setView('pay')
    setPresses(presses + 1)
  }
  // Without script, the hash makes the browser scroll to the methods. A frame's links have no hash, since it would
  // scroll the site, too.
  const methodsHref = embedded ? guestPath(at) : `${guestPath(at)}#${METHODS_ID}`
  const message = bill && statusMessage(bill)
  // Once Stripe has taken a payment, no further one is offered, even if a part of a plan is open.
  const open = isPublic(bill) && !message && !failed && (!payment.taken || payment.taken.stage === 'asked') ? bill : null
  const hasPaid = payment.taken?.stage === 'shown'
  const usable = offeredMethods(open?.paymentProfile ?? null)
  // If the bill cannot be paid, show the payor's paid bills.
  const shown: AccountView = !open && view === 'pay' ? 'paid' : view
  const lists = isOwner && shown !== 'pay'
  const here = place.step === 'guest' ? guestPath(at, place.method) : choosePath(at)
  const tabs = isOwner && <AccountTabs view={shown} canPay={open !== null} onView={setView} />
  const { picked, known, token } = together
  const mayKnow = isOwner || token !== undefined
  const waits = place.list !== null && known === null && (mayKnow || visitor.kind === 'loading')
  const toPay = open && merged(open, picked)
  const pay = toPay && <PaySection bill={toPay} state={state} nav={nav} claim={claim} payment={payment} isPayor={isOwner} waits={waits} />
  // If the bill has no method, there is nothing to choose, so the reason is shown at once instead of the button.
  const guestPays = place.step === 'guest' || usable.length === 0
  const methods = open?.paymentProfile?.methods ?? {}
  const byStripe = usable.some((method) => isByStripe(methods, method))
  const isPair = open !== null && usable.length > 0 && (isOwner ? !lists : guestPays)
  // Scrolls to the methods and focuses them after 'Pay as Guest' or a sign-in.
  useMethodsInView(presses, isOwner && visitor.isBack, embedded)
  const pageBill = useFocusOnceLoaded(failed)
  const { PayInParts } = rare

  return (
    <Frame
      network={isPublic(bill) ? (bill.networkLabel ?? bill.network.name) : null}
      contact={isPublic(state.bill) ? state.bill.contact : undefined}
      embedded={embedded}
      breadth={lists ? 'list' : isPair ? 'pair' : null}
      langHref={(lang) => langPath(at, lang, place.step, place.method)}
      onLang={nav.speak}
      pdf={isPublic(bill) ? pdfPath(at) : undefined}
    >
      {state.standIn && byStripe && (
        <p className={`${ribbon} ${onlyScreen}`}>
          <CircleAlert size={16} />
          {t.sandbox}
        </p>
      )}
      {failed && <LoadFailed reason={failed} href={here} retry={retry} onRetry={reload} />}
      {!failed && bill === null && <NotFound />}
      {open && tabs}
      <div className={isPair ? beside : undefined}>
        <div ref={pageBill}>
          {bill && !failed && !(open && lists) && (
            <BillSection
              bill={bill}
              at={at}
              message={message}
              claim={claim}
              payment={payment}
              isOwner={isOwn}
              takeBack={state.takeBack ?? null}
              payHref={usable.length > 0 ? methodsHref : null}
              onPay={goToMethods}
            />
          )}
          {isPublic(bill) && PayInParts && !failed && !lists && (
            <PayInParts bill={bill} canPay={open !== null} paying={payment.busy} nav={nav} read={read} />
          )}
          {mayKnow && isPublic(bill) && !failed && !(open && lists) && (
            <Suspense>
              <OtherBills bill={bill} at={at} canPay={open !== null} paying={payment.busy || claim.busy} together={together} />
            </Suspense>
          )}
          {isOwn && isPublic(bill) && (hasPaid || (open && !lists && visitor.autopay)) && (
            <Suspense>
              <OwnAutopay bill={bill} coming={hasPaid ? undefined : visitor.autopay} paidBy={payment.paidBy.current} />
            </Suspense>
          )}
          {!open && tabs}
          {open && !isOwner && usable.length > 0 && (
            <Choices at={at} visitor={visitor} guestHref={methodsHref} isGuest={place.step === 'guest'} canSave={byStripe} onGuest={goToMethods} />
          )}
        </div>
        {isOwner && (
          <ViewPanel view={shown}>
            <AccountLine name={visitor.name} signOutHref={logoutPath(choosePath(at))} />
            {lists ? <Lists key={shown} at={at} paidOnly={shown === 'paid'} heading={open ? 'h1' : 'h2'} /> : pay}
          </ViewPanel>
        )}
        {open && !isOwner && guestPays && <section className={section}>{pay}</section>}
        {/* For print: all methods are printed, even if the screen shows only one of them. */}
        {toPay && !(isOwner ? !lists : guestPays) && (
          <PrintedMethods bill={toPay} whole={place.whole} methods={methods} shown={usableMethods(methods)} />
        )}
      </div>
    </Frame>
  )
}
