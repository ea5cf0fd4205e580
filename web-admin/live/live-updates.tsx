import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiUrl } from '../api/address.ts'
import { useAsOf } from '../api/as-of.ts'
import { parsed } from '../api/client.ts'
import { sessionQuery, useUser } from '../session/session.ts'
import { Change, refresh } from './changes.ts'
import { follow } from './follow.ts'

/** Changes are gathered this long, so that an import doesn't keep the screen busy. */
const GATHER = 200
const REST = 1_000

/** Moves what is on the screen as money arrives: for those who oversee a network, one connection each. An earlier moment stands still. */
export const LiveUpdates = () => {
  const client = useQueryClient()
  const user = useUser()
  const earlier = useAsOf() !== null
  const oversees = user?.role === 'Admin' || user?.role === 'Auditor'
  const network = oversees && !earlier ? user.network?.id : undefined
  useEffect(() => {
    if (network === undefined) return
    let waiting: Change[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = async () => {
      const changes = waiting
      waiting = []
      await refresh(client, changes)
      timer = waiting.length > 0 ? setTimeout(() => void flush(), REST) : undefined
    }
    const note = (change: Change) => {
      if (!waiting.some(({ kind, id }) => kind === change.kind && id === change.id)) waiting.push(change)
      timer ??= setTimeout(() => void flush(), GATHER)
    }
    const stop = follow(apiUrl('/events'), {
      onMessage: (text) => {
        const change = Change.safeParse(parsed(text))
        if (change.success) note(change.data)
      },
      onGap: () => void client.invalidateQueries(),
      onRefused: () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, network])
  return null
}
