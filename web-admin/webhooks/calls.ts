import type { Instant } from '../../modules/kernel/dates.ts'
import type { Delivery, DeliveryDetails, NewWebhook, Replayed, Webhook, WebhookChange, WebhookSecret } from '../../modules/webhooks/contract.ts'
import { post, put, remove } from '../domain/api/client.ts'
import { useCommand } from '../domain/command.ts'
import { forgetting, useAnswer, useData, usePageOf } from '../domain/queries.ts'

const pathOf = (networkId: string, webhookId?: string) => `/networks/${networkId}/webhooks${webhookId === undefined ? '' : `/${webhookId}`}`

/** Deliveries have no live updates, so they are read again and again. */
const polling = { refetchInterval: 5_000 }

export const useWebhooks = (networkId: string) => useData<Webhook[]>(['webhooks', networkId], pathOf(networkId), polling)

/** A page of a webhook's deliveries, newest first. */
export const useDeliveries = (networkId: string, webhookId: string, page: number, state: 'failed' | 'all') =>
  usePageOf<Delivery>(['webhooks', networkId, webhookId, { page, state }], `${pathOf(networkId, webhookId)}/deliveries`, { page, state }, polling)

export const useDelivery = (networkId: string, webhookId: string, deliveryId: string) =>
  useAnswer<DeliveryDetails>(['webhooks', networkId, webhookId, deliveryId], `${pathOf(networkId, webhookId)}/deliveries/${deliveryId}`, polling)

/** Commands refetch all webhooks and deliveries. */
const after = (networkId: string) => ({ rereads: [['webhooks', networkId]], waits: false }) as const

export const useMakeWebhook = (networkId: string) =>
  useCommand((body: NewWebhook) => post<WebhookSecret>(pathOf(networkId), body), { ...after(networkId), ...forgetting })
export const useChangeWebhook = (networkId: string, webhookId: string) =>
  useCommand((body: WebhookChange) => put<undefined>(pathOf(networkId, webhookId), body), after(networkId))
export const useReplaceSecret = (networkId: string) =>
  useCommand((webhookId: string) => post<WebhookSecret>(`${pathOf(networkId, webhookId)}/secret`, {}), { ...after(networkId), ...forgetting })
export const useRemoveWebhook = (networkId: string) => useCommand((webhookId: string) => remove(pathOf(networkId, webhookId)), after(networkId))
export const useSendTest = (networkId: string) =>
  useCommand((webhookId: string) => post<undefined>(`${pathOf(networkId, webhookId)}/test`, {}), after(networkId))
export const useReplayDelivery = (networkId: string, webhookId: string) =>
  useCommand((deliveryId: string) => post<undefined>(`${pathOf(networkId, webhookId)}/deliveries/${deliveryId}/replay`, {}), after(networkId))
export const useReplayFailed = (networkId: string, webhookId: string) =>
  useCommand((since: Instant) => post<Replayed>(`${pathOf(networkId, webhookId)}/replay`, { since }), after(networkId))
