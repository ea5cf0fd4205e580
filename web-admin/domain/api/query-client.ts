import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** Retries once after a lost connection or a 503; other refusals are final. */
const again = (failures: number, error: Error): boolean =>
  failures < 1 && (error instanceof ApiError ? error.status === 503 : error.name === 'TypeError')

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: again, retryDelay: 400 }, mutations: { retry: false } },
  })

/** For calls that send or get a secret: the answer is not cached after the screen is gone (R25). */
export const forgetting = { gcTime: 0 } as const
