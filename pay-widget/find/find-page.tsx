import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import FileQuestionMark from 'lucide-react/icons/file-question-mark'
import Link2Off from 'lucide-react/icons/link-2-off'
import MailCheck from 'lucide-react/icons/mail-check'
import type { ReactNode } from 'react'
import { listTitle } from '../pay/account/account.css.ts'
import { hint, secondary } from '../pay/base.css.ts'
import { beforeChoices, button, field, fieldLabel, large, primary, problem } from '../pay/controls.css.ts'
import { Frame } from '../pay/frame.tsx'
import { queryOf } from '../pay/links.ts'
import { LoadFailed } from '../pay/notice.tsx'
import { empty, section } from '../pay/page.css.ts'
import { useWords, WordsContext, wordsIn } from '../pay/words/words.ts'
import { OwedBills } from './owed-bills.tsx'
import type { FindPageView } from './view.ts'
import { findWords } from './words.ts'

type Shown = Omit<FindPageView, 'assets'>
type Way = { href: string; label: string }

const linkTo = (path: string, { lang, langChosen, embedded }: Pick<Shown, 'lang' | 'langChosen' | 'embedded'>): string =>
  path + queryOf([['lang', langChosen ? lang : null]], embedded?.look)

/** One message in place of a form or a list, with the way on where there is one. */
const Message = ({ icon, title, text, way }: { icon: ReactNode; title: string; text: string; way?: Way }) => (
  <div className={empty} role="status">
    {icon}
    <h1>{title}</h1>
    <p>{text}</p>
    {way && (
      <a className={button} href={way.href}>
        {way.label}
      </a>
    )}
  </div>
)

const AskForm = ({ action, email, invalid }: { action: string; email: string; invalid: boolean }) => {
  const words = findWords[useWords().lang]
  return (
    <section className={section}>
      <h1 className={listTitle}>{words.title}</h1>
      <p className={secondary}>{words.hint}</p>
      <form method="post" action={action}>
        <label className={fieldLabel} htmlFor="email">
          {words.email}
        </label>
        <input
          id="email"
          className={field}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={254}
          required
          defaultValue={email}
          aria-invalid={invalid}
          aria-describedby={invalid ? 'email-problem' : undefined}
        />
        {invalid && (
          <p id="email-problem" className={problem} role="alert">
            <CircleAlert size={16} />
            {words.invalid}
          </p>
        )}
        <button type="submit" className={`${button} ${primary} ${large}`}>
          {words.send}
        </button>
      </form>
    </section>
  )
}

/** What a mailed link opens: mail scanners follow links, but press no buttons. */
const LinkForm = ({ action }: { action: string }) => {
  const words = findWords[useWords().lang]
  return (
    <section className={section}>
      <h1 className={listTitle}>{words.yourBills}</h1>
      <p className={`${secondary} ${beforeChoices}`}>{words.linkHint}</p>
      <form method="post" action={action}>
        <button type="submit" className={`${button} ${primary} ${large}`}>
          {words.show}
        </button>
      </form>
    </section>
  )
}

const Content = (view: Shown) => {
  const { t, lang } = useWords()
  const words = findWords[lang]
  const { shown, langChosen } = view
  const here = linkTo(view.path, view)
  const again = { href: linkTo(view.askPath, view), label: words.askAgain }
  switch (shown.step) {
    case 'ask':
      return <AskForm action={here} email={shown.email} invalid={shown.invalid} />
    case 'asked':
      return <Message icon={<MailCheck />} title={words.asked} text={words.askedHint} way={again} />
    case 'link':
      return <LinkForm action={here} />
    case 'list':
      if (shown.bills.length === 0) return <Message icon={<CircleCheck />} title={words.nothing} text={words.nothingHint} />
      return (
        <section className={section}>
          <h1 className={listTitle}>{words.yourBills}</h1>
          <p className={`${secondary} ${beforeChoices}`}>{words.listHint}</p>
          <OwedBills bills={shown.bills} langChosen={langChosen} />
          {shown.total > shown.bills.length && <p className={hint}>{words.first(shown.bills.length, shown.total)}</p>}
        </section>
      )
    case 'over':
      return <Message icon={<Link2Off />} title={words.over} text={words.overHint} way={again} />
    case 'unknown':
      return <Message icon={<FileQuestionMark />} title={words.unknown} text={words.unknownHint} />
    case 'slow-down':
      return <Message icon={<Clock />} title={words.slowDown} text={words.slowDownHint} way={{ href: here, label: t.tryAgain }} />
    case 'failed':
      return <LoadFailed reason="server" href={here} />
  }
}

export const titleOf = ({ lang, network, shown }: Shown): string => {
  const words = findWords[lang]
  const title = { ask: words.title, asked: words.title, link: words.yourBills, list: words.yourBills, over: words.over }
  const other = { unknown: words.unknown, 'slow-down': words.slowDown, failed: wordsIn(lang).t.failedToLoad }
  return [{ ...title, ...other }[shown.step], network].filter(Boolean).join(' · ')
}

/** The whole page inside <body>; the server alone draws it, and it needs no script. */
export const FindPage = (view: Shown) => (
  <WordsContext value={wordsIn(view.lang)}>
    <Frame
      network={view.network}
      embedded={view.embedded !== undefined}
      langHref={view.shown.step === 'list' ? null : (lang) => linkTo(view.path, { ...view, lang, langChosen: true })}
    >
      <Content {...view} />
    </Frame>
  </WordsContext>
)
