import type { Response } from 'express'
import type { z } from 'zod'
import { missing, refused } from '../kernel/errors.ts'
import { NetworkId } from '../kernel/ids.ts'
import { OF_RIGHTS } from '../kernel/refusals.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { mayIn, type Visitor } from '../platform/http/visitor.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { paged } from '../shared/api.ts'
import { Deliveries, DeliveriesQuery, Delivery, DeliveryDetails, Replay, Replayed } from './contract.ts'
import type { Deliveries as Log } from './deliveries.ts'
import { TEST } from './values.ts'

export type DeliveryDependencies = Readonly<{
  deliveries: Pick<Log, 'add' | 'one' | 'page' | 'replayFailedSince' | 'replayOne'>
  webhookById: (id: string) => Promise<Readonly<{ networkId: NetworkId; isOn: boolean }> | null>
  /** Counts a message that an Admin sends by hand. Refuses it if there were too many. */
  takeByHand: (networkId: NetworkId, res: Response) => Promise<void>
}>

const WebhookParams = IdParams.extend({ webhookId: IdParams.shape.id })
const DeliveryParams = WebhookParams.extend({ deliveryId: IdParams.shape.id })
const Id = Delivery.shape.id

const webhookCalls = ({ deliveries, webhookById, takeByHand }: DeliveryDependencies) => {
  const webhookAt = async (visitor: Visitor, { id, webhookId: given }: z.infer<typeof WebhookParams>, kind: 'read' | 'write') => {
    const networkId = mayIn(visitor, idOf(NetworkId, id, 'Network'), kind, 'Network', kind === 'read' ? 'view' : 'update')
    const webhookId = idOf(Id, given.toLowerCase(), 'Webhook')
    const webhook = await webhookById(webhookId)
    if (webhook?.networkId !== networkId) throw missing('Webhook')
    return { webhookId, networkId, isOn: webhook.isOn }
  }
  /** The webhook that gets a message sent by hand. It must be on. */
  const sentTo = async (visitor: Visitor, params: z.infer<typeof WebhookParams>, res: Response) => {
    const { webhookId, networkId, isOn } = await webhookAt(visitor, params, 'write')
    if (!isOn) throw refused('webhook-off', 'This webhook is off. Turn it on first.')
    await takeByHand(networkId, res)
    return { webhookId, networkId }
  }
  const detailsOf = async (webhookId: string, deliveryId: string) => {
    const delivery = await deliveries.one(webhookId, idOf(Id, deliveryId.toLowerCase(), 'Delivery'))
    if (!delivery) throw missing('Delivery')
    return delivery
  }
  return { webhookAt, sentTo, detailsOf }
}
type WebhookCalls = ReturnType<typeof webhookCalls> & DeliveryDependencies

const views = ({ deliveries, webhookAt, detailsOf }: WebhookCalls): Route[] => [
  route({
    method: 'get',
    path: '/api/networks/:id/webhooks/:webhookId/deliveries',
    about: 'network',
    summary: 'The deliveries to a webhook in the last 30 days, newest first',
    access: signedInTo('view', 'network'),
    params: WebhookParams,
    query: DeliveriesQuery,
    answer: Deliveries,
    refusals: [...OF_RIGHTS],
    handle: async ({ visitor, params, query }) => {
      const { webhookId } = await webhookAt(visitor, params, 'read')
      const { state, page, pageSize } = query
      const { deliveries: rows, total } = await deliveries.page(webhookId, {
        ...{ failed: state === 'failed', limit: pageSize, offset: (page - 1) * pageSize },
      })
      return paged(query, rows, total)
    },
  }),
  route({
    method: 'get',
    path: '/api/networks/:id/webhooks/:webhookId/deliveries/:deliveryId',
    about: 'network',
    summary: 'A delivery, with what was sent and the beginning of the answer',
    access: signedInTo('view', 'network'),
    params: DeliveryParams,
    answer: DeliveryDetails,
    refusals: [...OF_RIGHTS],
    handle: async ({ visitor, params }) => {
      const { webhookId } = await webhookAt(visitor, params, 'read')
      return await detailsOf(webhookId, params.deliveryId)
    },
  }),
]

const sendings = ({ deliveries, sentTo, detailsOf }: WebhookCalls): Route[] => [
  route({
    method: 'post',
    path: '/api/networks/:id/webhooks/:webhookId/deliveries/:deliveryId/replay',
    about: 'network',
    summary: 'Send a delivery again, under the same id',
    access: signedInTo('update', 'network'),
    params: DeliveryParams,
    status: 204,
    refusals: [...OF_RIGHTS, 'webhook-off'],
    handle: async ({ visitor, params, res }) => {
      const to = await sentTo(visitor, params, res)
      const { id } = await detailsOf(to.webhookId, params.deliveryId)
      await deliveries.replayOne(to, id)
      return null
    },
  }),
  route({
    method: 'post',
    path: '/api/networks/:id/webhooks/:webhookId/replay',
    about: 'network',
    summary: 'Send everything again that was made since a moment and has failed',
    access: signedInTo('update', 'network'),
    params: WebhookParams,
    body: Replay,
    answer: Replayed,
    refusals: [...OF_RIGHTS, 'webhook-off'],
    handle: async ({ visitor, params, body: { since }, res }) => {
      const to = await sentTo(visitor, params, res)
      return { replayed: await deliveries.replayFailedSince(to, since) }
    },
  }),
  route({
    method: 'post',
    path: '/api/networks/:id/webhooks/:webhookId/test',
    about: 'network',
    summary: 'Send a test to a webhook, once',
    access: signedInTo('update', 'network'),
    params: WebhookParams,
    status: 204,
    refusals: [...OF_RIGHTS, 'webhook-off'],
    handle: async ({ visitor, params, circumstances, now, res }) => {
      const to = await sentTo(visitor, params, res)
      const id = uuidV5(`test/${to.webhookId}/${circumstances.cause}`)
      const body = JSON.stringify({ id, type: TEST, occurredAt: now, network: to.networkId, position: 0, data: {} })
      await deliveries.add([{ ...to, eventId: id, type: TEST, position: '0', body }])
      return null
    },
  }),
]

/** The routes of a webhook's delivery log, and of replays by Admins. */
export const deliveryRoutes = (dependencies: DeliveryDependencies): Route[] => {
  const context = { ...dependencies, ...webhookCalls(dependencies) }
  return [...views(context), ...sendings(context)]
}
