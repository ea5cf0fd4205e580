import FileQuestionMark from 'lucide-react/icons/file-question-mark'
import { onlyScreen } from '../pay/base.css.ts'
import { Banner } from '../pay/bill/banner.tsx'
import { actions, afterBill, facts, forWhat, line, receiptLink } from '../pay/bill/bill.css.ts'
import { Fact } from '../pay/bill/fact.tsx'
import { button } from '../pay/controls.css.ts'
import { Frame } from '../pay/frame.tsx'
import { empty, section } from '../pay/page.css.ts'
import { useWords, WordsContext, wordsIn } from '../pay/words/words.ts'
import type { ProofPageView } from './view.ts'
import { proofWords } from './words.ts'

type Shown = Omit<ProofPageView, 'assets' | 'check'>

/**
 * All results that the check can have, hidden. The script shows one of them with its facts
 * (modules/audit/verify/proof-page.ts).
 */
const Findings = () => {
  const words = proofWords[useWords().lang]
  return (
    <div className={afterBill} id="findings" role="status">
      <p id="checking" hidden>
        {words.checking}
      </p>
      <div id="holds" hidden>
        <Banner tone="success" title={words.holds}>
          {null}
        </Banner>
        <dl className={facts}>
          <Fact name={words.amount} value={<span data-fact="amount" />} />
          <Fact name={words.entry} value={<span data-fact="entry" />} />
          <Fact name={words.recorded} value={<span data-fact="recorded" />} />
        </dl>
      </div>
      <div id="wrong" hidden>
        <Banner tone="error" title={words.wrong}>
          {words.wrongHint}
        </Banner>
      </div>
      <div id="failed" hidden>
        <Banner tone="warning" title={words.failed}>
          {words.failedHint}
        </Banner>
      </div>
      <noscript>
        <Banner tone="info">{words.noScript}</Banner>
      </noscript>
    </div>
  )
}

const Proof = ({ token }: { token: string }) => {
  const words = proofWords[useWords().lang]
  return (
    <section className={section} aria-label={words.title} id="proof" data-proof={`/api/proofs/${token}`}>
      <h1 className={forWhat}>{words.title}</h1>
      <p className={line}>{words.why}</p>
      <p className={line}>{words.what}</p>
      <Findings />
      <p className={line}>{words.not}</p>
      <div className={`${actions} ${onlyScreen}`}>
        <a className={button} href={`/api/proofs/${token}`} download="">
          {words.download}
        </a>
      </div>
      <a className={`${receiptLink} ${onlyScreen}`} href="/verify" download="">
        {words.elsewhere}
      </a>
    </section>
  )
}

const Missing = () => {
  const words = proofWords[useWords().lang]
  return (
    <div className={empty}>
      <FileQuestionMark />
      <h1>{words.missing}</h1>
      <p>{words.missingHint}</p>
    </div>
  )
}

export const titleOf = ({ lang, token }: Shown): string => proofWords[lang][token === null ? 'missing' : 'title']

/** The page's body. Only the server renders it; its script checks the proof. */
export const ProofPage = (view: Shown) => (
  <WordsContext value={wordsIn(view.lang)}>
    <Frame network={null} langHref={view.token === null ? null : (lang) => `/proofs/${view.token}?lang=${lang}`}>
      {view.token === null ? <Missing /> : <Proof token={view.token} />}
    </Frame>
  </WordsContext>
)
