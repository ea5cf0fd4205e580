import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import FileQuestionMark from 'lucide-react/icons/file-question-mark'
import Link2Off from 'lucide-react/icons/link-2-off'
import MailCheck from 'lucide-react/icons/mail-check'
import type { ComponentProps, ReactNode } from 'react'
import { listTitle } from '../pay/account/account.css.ts'
import { hint, secondary } from '../pay/base.css.ts'
import { beforeChoices, button, field, fieldLabel, large, primary } from '../pay/controls.css.ts'
import { Frame } from '../pay/frame.tsx'
import { choosePath, queryOf } from '../pay/links.ts'
import { LoadFailed } from '../pay/notice.tsx'
import { empty, section } from '../pay/page.css.ts'
import { Problem } from '../pay/problem.tsx'
import { listWords } from '../pay/words/lists.ts'
import { useWords, WordsContext, wordsIn } from '../pay/words/words.ts'
import { OwedBills } from './owed-bills.tsx'
import type { FindPageView, Typed } from './view.ts'
import { findWords } from './words.ts'

type Shown = Omit<FindPageView, 'assets'>
type Way = { href: string; label: string }

const linkTo = (path: string, { lang, langChosen, embedded }: Pick<Shown, 'lang' | 'langChosen' | 'embedded'>): string =>
  path + queryOf([['lang', langChosen ? lang : null]], embedded?.appearance)

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

type FieldProps = { name: keyof Typed; label: string; value: string; problemId: string | undefined } & Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'autoCapitalize' | 'maxLength'
>

const Field = ({ name, label, value, problemId, ...input }: FieldProps) => (
  <>
    <label className={fieldLabel} htmlFor={name}>
      {label}
    </label>
    <input
      id={name}
      className={field}
      name={name}
      required
      defaultValue={value}
      aria-invalid={problemId !== undefined}
      aria-describedby={problemId}
      {...input}
    />
  </>
)

/** The forms that find a bill: by e-mail address, or by the code and name on a printed bill. */
const AskForms = ({ action, wrong, email, code, name }: { action: string } & Extract<Shown['shown'], { step: 'ask' }>) => {
  const words = findWords[useWords().lang]
  const emailProblem = wrong === 'email' ? 'email-problem' : undefined
  const printedProblem = wrong === 'printed' ? 'printed-problem' : undefined
  return (
    <>
      <section className={section}>
        <h1 className={listTitle}>{words.title}</h1>
        <p className={secondary}>{words.hint}</p>
        <form method="post" action={action}>
          <Field name="email" type="email" label={words.email} value={email} problemId={emailProblem} autoComplete="email" maxLength={254} />
          {emailProblem && <Problem id={emailProblem}>{words.invalid}</Problem>}
          <button type="submit" className={`${button} ${primary} ${large}`}>
            {words.send}
          </button>
        </form>
      </section>
      <section className={section}>
        <h2 className={listTitle}>{words.printed}</h2>
        <p className={secondary}>{words.printedHint}</p>
        <form method="post" action={action}>
          <Field
            name="code"
            label={words.code}
            value={code}
            problemId={printedProblem}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
          />
          <Field name="name" label={words.name} value={name} problemId={printedProblem} autoComplete="family-name" maxLength={200} />
          {printedProblem && <Problem id={printedProblem}>{words.notPrinted}</Problem>}
          <button type="submit" className={`${button} ${large}`}>
            {words.openBill}
          </button>
        </form>
      </section>
    </>
  )
}

/** The page behind a mailed link. The list appears only after a press, because mail scanners open links. */
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
      return <AskForms action={here} {...shown} />
    case 'asked':
      return <Message icon={<MailCheck />} title={words.asked} text={words.askedHint} way={again} />
    case 'link':
      return <LinkForm action={here} />
    case 'list': {
      const [first, second] = shown.bills
      if (shown.bills.length === 0) return <Message icon={<CircleCheck />} title={words.nothing} text={words.nothingHint} />
      return (
        <section className={section}>
          <h1 className={listTitle}>{words.yourBills}</h1>
          <p className={`${secondary} ${beforeChoices}`}>{words.listHint}</p>
          {first && second && (
            <p className={beforeChoices}>
              <a className={`${button} ${primary} ${large}`} href={choosePath({ id: first.id, lang, langChosen, embedded: null, list: shown.list })}>
                {listWords[lang].payAll}
              </a>
            </p>
          )}
          <OwedBills bills={shown.bills} langChosen={langChosen} />
          {shown.total > shown.bills.length && <p className={hint}>{words.first(shown.bills.length, shown.total)}</p>}
        </section>
      )
    }
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

/** The page's body. Only the server renders it, and it needs no script. */
export const FindPage = (view: Shown) => (
  <WordsContext value={wordsIn(view.lang)}>
    <Frame
      network={view.network}
      contact={view.contact}
      embedded={view.embedded !== undefined}
      langHref={(lang) => linkTo(view.path, { ...view, lang, langChosen: true })}
    >
      <Content {...view} />
    </Frame>
  </WordsContext>
)
