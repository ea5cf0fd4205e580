import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { dataOf } from '../../modules/kernel/api.ts'
import type { Instant } from '../../modules/kernel/dates.ts'
import {
  Deliveries,
  DeliveryDetails,
  type NewWebhook,
  Replayed,
  Webhook,
  type WebhookChange,
  WebhookSecret,
} from '../../modules/webhooks/contract.ts'
import { get, post, put, remove } from '../api/client.ts'
import { forgetting } from '../api/query-client.ts'

const Webhooks = dataOf(Webhook.array())
const Done = z.undefined()
const pathOf = (networkId: string, webhookId?: string) => `/networks/${networkId}/webhooks${webhookId === undefined ? '' : `/${webhookId}`}`
const keyOf = (networkId: string) => ['webhooks', networkId]

/** A delivery is tried within moments, and no live change tells of it. */
const LOOK_EVERY = 5_000

/** The webhooks of a network. */
export const useWebhooks = (networkId: string) =>
  useQuery({
    queryKey: keyOf(networkId),
    queryFn: async ({ signal }) => (await get(pathOf(networkId), Webhooks, { signal })).data,
    refetchInterval: LOOK_EVERY,
  })

/** A page of the deliveries to a webhook, the newest first. */
export const useDeliveries = (networkId: string, webhookId: string, page: number, state: 'failed' | 'all') =>
  useQuery({
    queryKey: [...keyOf(networkId), webhookId, { page, state }],
    queryFn: ({ signal }) => get(`${pathOf(networkId, webhookId)}/deliveries`, Deliveries, { query: { page, state }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY,
  })

export const useDelivery = (networkId: string, webhookId: string, deliveryId: string) =>
  useQuery({
    queryKey: [...keyOf(networkId), webhookId, deliveryId],
    queryFn: ({ signal }) => get(`${pathOf(networkId, webhookId)}/deliveries/${deliveryId}`, DeliveryDetails, { signal }),
    refetchInterval: LOOK_EVERY,
  })

/** A change of webhooks or their deliveries, after which all of them are read again; whoever has called does not wait for it. */
const useCall = <Input, Result>(networkId: string, mutationFn: (input: Input) => Promise<Result>, options: { gcTime?: number } = {}) => {
  const client = useQueryClient()
  return useMutation({ ...options, mutationFn, onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(networkId) }) })
}

export const useMakeWebhook = (networkId: string) =>
  useCall(networkId, (body: NewWebhook) => post(pathOf(networkId), body, WebhookSecret), forgetting)

export const useChangeWebhook = (networkId: string, webhookId: string) =>
  useCall(networkId, (body: WebhookChange) => put(pathOf(networkId, webhookId), body, Done))

export const useReplaceSecret = (networkId: string) =>
  useCall(networkId, (webhookId: string) => post(`${pathOf(networkId, webhookId)}/secret`, {}, WebhookSecret), forgetting)

export const useRemoveWebhook = (networkId: string) => useCall(networkId, (webhookId: string) => remove(pathOf(networkId, webhookId)))

export const useSendTest = (networkId: string) => useCall(networkId, (webhookId: string) => post(`${pathOf(networkId, webhookId)}/test`, {}, Done))

export const useReplayDelivery = (networkId: string, webhookId: string) =>
  useCall(networkId, (deliveryId: string) => post(`${pathOf(networkId, webhookId)}/deliveries/${deliveryId}/replay`, {}, Done))

export const useReplayFailed = (networkId: string, webhookId: string) =>
  useCall(networkId, (since: Instant) => post(`${pathOf(networkId, webhookId)}/replay`, { since }, Replayed))
