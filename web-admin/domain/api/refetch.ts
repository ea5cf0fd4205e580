import type { UseQueryResult } from '@tanstack/react-query'
import { isForbidden } from './error-message.ts'

/** Asks again for what failed to load; undefined where the answer was that this visitor may not see it. */
export const retryOf = (...queries: readonly Pick<UseQueryResult, 'error' | 'refetch'>[]): (() => void) | undefined => {
  const failed = queries.filter(({ error }) => error !== null)
  if (failed.some(({ error }) => isForbidden(error))) return undefined
  return () => {
    for (const { refetch } of failed) void refetch()
  }
}

/** Reads again, past what was read before. @throws what the call failed with */
export const reread = async <Data>({ refetch }: Pick<UseQueryResult<Data>, 'refetch'>): Promise<Data> => {
  const { data } = await refetch({ throwOnError: true })
  if (data === undefined) throw new Error('Nothing was read')
  return data
}
