import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dataOf, listOf, Message } from '../../modules/kernel/api.ts'
import { Payout, PayoutWithParts, Reconciliation, StripeEvent } from '../../modules/payments/contract.ts'
import { get, post } from '../api/client.ts'

const Payouts = listOf(Payout)
const PayoutAnswer = dataOf(PayoutWithParts)
const Reconciliations = dataOf(Reconciliation.array())
const StripeEvents = listOf(StripeEvent)

/** What Stripe has sent to the bank, the latest first. */
export const usePayouts = (page: number) =>
  useQuery({
    queryKey: ['payouts', page],
    queryFn: ({ signal }) => get('/payouts', Payouts, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  })

export const usePayout = (id: string) =>
  useQuery({
    queryKey: ['payout', id],
    queryFn: async ({ signal }) => (await get(`/payouts/${encodeURIComponent(id)}`, PayoutAnswer, { signal })).data,
  })

/** How the last comparison of each connected profile went. */
export const useReconciliations = () =>
  useQuery({
    queryKey: ['reconciliations'],
    queryFn: async ({ signal }) => (await get('/reconciliations', Reconciliations, { signal })).data,
  })

/** Compares with Stripe now, which records payments and payouts that nothing had told of. */
export const useCompare = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await post('/reconciliations', {}, Reconciliations)).data,
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
    queryFn: ({ signal }) => get('/stripe/events', StripeEvents, { query: { page, ...(failed ? { failed } : {}) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY,
  })

export const useReplay = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => post(`/stripe/events/${encodeURIComponent(id)}/replay`, {}, Message),
    onSuccess: () => client.invalidateQueries({ queryKey: ['stripe-events'] }),
  })
}
