import type { z } from 'zod'
import { invalid } from '../kernel/errors.ts'
import { NetworkId } from '../kernel/ids.ts'
import { OF_COMMANDS, OF_RIGHTS } from '../kernel/refusals.ts'
import type { Config } from '../platform/config.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { Circumstances } from '../platform/handle.ts'
import { publicAddresses } from '../platform/http/public-address.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { mayIn, signedIn, type Visitor } from '../platform/http/visitor.ts'
import type { InstallationKeys } from '../platform/personal-data/installation-keys.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { NewWebhook, WebhookChange, WebhookSecret } from '../webhooks/contract.ts'
import { EARLIER_SECRET_HOURS } from '../webhooks/values.ts'
import type { NetworkState } from './access.ts'
import { networkStream } from './events.ts'
import { networkHandler } from './routes.ts'
import type { TurnWebhookOff } from './webhooks.ts'

export type WebhookDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  keys: Pick<InstallationKeys, 'webhookKeyVersion' | 'webhookSecret'>
  config: Pick<Config, 'sandbox'>
}>

const WebhookParams = IdParams.extend({ webhookId: IdParams.shape.id })

const webhooks = ({ store, personal, keys, config }: WebhookDependencies) => {
  const { handle } = networkHandler(store, personal)
  const addresses = publicAddresses(config.sandbox)
  const administered = (visitor: Visitor, id: string): NetworkId => mayIn(visitor, idOf(NetworkId, id, 'Network'), 'write', 'Network', 'update')
  const webhookAt = (visitor: Visitor, { id, webhookId }: z.infer<typeof WebhookParams>) => ({
    networkId: administered(visitor, id),
    by: signedIn(visitor).id,
    webhookId: webhookId.toLowerCase(),
  })
  const mayBeSentTo = (url: string): void => {
    if (!addresses.fits(new URL(url))) throw invalid('url', 'The address must begin with https:// and be reachable from the internet')
  }
  const secretOf = (state: NetworkState, webhookId: string): Promise<string> => {
    const { secretNumber = 0, keyVersion = 1 } = state?.webhooks.get(webhookId) ?? {}
    return keys.webhookSecret(webhookId, secretNumber, keyVersion)
  }
  const access = signedInTo('update', 'network')
  return { handle, administered, webhookAt, mayBeSentTo, secretOf, access }
}
type Webhooks = ReturnType<typeof webhooks> & WebhookDependencies

const makings = ({ keys, handle, administered, webhookAt, mayBeSentTo, secretOf, access }: Webhooks): Route[] => [
  route({
    method: 'post',
    path: '/api/networks/:id/webhooks',
    about: 'network',
    summary: 'Make a webhook; its secret is in this answer alone',
    access,
    fresh: true,
    noted: 'webhook',
    params: IdParams,
    body: NewWebhook,
    answer: WebhookSecret,
    status: 201,
    refusals: [...OF_RIGHTS, ...OF_COMMANDS, 'role-ends', 'too-many-webhooks'],
    handle: async ({ visitor, params, body, circumstances, now, settled }) => {
      const networkId = administered(visitor, params.id)
      mayBeSentTo(body.url)
      const webhookId = uuidV5(`webhook/${networkId}/${circumstances.cause}`)
      const command = {
        type: 'MakeWebhook',
        networkId,
        webhookId,
        ...body,
        keyVersion: keys.webhookKeyVersion(),
        by: signedIn(visitor).id,
        at: now,
      } as const
      const { state, shown } = await handle(networkStream(networkId), command, circumstances)
      await settled(shown)
      return { id: webhookId, secret: await secretOf(state, webhookId) }
    },
  }),
  route({
    method: 'put',
    path: '/api/networks/:id/webhooks/:webhookId',
    about: 'network',
    summary: 'Change a webhook: its name, its address, what it is told of, or whether it is on; what is left out stays',
    access,
    fresh: true,
    noted: 'webhook',
    params: WebhookParams,
    body: WebhookChange,
    status: 204,
    refusals: [...OF_RIGHTS, ...OF_COMMANDS, 'role-ends'],
    handle: async ({ visitor, params, body, circumstances, now, settled }) => {
      const at = webhookAt(visitor, params)
      if (body.url !== undefined) mayBeSentTo(body.url)
      const { shown } = await handle(networkStream(at.networkId), { type: 'ChangeWebhook', ...at, change: body, at: now }, circumstances)
      await settled(shown)
      return null
    },
  }),
]

const otherCalls = ({ keys, handle, webhookAt, secretOf, access }: Webhooks): Route[] => [
  route({
    method: 'post',
    path: '/api/networks/:id/webhooks/:webhookId/secret',
    about: 'network',
    summary: `Give a webhook a new secret, which is in this answer alone; for ${EARLIER_SECRET_HOURS} hours the one before signs, too`,
    access,
    fresh: true,
    noted: 'webhook',
    params: WebhookParams,
    answer: WebhookSecret,
    refusals: [...OF_RIGHTS, ...OF_COMMANDS, 'role-ends'],
    handle: async ({ visitor, params, circumstances, now, settled }) => {
      const at = webhookAt(visitor, params)
      const keyVersion = keys.webhookKeyVersion()
      const { state, shown } = await handle(networkStream(at.networkId), { type: 'ReplaceWebhookSecret', ...at, keyVersion, at: now }, circumstances)
      await settled(shown)
      return { id: at.webhookId, secret: await secretOf(state, at.webhookId) }
    },
  }),
  route({
    method: 'delete',
    path: '/api/networks/:id/webhooks/:webhookId',
    about: 'network',
    summary: 'Remove a webhook with the log of its deliveries',
    access,
    fresh: true,
    noted: 'webhook',
    params: WebhookParams,
    status: 204,
    refusals: [...OF_RIGHTS, ...OF_COMMANDS],
    handle: async ({ visitor, params, circumstances, now, settled }) => {
      const at = webhookAt(visitor, params)
      const { shown } = await handle(networkStream(at.networkId), { type: 'RemoveWebhook', ...at, at: now }, circumstances)
      await settled(shown)
      return null
    },
  }),
]

/**
 * Calls for Admins to manage the webhooks of their network, all after a fresh sign-in: a redirected webhook leaks the
 * network's events. None takes an Idempotency-Key: a stored answer would keep the secret.
 */
export const webhookRoutes = (dependencies: WebhookDependencies): Route[] => {
  const context = { ...dependencies, ...webhooks(dependencies) }
  return [...makings(context), ...otherCalls(context)]
}

/** Turns a failing webhook off, once; appends nothing if its address has changed since the failures. */
export const webhookTurnOff = ({ store, personal }: Pick<WebhookDependencies, 'store' | 'personal'>) => {
  const { handle } = networkHandler(store, personal)
  return async (turn: Omit<TurnWebhookOff, 'type' | 'at'>, circumstances: Circumstances) =>
    (await handle(networkStream(turn.networkId), { type: 'TurnWebhookOff', ...turn, at: circumstances.at }, circumstances)).appended
}
