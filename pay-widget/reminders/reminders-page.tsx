import { actionOf, MailedPage, mailedTitle, type Shown as ShownOf } from '../mailed/mailed-page.tsx'
import { listTitle } from '../pay/account/account.css.ts'
import { secondary } from '../pay/base.css.ts'
import { Banner } from '../pay/bill/banner.tsx'
import { afterBill } from '../pay/bill/bill.css.ts'
import { beforeChoices, button, large, primary } from '../pay/controls.css.ts'
import { queryOf } from '../pay/links.ts'
import { section } from '../pay/page.css.ts'
import type { RemindersStep } from './view.ts'
import { remindersWords } from './words.ts'

type Shown = ShownOf<RemindersStep>

const Wish = ({ view, stopped, changed }: { view: Shown; stopped: boolean; changed: boolean }) => {
  const words = remindersWords[view.lang]
  return (
    <>
      <section className={section}>
        <h1 className={listTitle}>{words.title}</h1>
        <p className={`${secondary} ${beforeChoices}`}>{words.text(view.network ?? '')}</p>
        {(stopped || changed) && (
          <div className={afterBill} role="status">
            <Banner tone="success" title={stopped ? words.stopped : words.comeAgain}>
              {stopped && words.stillBills}
            </Banner>
          </div>
        )}
        <form method="post" action={actionOf(view)}>
          <button type="submit" name="stopped" value={String(!stopped)} className={`${button} ${large} ${stopped ? '' : primary}`}>
            {stopped ? words.again : words.stop}
          </button>
        </form>
      </section>
      <section className={section}>
        <h2 className={listTitle}>{words.yourBills}</h2>
        <p className={`${secondary} ${beforeChoices}`}>{words.signInHint}</p>
        <a
          className={button}
          href={`/login${queryOf([
            ['redirectTo', '/my-assessments'],
            ['lang', view.lang],
          ])}`}
        >
          {words.signIn}
        </a>
      </section>
    </>
  )
}

export const titleOf = (view: Shown): string => mailedTitle(remindersWords[view.lang].title, view)

export const RemindersPage = (view: Shown) => (
  <MailedPage view={view} title={remindersWords[view.lang].title} form={({ step: _, ...wish }) => <Wish view={view} {...wish} />} />
)
