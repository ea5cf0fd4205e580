import CloudOff from 'lucide-react/icons/cloud-off'
import FileQuestionMark from 'lucide-react/icons/file-question-mark'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { spin } from './base.css.ts'
import { button } from './controls.css.ts'
import { empty } from './page.css.ts'
import { useWords } from './words/words.ts'

export const NotFound = () => {
  const { t } = useWords()
  return (
    <div className={empty}>
      <FileQuestionMark />
      <h1>{t.notFound}</h1>
      <p>{t.notFoundHint}</p>
    </div>
  )
}

/** Shown if the bill could not be read. The retry is a link, so that it works without script. */
type LoadFailedProps = { reason: 'server' | 'connection'; href: string; retry?: 'none' | 'busy' | 'failed'; onRetry?: () => void }

export const LoadFailed = ({ reason, href, retry = 'none', onRetry }: LoadFailedProps) => {
  const { t } = useWords()
  const busy = retry === 'busy'
  const why = reason === 'connection' ? t.connectionLost : t.failedToLoadHint
  return (
    <div className={empty} role="alert">
      <CloudOff />
      <h1>{t.failedToLoad}</h1>
      <p>{retry === 'failed' ? t.stillFailed : why}</p>
      <a
        className={button}
        href={href}
        aria-busy={busy || undefined}
        onClick={(event) => {
          if (!onRetry) return
          event.preventDefault()
          onRetry()
        }}
      >
        <RefreshCw size={16} className={busy ? spin : undefined} />
        {busy ? t.tryingAgain : t.tryAgain}
      </a>
    </div>
  )
}
