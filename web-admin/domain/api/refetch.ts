import type { UseQueryResult } from '@tanstack/react-query'
import { isForbidden } from './error-message.ts'

/** Refetches the failed queries; undefined if the server denied permission. */
export const retryOf = (...queries: readonly Pick<UseQueryResult, 'error' | 'refetch'>[]): (() => void) | undefined => {
  const failed = queries.filter(({ error }) => error !== null)
  if (failed.some(({ error }) => isForbidden(error))) return undefined
  return () => {
    for (const { refetch } of failed) void refetch()
  }
}

/** Refetches and returns the new data. @throws the call's error */
export const reread = async <Data>({ refetch }: Pick<UseQueryResult<Data>, 'refetch'>): Promise<Data> => {
  const { data } = await refetch({ throwOnError: true })
  if (data === undefined) throw new Error('Nothing was read')
  return data
}
