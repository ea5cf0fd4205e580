import type { UseQueryResult } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { BoneRows, Loading } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { muted } from '../../ui/text.css.ts'
import { retryOf } from '../queries.ts'
import { asOf, OnlyToday } from './as-of.ts'
import { ApiError } from './client.ts'
import { errorMessage } from './error-message.ts'

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'isError' | 'error' | 'data' | 'refetch'>
  loading: string
  /** The number of skeleton rows. */
  rows: number
  /** Shows the loading message to screen readers only. */
  quiet?: boolean
  failed: string
  /** These two complete messages such as 'Failed to view people'. */
  action: string
  thing: string
  level?: 2 | 3
  /** Absent if another component shows the data. */
  children?: (data: Data) => ReactNode
}

/**
 * Shows a query while it loads, when it has failed, and when it has data. Data stays on the screen if a later read
 * fails, since somebody may be working with it.
 */
export const Loaded = <Data,>({ query, loading, rows, quiet = false, failed, action, thing, level = 3, children }: Props<Data>) => {
  if (query.data !== undefined) return children?.(query.data)
  if (query.error instanceof OnlyToday) return <p className={muted}>{query.error.message}</p>
  if (asOf() !== null && query.error instanceof ApiError && query.error.status === 404)
    return (
      <EmptyState level={level} icon={CalendarX2} title="Not there yet">
        {`This ${thing} did not exist at the moment shown.`}
      </EmptyState>
    )
  if (query.isError)
    return (
      <ErrorState level={level} title={failed} onRetry={retryOf(query)}>
        {errorMessage(query.error, action, thing)}
      </ErrorState>
    )
  return (
    <Loading text={loading} quiet={quiet}>
      <BoneRows rows={rows} />
    </Loading>
  )
}
