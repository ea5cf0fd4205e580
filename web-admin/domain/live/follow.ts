type Told = {
  onMessage: (text: string) => void
  /** Something may have happened unheard: everything has to be read anew. */
  onGap: () => void
  /** The server no longer lets us listen. */
  onRefused: () => void
}

/** A tab that nobody looks at keeps its connection for a minute: browsers have few of them for a site. */
const HIDDEN_FOR = 60_000
/** The screen is read while the first connection is made. If that takes longer (ms), it may have missed changes, and is read again. */
const LATE = 500
const FIRST_RETRY = 2_000
const LAST_RETRY = 60_000

/** Listens to a stream of events until the answered function is called; comes back by itself after a lost connection. */
export const follow = (url: string, { onMessage, onGap, onRefused }: Told): (() => void) => {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let retry = FIRST_RETRY
  let listened = false

  const close = () => {
    source?.close()
    source = null
  }
  const open = () => {
    clearTimeout(timer)
    if (source) return
    const asked = performance.now()
    const opened = new EventSource(url, { withCredentials: true })
    source = opened
    opened.addEventListener('open', () => {
      retry = FIRST_RETRY
      if (listened || performance.now() - asked > LATE) onGap()
      listened = true
    })
    opened.addEventListener('message', ({ data }) => onMessage(String(data)))
    opened.addEventListener('error', () => {
      // A browser reconnects by itself unless it was refused.
      if (opened.readyState !== EventSource.CLOSED) return
      close()
      onRefused()
      timer = setTimeout(open, retry)
      retry = Math.min(retry * 2, LAST_RETRY)
    })
  }
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') open()
    else timer = setTimeout(close, HIDDEN_FOR)
  }

  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    close()
  }
}
