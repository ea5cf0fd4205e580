import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataOf } from '../../modules/kernel/api.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import type { Deliveries, DeliveryDetails, NewWebhook, Replayed, Webhook, WebhookChange, WebhookSecret } from '../../modules/webhooks/contract.ts'
import { get, post, put, remove } from '../domain/api/client.ts'
import { forgetting } from '../domain/api/query-client.ts'

type Webhooks = DataOf<Webhook[]>
type Done = undefined
const pathOf = (networkId: string, webhookId?: string) => `/networks/${networkId}/webhooks${webhookId === undefined ? '' : `/${webhookId}`}`
const keyOf = (networkId: string) => ['webhooks', networkId]

/** A delivery is tried within moments, and no live change tells of it. */
const LOOK_EVERY = 5_000

/** The webhooks of a network. */
export const useWebhooks = (networkId: string) =>
  useQuery({
    queryKey: keyOf(networkId),
    queryFn: async ({ signal }) => (await get<Webhooks>(pathOf(networkId), { signal })).data,
    refetchInterval: LOOK_EVERY,
  })

/** A page of the deliveries to a webhook, the newest first. */
export const useDeliveries = (networkId: string, webhookId: string, page: number, state: 'failed' | 'all') =>
  useQuery({
    queryKey: [...keyOf(networkId), webhookId, { page, state }],
    queryFn: ({ signal }) => get<Deliveries>(`${pathOf(networkId, webhookId)}/deliveries`, { query: { page, state }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY,
  })

export const useDelivery = (networkId: string, webhookId: string, deliveryId: string) =>
  useQuery({
    queryKey: [...keyOf(networkId), webhookId, deliveryId],
    queryFn: ({ signal }) => get<DeliveryDetails>(`${pathOf(networkId, webhookId)}/deliveries/${deliveryId}`, { signal }),
    refetchInterval: LOOK_EVERY,
  })

/** A change of webhooks or their deliveries, after which all of them are read again; whoever has called does not wait for it. */
const useCall = <Input, Result>(networkId: string, mutationFn: (input: Input) => Promise<Result>, options: { gcTime?: number } = {}) => {
  const client = useQueryClient()
  return useMutation({ ...options, mutationFn, onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(networkId) }) })
}

export const useMakeWebhook = (networkId: string) =>
  useCall(networkId, (body: NewWebhook) => post<WebhookSecret>(pathOf(networkId), body), forgetting)

export const useChangeWebhook = (networkId: string, webhookId: string) =>
  useCall(networkId, (body: WebhookChange) => put<Done>(pathOf(networkId, webhookId), body))

export const useReplaceSecret = (networkId: string) =>
  useCall(networkId, (webhookId: string) => post<WebhookSecret>(`${pathOf(networkId, webhookId)}/secret`, {}), forgetting)

export const useRemoveWebhook = (networkId: string) => useCall(networkId, (webhookId: string) => remove(pathOf(networkId, webhookId)))

export const useSendTest = (networkId: string) => useCall(networkId, (webhookId: string) => post<Done>(`${pathOf(networkId, webhookId)}/test`, {}))

export const useReplayDelivery = (networkId: string, webhookId: string) =>
  useCall(networkId, (deliveryId: string) => post<Done>(`${pathOf(networkId, webhookId)}/deliveries/${deliveryId}/replay`, {}))

export const useReplayFailed = (networkId: string, webhookId: string) =>
  useCall(networkId, (since: Instant) => post<Replayed>(`${pathOf(networkId, webhookId)}/replay`, { since }))
