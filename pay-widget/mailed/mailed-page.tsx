import Clock from 'lucide-react/icons/clock'
import Link2Off from 'lucide-react/icons/link-2-off'
import type { ReactNode } from 'react'
import { button } from '../pay/controls.css.ts'
import { Frame } from '../pay/frame.tsx'
import { queryOf } from '../pay/links.ts'
import { LoadFailed } from '../pay/notice.tsx'
import { empty } from '../pay/page.css.ts'
import { useWords, WordsContext, wordsIn } from '../pay/words/words.ts'
import type { MailedPageView } from './view.ts'
import { mailedWords } from './words.ts'

export type Shown<Step> = Omit<MailedPageView<Step>, 'assets'>
type Place = Pick<Shown<unknown>, 'path' | 'lang' | 'langChosen'>

/** The address of a page's form. */
export const actionOf = ({ path, lang, langChosen }: Place): string => `${path}/choice${queryOf([['lang', langChosen ? lang : null]])}`

type ProblemProps = { step: 'invalid' | 'slow-down'; title: string; lang: Place['lang']; href: string }

const Problem = ({ step, title, lang, href }: ProblemProps) => {
  const { t } = useWords()
  const words = mailedWords[lang]
  return (
    <div className={empty} role="status">
      {step === 'invalid' ? <Link2Off /> : <Clock />}
      <h1>{step === 'invalid' ? title : words.slowDown}</h1>
      <p>{step === 'invalid' ? words.invalid : words.slowDownHint}</p>
      {step === 'slow-down' && (
        <a className={button} href={href}>
          {t.tryAgain}
        </a>
      )}
    </div>
  )
}

type Props<Step> = {
  view: Shown<Step>
  title: string
  /** The parameters that the page's own address needs besides the language. */
  query?: Parameters<typeof queryOf>[0]
  form: (step: Step) => ReactNode
}

/**
 * The body of a page behind a mailed link. Only the server renders it, and it needs no script. Opening it changes
 * nothing.
 */
export const MailedPage = <Step extends { step: string }>({ view, title, query = [], form }: Props<Step>) => {
  const { path, lang, langChosen, network, contact, shown } = view
  const hereIn = (language: Place['lang'], chosen: boolean) => path + queryOf([['lang', chosen ? language : null], ...query])
  const here = hereIn(lang, langChosen)
  const content = () => {
    switch (shown.step) {
      case 'failed':
        return <LoadFailed reason="server" href={here} />
      case 'invalid':
      case 'slow-down':
        return <Problem step={shown.step} title={title} lang={lang} href={here} />
      default:
        return form(shown as Step)
    }
  }
  return (
    <WordsContext value={wordsIn(lang)}>
      <Frame network={network} contact={contact} langHref={(language) => hereIn(language, true)}>
        {content()}
      </Frame>
    </WordsContext>
  )
}

export const mailedTitle = (title: string, { network }: Pick<Shown<unknown>, 'network'>): string => [title, network].filter(Boolean).join(' · ')
