import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** Once more after a lost connection or a server that is busy; a refusal is final. */
const again = (failures: number, error: Error): boolean =>
  failures < 1 && (error instanceof ApiError ? error.status === 503 : error.name === 'TypeError')

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: again, retryDelay: 400 }, mutations: { retry: false } },
  })

/** Of a call that sends or gets a secret: both go with the screen that made it, and are not kept for minutes (R218). */
export const forgetting = { gcTime: 0 } as const
