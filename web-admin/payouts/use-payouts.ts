import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataOf, ListOf, Message } from '../../modules/kernel/api.ts'
import type { Payout, PayoutWithParts, Reconciliation, StripeEvent } from '../../modules/payments/contract.ts'
import { get, post } from '../domain/api/client.ts'

type Payouts = ListOf<Payout>
type PayoutAnswer = DataOf<PayoutWithParts>
type Reconciliations = DataOf<Reconciliation[]>
type StripeEvents = ListOf<StripeEvent>

/** What Stripe has sent to the bank, the latest first. */
export const usePayouts = (page: number) =>
  useQuery({
    queryKey: ['payouts', page],
    queryFn: ({ signal }) => get<Payouts>('/payouts', { query: { page }, signal }),
    placeholderData: keepPreviousData,
  })

export const usePayout = (id: string) =>
  useQuery({
    queryKey: ['payout', id],
    queryFn: async ({ signal }) => (await get<PayoutAnswer>(`/payouts/${encodeURIComponent(id)}`, { signal })).data,
  })

/** How the last comparison of each connected profile went. */
export const useReconciliations = () =>
  useQuery({
    queryKey: ['reconciliations'],
    queryFn: async ({ signal }) => (await get<Reconciliations>('/reconciliations', { signal })).data,
  })

/** Compares with Stripe now, which records payments and payouts that nothing had told of. */
export const useCompare = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await post<Reconciliations>('/reconciliations', {})).data,
    onSuccess: (compared) => {
      client.setQueryData(['reconciliations'], compared)
      for (const queryKey of [['payouts'], ['payout']]) void client.invalidateQueries({ queryKey })
    },
  })
}

/** An event is followed up within moments of its arrival or its replay, and no live change tells of it. */
const LOOK_EVERY = 5_000

export const useStripeEvents = (page: number, failed: boolean) =>
  useQuery({
    queryKey: ['stripe-events', { page, failed }],
    queryFn: ({ signal }) => get<StripeEvents>('/stripe/events', { query: { page, ...(failed ? { failed } : {}) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY,
  })

export const useReplay = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => post<Message>(`/stripe/events/${encodeURIComponent(id)}/replay`, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: ['stripe-events'] }),
  })
}
