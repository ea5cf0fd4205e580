type Announced = {
  onMessage: (text: string) => void
  /** Changes may have been missed: refetch everything. */
  onGap: () => void
  /** The server refused the connection. */
  onRefused: () => void
}

/** Milliseconds until a hidden tab closes its connection: browsers allow few per site. */
const HIDDEN_FOR = 60_000
/** Milliseconds. The page fetches its data while the first connection opens; if that takes longer, changes may have been missed. */
const LATE = 500
const FIRST_RETRY = 2_000
const LAST_RETRY = 60_000

/** Follows a stream of events, and reconnects after a lost connection. Returns a function that stops it. */
export const follow = (url: string, { onMessage, onGap, onRefused }: Announced): (() => void) => {
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
      // The browser reconnects by itself unless the server refused.
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
