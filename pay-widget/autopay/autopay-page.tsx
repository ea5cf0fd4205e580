import Clock from 'lucide-react/icons/clock'
import Link2Off from 'lucide-react/icons/link-2-off'
import { listTitle } from '../pay/account/account.css.ts'
import { secondary } from '../pay/base.css.ts'
import { Banner } from '../pay/bill/banner.tsx'
import { afterBill } from '../pay/bill/bill.css.ts'
import { beforeChoices, button, large, primary } from '../pay/controls.css.ts'
import { Frame } from '../pay/frame.tsx'
import { queryOf } from '../pay/links.ts'
import { LoadFailed } from '../pay/notice.tsx'
import { empty, section } from '../pay/page.css.ts'
import { useWords, WordsContext, wordsIn } from '../pay/words/words.ts'
import type { AutopayPageView, AutopayStep } from './view.ts'
import { autopayPageWords } from './words.ts'

type Shown = Omit<AutopayPageView, 'assets'>
type Wish = Extract<AutopayStep, { act: string }>

const hereOf = ({ path, lang, langChosen, shown }: Shown, action = ''): string =>
  path +
  action +
  queryOf([
    ['lang', langChosen ? lang : null],
    ['do', 'act' in shown && action === '' ? shown.act : null],
  ])

const Asked = ({ view, wish }: { view: Shown; wish: Wish }) => {
  const words = autopayPageWords[view.lang]
  const { step, act, charge, method } = wish
  const skips = act === 'skip'
  if (step === 'ask')
    return (
      <form method="post" action={hereOf(view, '/choice')}>
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

const Content = (view: Shown) => {
  const { t } = useWords()
  const words = autopayPageWords[view.lang]
  const { shown } = view
  if ('act' in shown)
    return (
      <section className={section}>
        <h1 className={listTitle}>{words.title}</h1>
        <Asked view={view} wish={shown} />
      </section>
    )
  if (shown.step === 'failed') return <LoadFailed reason="server" href={hereOf(view)} />
  return (
    <div className={empty} role="status">
      {shown.step === 'invalid' ? <Link2Off /> : <Clock />}
      <h1>{shown.step === 'invalid' ? words.title : words.slowDown}</h1>
      <p>{shown.step === 'invalid' ? words.invalid : words.slowDownHint}</p>
      {shown.step === 'slow-down' && (
        <a className={button} href={hereOf(view)}>
          {t.tryAgain}
        </a>
      )}
    </div>
  )
}

export const titleOf = ({ lang, network }: Shown): string => [autopayPageWords[lang].title, network].filter(Boolean).join(' · ')

/** The page's body. Only the server renders it, and it needs no script. Opening it changes nothing. */
export const AutopayPage = (view: Shown) => (
  <WordsContext value={wordsIn(view.lang)}>
    <Frame network={view.network} contact={view.contact} langHref={(lang) => hereOf({ ...view, lang, langChosen: true })}>
      <Content {...view} />
    </Frame>
  </WordsContext>
)
