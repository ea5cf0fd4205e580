import { keepPreviousData, QueryClient, queryOptions, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DataOf, ListOf } from '../../modules/shared/api.ts'
import { ApiError, get, type Query } from './api/client.ts'
import { isForbidden } from './api/error-message.ts'
import { getVersioned, type Versioned } from './api/versioned.ts'

/** The kinds of live changes (GET /events). */
export type Kind = 'bill' | 'program' | 'profile' | 'member' | 'network' | 'campaign' | 'message' | 'payout' | 'remittance' | 'deposit' | 'standing'

/** Query keys by their first word, with the live changes that refetch them. */
export const refreshedBy = {
  bill: ['bill', 'member'],
  /** A changed bill that a list shows refetches only its own row (live/changes.ts). */
  bills: ['member'],
  'bill-counts': ['bill'],
  payments: ['bill', 'member'],
  credits: ['bill', 'member'],
  claims: ['bill', 'member'],
  member: ['bill', 'member'],
  members: ['bill', 'member'],
  'printed-bill': ['bill', 'member'],
  'printed-bills': ['bill', 'member'],
  find: ['member'],
  messages: ['member', 'message'],
  'without-email': ['bill', 'member', 'message'],
  dashboard: ['bill', 'member', 'message'],
  program: ['program', 'profile', 'campaign'],
  programs: ['program', 'profile', 'campaign'],
  'program-stats': ['bill'],
  readiness: ['bill', 'program', 'profile', 'campaign'],
  'campaign-stats': ['campaign'],
  runs: ['campaign'],
  'payment-profiles': ['profile'],
  network: ['network'],
  networks: ['network'],
  people: ['network'],
  autopay: ['bill', 'member'],
  remittances: ['bill', 'member', 'remittance'],
  deposits: ['deposit', 'remittance'],
  payouts: ['payout'],
  payout: ['payout'],
  standing: ['standing'],
} satisfies Record<string, readonly Kind[]>

/** Keys without live updates: only their own page changes or refetches them. */
type Other =
  | (
      | 'session'
      | 'profile'
      | 'connected-accounts'
      | 'sessions'
      | 'passkeys'
      | 'authenticator'
      | 'saved-methods'
      | 'my-autopay'
      | 'my-bills'
      | 'my-payments'
    )
  | ('invitation' | 'bill-to-pay' | 'reset-token' | 'api-keys' | 'webhooks' | 'releases' | 'audit' | 'journal' | 'changes' | 'operations')
  | ('payment-profile' | 'stripe-return' | 'stripe-reauth' | 'stripe-events' | 'reconciliations' | 'uploads' | 'reprice' | 'mail-preview')

export type Key = readonly [keyof typeof refreshedBy | Other, ...unknown[]]

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key
  }
}

type Options<Data> = { query?: Query } & Omit<UseQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn'>

export const answerOf = <Answer>(queryKey: Key, path: string, { query, ...options }: Options<Answer> = {}) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => get<Answer>(path, { ...(query ? { query } : {}), signal }), ...options })

/** The `data` of a call's answer. */
export const dataOf = <Data>(queryKey: Key, path: string, { query, ...options }: Options<Data> = {}) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await get<DataOf<Data>>(path, { ...(query ? { query } : {}), signal })).data,
    ...options,
  })

export const useAnswer = <Answer>(key: Key, path: string, options?: Options<Answer>) => useQuery(answerOf(key, path, options))
export const useData = <Data>(key: Key, path: string, options?: Options<Data>) => useQuery(dataOf(key, path, options))
/** A page of a list; until it has loaded, the previous page stays visible. */
export const usePageOf = <Row>(key: Key, path: string, query: Query, options?: Options<ListOf<Row>>) =>
  useQuery(answerOf(key, path, { query, placeholderData: keepPreviousData, ...options } as Options<ListOf<Row>>))
/** A resource with its version, which a change must name. */
export const useVersioned = <Value>(queryKey: Key, path: string, options: Options<Versioned<Value>> = {}) =>
  useQuery({ queryKey, queryFn: ({ signal }) => getVersioned<Value>(path, signal), ...options })

/** Retries once after a lost connection or a 503; any other error is final. */
const again = (failures: number, error: Error): boolean =>
  failures < 1 && (error instanceof ApiError ? error.status === 503 : error.name === 'TypeError')

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: again, retryDelay: 400 }, mutations: { retry: false } },
  })

/** For calls that send or get a secret: the answer is not kept in the cache once the screen is gone (R25). */
export const forgetting = { gcTime: 0 } as const

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
  if (data === undefined) throw new Error('Nothing was loaded')
  return data
}
