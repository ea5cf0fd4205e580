import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAsOf } from '../api/as-of.ts'
import { apiUrl, parsed } from '../api/client.ts'
import { sessionQuery, useUser } from '../session/session.ts'
import { isChange, noteChange } from './changes.ts'

type Announced = {
  onMessage: (text: string) => void
  /** Called if changes may have been missed: everything must be read again. */
  onGap: () => void
  /** Called if the server refused the connection. */
  onRefused: () => void
}

/** A tab that is hidden for this many milliseconds closes its connection, since browsers allow only few for a site. */
const HIDDEN_FOR = 60_000
/**
 * The page reads its data while the first connection opens. If that takes longer than this (milliseconds), changes may
 * have been missed.
 */
const LATE = 500
const FIRST_RETRY = 2_000
const LAST_RETRY = 60_000

/** Follows a stream of events, and reconnects after a lost connection. Returns a function that stops it. */
const follow = (url: string, { onMessage, onGap, onRefused }: Announced): (() => void) => {
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

/**
 * Applies live changes, for Admins and Auditors. Each tab has one connection, and none while it shows an earlier
 * moment.
 */
export const LiveUpdates = () => {
  const client = useQueryClient()
  const user = useUser()
  const earlier = useAsOf() !== null
  const oversees = user?.role === 'Admin' || user?.role === 'Auditor'
  const network = oversees && !earlier ? user.network?.id : undefined
  useEffect(() => {
    if (network === undefined) return
    return follow(apiUrl('/events'), {
      onMessage: (text) => {
        const change = parsed(text)
        if (isChange(change)) noteChange(client, change)
      },
      onGap: () => void client.invalidateQueries(),
      onRefused: () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    })
  }, [client, network])
  return null
}
