import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiUrl } from '../api/address.ts'
import { useAsOf } from '../api/as-of.ts'
import { parsed } from '../api/client.ts'
import { sessionQuery, useUser } from '../session/session.ts'
import { isChange } from './changes.ts'
import { follow } from './follow.ts'
import { noteChange } from './gather.ts'

/** Applies live changes for those who oversee a network: one connection per tab, none as of an earlier moment. */
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
