import FlaskConical from 'lucide-react/icons/flask-conical'
import { lazy, Suspense, useState } from 'react'
import { AccountLine, AccountTabs, type AccountView, ViewPanel } from './account/account-tabs.tsx'
import { useVisitor } from './account/use-visitor.ts'
import { onlyScreen } from './base.css.ts'
import { Banner } from './bill/banner.tsx'
import { BillSection } from './bill/bill-section.tsx'
import { isByStripe, offeredMethods, statusMessage } from './bill/bill-state.ts'
import { Choices } from './bill/choices.tsx'
import { PaySection } from './bill/pay-section.tsx'
import type { BillOnPage } from './bill/use-bill.ts'
import type { Claim } from './bill/use-claim.ts'
import type { Payment } from './bill/use-payment.ts'
import { beforeChoices } from './controls.css.ts'
import { Frame } from './frame.tsx'
import { choosePath, guestPath, langPath, loginPath, logoutPath, pdfPath } from './links.ts'
import { rememberSigningIn } from './memory.ts'
import { LoadFailed, NotFound } from './notice.tsx'
import { ribbon, section } from './page.css.ts'
import type { usePlace } from './use-place.ts'
import { isPublic, type PayState } from './view.ts'
import { useWords } from './words/words.ts'

const ListsFailed = () => <LoadFailed reason="connection" href="" />
/** A payor's own assessments, which come once somebody is signed in and wants them. */
const MyAssessments = lazy(() =>
  import('./account/my-assessments.tsx').then(
    ({ MyAssessments: Lists }) => ({ default: Lists }),
    () => ({ default: ListsFailed }),
  ),
)

type Props = { state: PayState; onPage: BillOnPage; claim: Claim; payment: Payment; nav: ReturnType<typeof usePlace> }

/** Which parts stand on the sheet, by what the bill is and who is looking. */
export const BillView = ({ state, onPage: { bill, failed, reload }, claim, payment, nav }: Props) => {
  const { t } = useWords()
  const { place, at } = nav
  const { id, standIn } = state
  const visitor = useVisitor(id, state.bill !== null, state.embedded !== undefined)
  const [view, setView] = useState<AccountView>('pay')
  const isOwner = visitor.kind === 'owner'
  const isStranger = visitor.kind === 'stranger'
  const name = isOwner || isStranger ? visitor.name || t.user : ''
  const message = bill && statusMessage(bill)
  // What Stripe has taken is not asked for again while the bill does not show it yet.
  const open = isPublic(bill) && !message && !failed && payment.taken?.stage !== 'late' ? bill : null
  const usable = offeredMethods(open?.paymentProfile ?? null)
  // A message stands in for paying, so the payor's paid assessments take its place.
  const shown: AccountView = !open && view === 'pay' ? 'paid' : view
  const lists = isOwner && shown !== 'pay'
  const here = place.step === 'guest' ? guestPath(at, place.method) : choosePath(at)
  const tabs = isOwner && <AccountTabs view={shown} canPay={open !== null} onView={setView} />
  const pay = open && (
    <PaySection bill={open} at={at} wanted={place.method} onChoose={nav.choose} claim={claim} payment={payment} standIn={standIn} isPayor={isOwner} />
  )
  // Where nothing can be chosen the reason is told at once.
  const guestPays = place.step === 'guest' || usable.length === 0
  const methods = open?.paymentProfile?.methods ?? {}

  return (
    <Frame
      network={isPublic(bill) ? bill.network.name : null}
      contact={isPublic(state.bill) ? state.bill.contact : undefined}
      embedded={at.embedded !== null}
      wide={lists}
      langHref={(lang) => langPath(at, lang, place.step, place.method)}
      onLang={nav.speak}
      pdf={isPublic(bill) ? pdfPath(at) : undefined}
    >
      {standIn && usable.some((method) => isByStripe(methods, method)) && (
        <p className={`${ribbon} ${onlyScreen}`}>
          <FlaskConical size={16} />
          {t.sandbox}
        </p>
      )}
      {failed && <LoadFailed reason={failed} href={here} onRetry={reload} />}
      {!failed && bill === null && <NotFound />}
      {open && tabs}
      {bill && !failed && !(open && lists) && <BillSection bill={bill} message={message} claim={claim} payment={payment} isOwner={isOwner} />}
      {!open && tabs}
      {isOwner && (
        <ViewPanel view={shown}>
          <AccountLine name={name} signOutHref={logoutPath(choosePath(at))} />
          {lists ? (
            <Suspense fallback={<p role="status">{t.loadingMine}</p>}>
              <MyAssessments key={shown} paidOnly={shown === 'paid'} heading={open ? 'h1' : 'h2'} />
            </Suspense>
          ) : (
            pay
          )}
        </ViewPanel>
      )}
      {open && !isOwner && (
        <section className={`${section} ${onlyScreen}`} aria-label={t.howToGoOn}>
          {isStranger && (
            <div className={beforeChoices}>
              <Banner tone="info" title={t.notYours(name)}>
                {t.notYoursHint}
              </Banner>
            </div>
          )}
          <Choices
            guestHref={guestPath(at)}
            signInHref={isStranger ? logoutPath(loginPath(id)) : loginPath(id)}
            isGuest={place.step === 'guest'}
            otherAccount={isStranger}
            embedded={at.embedded !== null}
            onGuest={nav.asGuest}
            onSignIn={() => rememberSigningIn(id)}
          />
        </section>
      )}
      {open && !isOwner && guestPays && <section className={section}>{pay}</section>}
    </Frame>
  )
}
