import { actionOf, MailedPage, mailedTitle, type Shown as ShownOf } from '../mailed/mailed-page.tsx'
import { listTitle } from '../pay/account/account.css.ts'
import { secondary } from '../pay/base.css.ts'
import { Banner } from '../pay/bill/banner.tsx'
import { afterBill } from '../pay/bill/bill.css.ts'
import { beforeChoices, button, large, primary } from '../pay/controls.css.ts'
import { section } from '../pay/page.css.ts'
import type { AutopayStep } from './view.ts'
import { autopayPageWords } from './words.ts'

type Shown = ShownOf<AutopayStep>

const Asked = ({ view, wish }: { view: Shown; wish: AutopayStep }) => {
  const words = autopayPageWords[view.lang]
  const { step, act, charge, method } = wish
  const skips = act === 'skip'
  if (step === 'ask')
    return (
      <form method="post" action={actionOf(view)}>
        {charge && skips && <p className={beforeChoices}>{words.charge(charge.amount, charge.program, charge.on)}</p>}
        <p className={`${secondary} ${beforeChoices}`}>{skips ? words.skipHint : words.stopHint(view.network ?? '', method ?? words.yourMethod)}</p>
        <button type="submit" name="do" value={act} className={`${button} ${large} ${primary}`}>
          {skips ? words.skip : words.stop}
        </button>
      </form>
    )
  const [title, hint] =
    step === 'refused' ? [words.tooLate, words.tooLateHint] : skips ? [words.skipped, words.skippedHint] : [words.stopped, words.stoppedHint]
  return (
    <div className={afterBill} role="status">
      <Banner tone={step === 'refused' ? 'warning' : 'success'} title={title}>
        {hint}
      </Banner>
    </div>
  )
}

export const titleOf = (view: Shown): string => mailedTitle(autopayPageWords[view.lang].title, view)

export const AutopayPage = (view: Shown) => {
  const { title } = autopayPageWords[view.lang]
  return (
    <MailedPage
      view={view}
      title={title}
      query={[['do', 'act' in view.shown ? view.shown.act : null]]}
      form={(wish) => (
        <section className={section}>
          <h1 className={listTitle}>{title}</h1>
          <Asked view={view} wish={wish} />
        </section>
      )}
    />
  )
}
