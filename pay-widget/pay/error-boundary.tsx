import CloudOff from 'lucide-react/icons/cloud-off'
import { Component, type ReactNode } from 'react'
import { AskWhom } from './ask-whom.tsx'
import { button } from './controls.css.ts'
import { column, empty, sheet } from './page.css.ts'
import { isPublic, type PayState } from './view.ts'
import { useWords } from './words/words.ts'

type Props = { state: PayState; children: ReactNode }

const Broken = ({ bill }: Pick<PayState, 'bill'>) => {
  const { t } = useWords()
  return (
    <main className={`${column} ${sheet}`}>
      <div className={empty} role="alert">
        <CloudOff />
        <h1>{t.broken}</h1>
        <p>{t.brokenHint}</p>
        <button type="button" className={button} onClick={() => location.reload()}>
          {t.tryAgain}
        </button>
        {isPublic(bill) && bill.contact && <AskWhom contact={bill.contact} words={t.questions} />}
      </div>
    </main>
  )
}

/** Replaces a page that fails to render, with a message and a link. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override render() {
    return this.state.failed ? <Broken bill={this.props.state.bill} /> : this.props.children
  }
}
