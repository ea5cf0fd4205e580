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
import type { RemindersPageView } from './view.ts'
import { remindersWords } from './words.ts'

type Shown = Omit<RemindersPageView, 'assets'>

const hereOf = ({ path, lang, langChosen }: Pick<Shown, 'path' | 'lang' | 'langChosen'>, action = ''): string =>
  path + action + queryOf([['lang', langChosen ? lang : null]])

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
        <form method="post" action={hereOf(view, '/choice')}>
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

const Content = (view: Shown) => {
  const { t } = useWords()
  const words = remindersWords[view.lang]
  const { shown } = view
  if (shown.step === 'wish') return <Wish view={view} {...shown} />
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

export const titleOf = ({ lang, network }: Shown): string => [remindersWords[lang].title, network].filter(Boolean).join(' · ')

/** The page's body. Only the server renders it, and it needs no script. Opening it changes nothing. */
export const RemindersPage = (view: Shown) => (
  <WordsContext value={wordsIn(view.lang)}>
    <Frame network={view.network} contact={view.contact} langHref={(lang) => hereOf({ ...view, lang, langChosen: true })}>
      <Content {...view} />
    </Frame>
  </WordsContext>
)
